use std::time::Duration;

use super::*;

/// Reads a text, and returns the sentences about it.
fn read(text: &str) -> (Config, Vec<String>) {
    let (config, problems) = Config::parse(text).unwrap();
    (config, problems.iter().map(ToString::to_string).collect())
}

#[test]
fn nothing_is_as_usual() {
    assert_eq!(read(""), (Config::default(), Vec::new()));
}

#[test]
fn all_settings_are_read() {
    let (config, problems) = read(
        r#"
        theme = "night"
        color_depth = 256
        characters = "ascii"
        [keys]
        undo = ["u", "ctrl-z"]
        pass = "p"
        [game]
        size = 13
        level = "10k"
        color = "white"
        rules = "Japanese"
        komi = 6.5
        handicap = 2
        clock = "10m+3x30s"
        name = "Ada"
        "#,
    );
    assert_eq!(problems, Vec::<String>::new());
    let keys = [("pass", vec!["p"]), ("undo", vec!["u", "ctrl-z"])];
    let keys = keys.map(|(name, keys)| (name.into(), keys.into_iter().map(String::from).collect()));
    let time = Duration::from_secs;
    let expected = Config {
        theme: "night".into(),
        color_depth: ColorDepth::Palette,
        characters: Characters::Ascii,
        keys: keys.into(),
        game: GameDefaults {
            size: Size::square(13).unwrap(),
            level: "10k".parse().unwrap(),
            color: Side::Color(Color::White),
            rules: Ruleset::JAPANESE,
            komi: "6.5".parse().ok(),
            handicap: 2,
            clock: TimeControl::ByoYomi { main: time(600), periods: 3, period: time(30) },
            name: "Ada".into(),
        },
        ..Config::default()
    };
    assert_eq!(config, expected);
    let setup = config.game.setup();
    assert_eq!(setup.seats.white, Seat::person("Ada"));
    assert_eq!(setup.handicap, Handicap::Fixed(2));
    let mut kept = GameDefaults { name: "Ada".into(), ..GameDefaults::default() };
    kept.keep(&setup);
    assert_eq!(kept, config.game);
}

#[test]
fn a_game_between_engines_leaves_the_person_where_it_was() {
    let levels = Level::LADDER.map(level_seat);
    let [black, white, ..] = levels;
    let before = GameDefaults { color: Side::Both, ..GameDefaults::default() };
    let mut kept = before.clone();
    kept.keep(&Setup { seats: ByColor { black, white }, ..before.setup() });
    assert_eq!(kept, before);
}

#[test]
fn what_has_no_meaning_is_named_and_ignored() {
    let (config, problems) = read(
        r#"
        them = "night"
        color_depth = "many"
        keys = 3
        [game]
        size = 30
        komi = "some"
        handicap = 1
        tempo = 1
        level = "9k"
        clock = [1]
        name = "Ada"
        "#,
    );
    let named = GameDefaults { name: "Ada".into(), ..GameDefaults::default() };
    assert_eq!(config, Config { game: named, ..Config::default() });
    let expected = [
        "them is not a setting, so it is ignored",
        "color_depth cannot be \"many\", expected one of auto, mono, 16, 256, true",
        "keys cannot be 3, expected a table",
        "game.size cannot be 30, expected a size such as 9 or 13x9",
        "game.komi cannot be \"some\", expected auto or a number such as 6.5",
        "game.handicap cannot be 1, expected 0 or 2 to 9",
        "game.tempo is not a setting, so it is ignored",
        "game.level cannot be \"9k\", expected one of light,",
        "game.clock cannot be [1], expected none or a clock such as 10m+3x30s",
    ];
    assert_eq!(problems.len(), expected.len(), "{problems:#?}");
    for (problem, expected) in problems.iter().zip(expected) {
        assert!(problem.starts_with(expected), "{problem}");
    }
}

