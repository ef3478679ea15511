use std::time::Duration;

use super::*;

/// Reads a text, and returns the sentences about it.
fn read(text: &str) -> (Settings, Vec<String>) {
    let loaded = Settings::parse(text).unwrap();
    (loaded.settings, loaded.problems.iter().map(ToString::to_string).collect())
}

#[test]
fn nothing_is_as_usual() {
    assert_eq!(read(""), (Settings::default(), Vec::new()));
}

#[test]
fn all_settings_are_read() {
    let (settings, problems) = read(
        r#"
        theme = "night"
        color_depth = 256
        characters = "ascii"
        coordinates = false
        bell = false
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
    let expected = Settings {
        terminal: TerminalSettings {
            theme: "night".into(),
            color_depth: ColorDepth::Palette,
            characters: Characters::Ascii,
            has_coordinates: false,
            has_bell: false,
        },
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
            ..GameDefaults::default()
        },
        ..Settings::default()
    };
    assert_eq!(settings, expected);
}

#[test]
fn what_has_no_meaning_is_named_and_ignored() {
    let (settings, problems) = read(
        r#"
        them = "night"
        color_depth = "many"
        keys = 3
        [game]
        size = 30
        komi = "some"
        handicap = 1
        tempo = 1
        level = "strong"
        clock = [1]
        name = "Ada"
        "#,
    );
    let named = GameDefaults { name: "Ada".into(), ..GameDefaults::default() };
    assert_eq!(settings, Settings { game: named, ..Settings::default() });
    let expected = [
        "unknown setting them",
        "setting color_depth cannot be \"many\", expected one of auto, mono, 16, 256, true",
        "setting keys cannot be 3, expected a table",
        "setting game.size cannot be 30, expected a size such as 9 or 13x9",
        "setting game.komi cannot be \"some\", expected auto or a number such as 6.5",
        "setting game.handicap cannot be 1, expected 0 or 2 to 9",
        "unknown setting game.tempo",
        "setting game.level cannot be \"strong\", expected a level such as 20k",
        "setting game.clock cannot be [1], expected none or a clock such as 10m+3x30s",
    ];
    assert_eq!(problems.len(), expected.len(), "{problems:#?}");
    for (problem, expected) in problems.iter().zip(expected) {
        assert!(problem.starts_with(expected), "{problem}");
    }
}

#[test]
fn text_that_is_no_toml_is_an_error_in_one_line() {
    let folder = std::env::temp_dir().join(format!("tengen-settings-{}", std::process::id()));
    let path = folder.join("settings.toml");
    fs::create_dir_all(&folder).unwrap();
    fs::write(&path, "# mine\ntheme = \n").unwrap();
    let error = Settings::load(&path).unwrap_err().to_string();
    assert!(error.contains("settings.toml: line 2 is not TOML: "), "{error}");
    assert_eq!(error.lines().count(), 1);
    // What somebody wrote by hand is not lost.
    Settings::default().save(&path).unwrap_err();
    assert_eq!(fs::read_to_string(&path).unwrap(), "# mine\ntheme = \n");
    fs::write(&path, b"# caf\xe9\n").unwrap();
    assert!(Settings::load(&path).unwrap_err().to_string().contains("UTF-8"));
    Settings::default().save(&path).unwrap_err();
    assert_eq!(fs::read(&path).unwrap(), b"# caf\xe9\n");
    fs::remove_file(&path).unwrap();
    Settings::default().save(&path).unwrap();
    let loaded = Settings::load(&path).unwrap();
    assert_eq!((loaded.settings, loaded.problems), (Settings::default(), Vec::new()));
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
    let (mut settings, _) = read(text);
    assert_eq!(settings.write_into(text).unwrap(), text);
    settings.terminal.theme = "day".into();
    settings.game.komi = "0.5".parse().ok();
    settings.keys.insert("undo".into(), vec!["u".into()]);
    let written = settings.write_into(text).unwrap();
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
    assert_eq!(read(&written).0, settings);
}

#[test]
fn what_is_written_is_read_back() {
    let mut settings = Settings {
        terminal: TerminalSettings {
            theme: "x".into(),
            color_depth: ColorDepth::Mono,
            characters: Characters::Unicode,
            has_coordinates: false,
            has_bell: false,
        },
        game: GameDefaults {
            size: Size::new(13, 9).unwrap(),
            level: Level::FULL,
            engine: "GNU Go".into(),
            program: "pachi".into(),
            color: Side::Both,
            rules: Ruleset::AGA,
            komi: "-3".parse().ok(),
            handicap: 9,
            clock: "5m+25/5m".parse().unwrap(),
            name: "\"Ada\"\n".into(),
            is_teaching: true,
        },
        ..Settings::default()
    };
    settings.keys.insert("pass".into(), Vec::new());
    let text = settings.write_into("").unwrap();
    assert_eq!(read(&text), (settings.clone(), Vec::new()), "{text}");
    // Everything back to what is usual.
    let text = Settings::default().write_into(&text).unwrap();
    assert_eq!(read(&text), (Settings::default(), Vec::new()), "{text}");
}

