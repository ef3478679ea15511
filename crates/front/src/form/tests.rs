use tengen_engine::Level;

use super::*;

fn defaults() -> GameDefaults {
    GameDefaults { name: "Ada".into(), ..GameDefaults::default() }
}

fn engine() -> EngineEntry {
    EngineEntry { name: "Old friend".into(), command: "gnugo --mode gtp".into() }
}

fn form() -> Form {
    Form::new(&defaults(), &[engine()])
}

#[test]
fn a_form_is_what_it_was_made_of() {
    let setup = form().setup().unwrap();
    assert_eq!(setup.seats.black, Seat::person("Ada"));
    assert_eq!(setup.seats.white, level_seat(Level::LADDER[3]));
    assert_eq!((setup.size, setup.komi), (Size::NINE, None));
    let again = Form::of_setup(&setup, &defaults(), &[engine()]);
    assert_eq!(again.setup().unwrap(), setup);
}

#[test]
fn every_field_goes_forward_and_back() {
    for field in Field::BY_SEAT.into_iter().chain(Field::BY_OPPONENT) {
        let mut form = form();
        form.step(field, Way::Forward);
        assert!(form.setup().is_ok() || form.players.black == Player::Program, "{field:?}");
        form.step(field, Way::Back);
        assert_eq!(form, self::form(), "{field:?}");
    }
}

#[test]
fn lines_are_walked_around_the_ends() {
    let mut form = form().with_fields(&Field::BY_OPPONENT);
    assert_eq!(form.field, Field::Size);
    form.step_field(Way::Back);
    assert_eq!(form.field, Field::Teaching);
    form.step_field(Way::Forward);
    assert_eq!(form.field, Field::Size);
}

#[test]
fn nonsense_is_named_with_its_field() {
    let check = |change: &dyn Fn(&mut Form), field| {
        let mut form = form();
        change(&mut form);
        assert_eq!(form.setup().unwrap_err().field(), field);
    };
    check(&|it| it.size = "30".into(), Field::Size);
    check(&|it| it.komi = "6.3".into(), Field::Komi);
    check(&|it| it.clock = "soon".into(), Field::Clock);
    check(&|it| (it.handicap, it.size) = (9, "5".into()), Field::Handicap);
    check(&|it| it.players.white = Player::Program, Field::White);
}

#[test]
fn programs_are_called_by_their_file() {
    let mut form = form();
    form.players.black = Player::Program;
    form.commands.black = "/usr/games/gnugo --mode gtp".into();
    assert_eq!(form.setup().unwrap().seats.black.to_string(), "gnugo");
    form.swap();
    assert_eq!(form.players.white, Player::Program);
    assert_eq!(form.players.black, Player::Level(Level::LADDER[3]));
}

#[test]
fn clocks_are_offered_as_they_are_typed() {
    for preset in CLOCKS {
        let mut form = form();
        form.clock = preset.control.to_string();
        assert_eq!(form.clock_preset(), Some(&preset));
    }
}

#[test]
fn rules_are_offered_once_each() {
    let all = rulesets();
    assert!(all.len() > 5);
    for ruleset in &all {
        assert_eq!(all.iter().filter(|it| *it == ruleset).count(), 1);
    }
}

#[test]
fn a_rematch_keeps_handicap_and_komi() {
    let mut form = form();
    (form.handicap, form.komi) = (3, "0.5".into());
    let setup = form.setup().unwrap();
    let again = Form::of_setup(&setup, &defaults(), &[]);
    assert_eq!((again.handicap, again.komi.as_str()), (3, "0.5"));
}

#[test]
fn what_was_chosen_is_remembered() {
    let mut form = form();
    (form.size, form.handicap, form.komi) = ("13".into(), 2, "0.5".into());
    form.clock = "5m+3x30s".into();
    form.players.white = Player::Engine(engine());
    form.swap();
    let mut kept = defaults();
    form.remember(&mut kept);
    let again = Form::new(&kept, &[engine()]);
    assert_eq!(again.setup(), form.setup());
    assert_eq!(kept.engine, "Old friend");
    // An engine that is no longer there leaves its seat to the last level.
    let without = Form::new(&kept, &[]);
    assert_eq!(without.players.black, Player::Level(Level::LADDER[3]));
}

#[test]
fn a_typed_program_is_remembered() {
    let mut form = form();
    form.players.white = Player::Program;
    form.commands.white = "pachi -t 5".into();
    let mut kept = defaults();
    form.remember(&mut kept);
    assert_eq!(Form::new(&kept, &[]).setup(), form.setup());
}

#[test]
fn a_game_between_engines_leaves_the_person_where_he_was() {
    let mut form = form();
    form.players = ByColor::from_fn(|_| Player::Level(Level::FULL));
    let mut kept = GameDefaults { color: Side::Both, ..defaults() };
    form.remember(&mut kept);
    assert_eq!((kept.color, kept.level), (Side::Both, Level::LADDER[3]));
}

#[test]
fn opponent_and_color_are_the_seats_seen_otherwise() {
    let mut form = form().with_fields(&Field::BY_OPPONENT);
    assert_eq!((form.color(), form.opponent()), (Color::Black, &Player::Level(Level::LADDER[3])));
    form.step(Field::Color, Way::Forward);
    assert_eq!((form.color(), form.opponent()), (Color::White, &Player::Level(Level::LADDER[3])));
    form.set_opponent(Player::Person);
    assert_eq!(form.players, ByColor { black: Player::Person, white: Player::Person });
}

#[test]
fn handicaps_fit_the_board() {
    let mut form = form();
    assert_eq!(form.handicaps(), HANDICAPS);
    for size in ["5", "7", "13x4"] {
        form.size = size.into();
        assert!(form.handicaps().len() < HANDICAPS.len(), "{size}");
        for n_stones in form.handicaps() {
            form.handicap = n_stones;
            assert!(form.setup().is_ok(), "{n_stones} on {size}");
        }
    }
}

#[test]
fn lots_decide_who_plays_black() {
    let mut form = Form::new(&GameDefaults::default(), &[]);
    let seen: Vec<String> = (0..3)
        .map(|_| {
            form.step(Field::Color, Way::Forward);
            crate::words::field_value(&form, Field::Color)
        })
        .collect();
    assert_eq!(seen, ["White", "Random", "Black"]);
    form.step(Field::Color, Way::Back);
    assert!(form.has_random_color);
    let is_black = |lot| form.clone().with_lot(lot).setup().unwrap().seats.black.is_person();
    assert!(is_black(0) && !is_black(1));
    let mut defaults = GameDefaults::default();
    form.remember(&mut defaults);
    assert_eq!(defaults.color, Side::Random);
    assert!(Form::new(&defaults, &[]).has_random_color);
}