#[test]
fn text_that_is_no_toml_is_an_error_in_one_line() {
    let folder = std::env::temp_dir().join(format!("tengen-config-{}", std::process::id()));
    let path = folder.join("config.toml");
    fs::create_dir_all(&folder).unwrap();
    fs::write(&path, "# mine\ntheme = \n").unwrap();
    let error = Config::load(&path).unwrap_err().to_string();
    assert!(error.contains("config.toml: line 2 is not TOML: "), "{error}");
    assert_eq!(error.lines().count(), 1);
    // What somebody wrote by hand is not lost.
    Config::default().save(&path).unwrap_err();
    assert_eq!(fs::read_to_string(&path).unwrap(), "# mine\ntheme = \n");
    fs::write(&path, b"# caf\xe9\n").unwrap();
    assert!(Config::load(&path).unwrap_err().to_string().contains("UTF-8"));
    Config::default().save(&path).unwrap_err();
    assert_eq!(fs::read(&path).unwrap(), b"# caf\xe9\n");
    fs::remove_file(&path).unwrap();
    Config::default().save(&path).unwrap();
    assert_eq!(Config::load(&path).unwrap(), (Config::default(), Vec::new()));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn comments_and_unknown_names_are_kept() {
    let text = "\
# mine
theme = \"night\" # dark
other = 1

[game] # the usual one
size = 9
";
    let (mut config, _) = read(text);
    assert_eq!(config.write_into(text).unwrap(), text);
    config.theme = "day".into();
    config.game.komi = "0.5".parse().ok();
    config.keys.insert("undo".into(), vec!["u".into()]);
    let written = config.write_into(text).unwrap();
    let expected = "\
# mine
theme = \"day\" # dark
other = 1

[game] # the usual one
size = 9
komi = 0.5

[keys]
undo = [\"u\"]
";
    assert_eq!(written, expected);
    assert_eq!(read(&written).0, config);
}

#[test]
fn what_is_written_is_read_back() {
    let mut config = Config {
        theme: "x".into(),
        color_depth: ColorDepth::Mono,
        characters: Characters::Unicode,
        game: GameDefaults {
            size: Size::new(13, 9).unwrap(),
            level: Level::FULL,
            color: Side::Both,
            rules: Ruleset::AGA,
            komi: "-3".parse().ok(),
            handicap: 9,
            clock: "5m+25/5m".parse().unwrap(),
            name: "\"Ada\"\n".into(),
        },
        ..Config::default()
    };
    config.keys.insert("a b".into(), Vec::new());
    let text = config.write_into("").unwrap();
    assert_eq!(read(&text), (config.clone(), Vec::new()), "{text}");
    // Everything back to what is usual.
    let text = Config::default().write_into(&text).unwrap();
    assert_eq!(read(&text), (Config::default(), Vec::new()), "{text}");
}

const WINDOW: &str = r##"
[window]
theme = "slate"
sounds = false
animation = false
fuzz = false
coordinates = false

[window.colors]
board = "#D7a860"

[window.keys]
letters = ["l"]

[[engines]]
name = "GNU Go"
command = "gnugo --mode gtp"

[[engines]]
name = "Pachi"
command = "pachi"
"##;

#[test]
fn settings_of_the_window_and_engines_are_read() {
    let (config, problems) = read(WINDOW);
    assert_eq!(problems, Vec::<String>::new());
    let engine =
        |name: &str, command: &str| EngineEntry { name: name.into(), command: command.into() };
    let expected = Config {
        window: WindowConfig {
            theme: "slate".into(),
            has_sounds: false,
            has_animation: false,
            has_fuzz: false,
            has_coordinates: false,
            colors: [("board".into(), Rgb { red: 0xd7, green: 0xa8, blue: 0x60 })].into(),
            keys: [("letters".into(), vec!["l".into()])].into(),
        },
        engines: vec![engine("GNU Go", "gnugo --mode gtp"), engine("Pachi", "pachi")],
        ..Config::default()
    };
    assert_eq!(config, expected);
    assert_eq!(config.write_into(WINDOW).unwrap(), WINDOW);
    let text = config.write_into("").unwrap();
    assert_eq!(read(&text), (config.clone(), Vec::new()), "{text}");
    let text = Config::default().write_into(WINDOW).unwrap();
    assert_eq!(read(&text), (Config::default(), Vec::new()), "{text}");
    let inline = "window = { theme = \"slate\", colors = { board = \"#000000\" } }\n";
    let text = config.write_into(inline).unwrap();
    assert_eq!(read(&text), (config, Vec::new()), "{text}");
}

#[test]
fn nonsense_of_the_window_is_named_and_kept() {
    let text = r##"
        engines = [{ name = "A" }, { name = "B", command = "b", level = 3 }, { command = 5 }]
        [window]
        sounds = "loud"
        colors = { board = "brown", line = "#12345", star = "#12345ä" }
        keys = ["x"]
        size = 3
    "##;
    let (mut config, problems) = read(text);
    let engines = vec![EngineEntry { name: "B".into(), command: "b".into() }];
    assert_eq!(config, Config { engines, ..Config::default() });
    let expected = [
        "engines[0] is ignored, expected a name and a command",
        "engines[1].level is not a setting, so it is ignored",
        "engines[2].command cannot be 5, expected a text",
        "engines[2] is ignored, expected a name and a command",
        "window.sounds cannot be \"loud\", expected true or false",
        "window.colors.board cannot be \"brown\", expected a color such as \"#d7a860\"",
        "window.colors.line cannot be \"#12345\", expected a color such as \"#d7a860\"",
        "window.colors.star cannot be \"#12345ä\", expected a color such as \"#d7a860\"",
        "window.keys cannot be [\"x\"], expected a table",
        "window.size is not a setting, so it is ignored",
    ];
    assert_eq!(problems, expected);
    config.window.has_fuzz = false;
    let written = config.write_into(text).unwrap();
    assert!(written.contains("loud") && written.contains("brown") && written.contains("size = 3"));
    assert_eq!(
        read("engines = 3").1,
        ["engines cannot be 3, expected tables with a name and a command"]
    );
}