const WINDOW: &str = r##"
[window]
theme = "slate"
scale = 125
color_blind = true
sounds = false
animation = false
fuzz = false
coordinates = false

[window.colors]
board = "#D7a860"

[window.keys]
numbers = ["f7"]

[[engines]]
name = "GNU Go"
command = "gnugo --mode gtp"

[[engines]]
name = "Pachi"
command = "pachi"
"##;

#[test]
fn settings_of_the_window_and_engines_are_read() {
    let (settings, problems) = read(WINDOW);
    assert_eq!(problems, Vec::<String>::new());
    let engine =
        |name: &str, command: &str| EngineEntry { name: name.into(), command: command.into() };
    let expected = Settings {
        window: WindowSettings {
            theme: "slate".into(),
            scale: 125,
            is_color_blind: true,
            has_sounds: false,
            has_animation: false,
            has_fuzz: false,
            has_coordinates: false,
            colors: [("board".into(), Rgb { red: 0xd7, green: 0xa8, blue: 0x60 })].into(),
            keys: [("numbers".into(), vec!["f7".into()])].into(),
        },
        engines: vec![engine("GNU Go", "gnugo --mode gtp"), engine("Pachi", "pachi")],
        ..Settings::default()
    };
    assert_eq!(settings, expected);
    assert_eq!(settings.write_into(WINDOW).unwrap(), WINDOW);
    let text = settings.write_into("").unwrap();
    assert_eq!(read(&text), (settings.clone(), Vec::new()), "{text}");
    let text = Settings::default().write_into(WINDOW).unwrap();
    assert_eq!(read(&text), (Settings::default(), Vec::new()), "{text}");
    let inline = "window = { theme = \"slate\", colors = { board = \"#000000\" } }\n";
    let text = settings.write_into(inline).unwrap();
    assert_eq!(read(&text), (settings, Vec::new()), "{text}");
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
    let (mut settings, problems) = read(text);
    let engines = vec![EngineEntry { name: "B".into(), command: "b".into() }];
    assert_eq!(settings, Settings { engines, ..Settings::default() });
    let expected = [
        "setting engines[0] is incomplete, expected a name and a command",
        "unknown setting engines[1].level",
        "setting engines[2].command cannot be 5, expected a text",
        "setting engines[2] is incomplete, expected a name and a command",
        "setting window.sounds cannot be \"loud\", expected true or false",
        "setting window.colors.board cannot be \"brown\", expected a color such as \"#d7a860\"",
        "setting window.colors.line cannot be \"#12345\", expected a color such as \"#d7a860\"",
        "setting window.colors.star cannot be \"#12345ä\", expected a color such as \"#d7a860\"",
        "setting window.keys cannot be [\"x\"], expected a table",
        "unknown setting window.size",
    ];
    assert_eq!(problems, expected);
    settings.window.has_fuzz = false;
    let written = settings.write_into(text).unwrap();
    assert!(written.contains("loud") && written.contains("brown") && written.contains("size = 3"));
    assert_eq!(
        read("engines = 3").1,
        ["setting engines cannot be 3, expected tables with a name and a command"]
    );
}

#[test]
fn every_problem_is_reported_at_once() {
    let text = r#"
        colour = 3
        [keys]
        dance = "d"
        pass = ["p", "ctrl-alt-del"]
        [game]
        size = 99
        [window.keys]
        jump = "j"
    "#;
    let expected = [
        "unknown setting colour",
        "setting game.size cannot be 99, expected a size such as 9 or 13x9",
        "no command is called dance",
        "pass: unknown key ctrl-alt-del, expected one like p, ctrl-p or pageup",
        "no command is called jump",
    ];
    assert_eq!(read(text).1, expected);
}

#[test]
fn a_rank_is_the_nearest_level() {
    assert_eq!(read("game = { level = \"5k\" }").0.game.level.name(), "6k");
}

#[test]
fn an_engine_of_the_settings_can_be_the_analyst() {
    let engine = "[[engines]]\nname = \"KataGo\"\ncommand = \"katago gtp\"\n";
    let (settings, problems) = read(&format!("analyst = \"KataGo\"\n{engine}"));
    assert_eq!(problems, Vec::<String>::new());
    let expected = AnalystChoice::Program { name: "KataGo".into(), command: "katago gtp".into() };
    assert_eq!(settings.analyst(), expected);
    assert_eq!(Settings::default().analyst(), AnalystChoice::Tengen);

    let (settings, problems) = read(&format!("analyst = \"Leela\"\n{engine}"));
    assert_eq!(settings.analyst(), AnalystChoice::Tengen);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].contains("one of KataGo"), "{problems:?}");
}

#[test]
fn games_come_into_the_library_unless_that_is_switched_off() {
    assert!(Settings::default().keeps_games);
    let (settings, problems) = read("library = false\n");
    assert!(!settings.keeps_games && problems.is_empty());
    assert_eq!(settings.write_into("").unwrap(), "library = false\n");
    assert_eq!(read("library = \"no\"\n").1.len(), 1);
}
