use super::*;

fn form() -> Form {
    let setup = Setup::new(Size::NINE, Ruleset::CHINESE)
        .with_seat(Color::White, level_seat(Level::LADDER[3]));
    Form::new(&setup, &[])
}

#[test]
fn a_form_is_what_it_was_made_of() {
    let setup = form().setup().unwrap();
    assert_eq!(setup.seats.white, level_seat(Level::LADDER[3]));
    assert_eq!((setup.size, setup.komi), (Size::NINE, None));
    assert_eq!(Form::new(&setup, &[]).setup().unwrap(), setup);
}

#[test]
fn every_row_can_be_turned_round() {
    for row in Row::ALL {
        let mut form = form();
        form.turn(row, 1);
        assert!(form.setup().is_ok() || form.players.black == Player::Engine, "{row:?}");
        form.turn(row, -1);
        let mut there_and_back = form.setup().unwrap();
        // The usual komi is now written down.
        there_and_back.komi = None;
        assert_eq!(there_and_back, self::form().setup().unwrap(), "{row:?}");
    }
}

#[test]
fn nonsense_is_named_with_its_row() {
    let check = |change: &dyn Fn(&mut Form), row| {
        let mut form = form();
        change(&mut form);
        assert_eq!(form.setup().unwrap_err().0, row);
    };
    check(&|it| it.size = "30".into(), Row::Size);
    check(&|it| it.komi = "6.3".into(), Row::Komi);
    check(&|it| it.clock = "soon".into(), Row::Clock);
    check(&|it| (it.handicap, it.size) = (9, "5".into()), Row::Handicap);
    check(&|it| it.players.white = Player::Engine, Row::White);
}

#[test]
fn programs_are_called_by_their_file() {
    let mut form = form();
    form.players.black = Player::Engine;
    form.commands.black = "/usr/games/gnugo --mode gtp".into();
    let seat = form.setup().unwrap().seats.black;
    assert_eq!(seat.to_string(), "gnugo");
    form.swap();
    assert_eq!(form.players.white, Player::Engine);
    assert_eq!(form.players.black, Player::Level(Level::LADDER[3]));
}

#[test]
fn programs_of_the_settings_are_called_by_their_name() {
    let engine = EngineEntry { name: "Old friend".into(), command: "gnugo --mode gtp".into() };
    let mut form = Form::new(&form().setup().unwrap(), std::slice::from_ref(&engine));
    assert!(form.all_players().contains(&Player::Known(engine.clone())));
    form.players.white = Player::Known(engine.clone());
    let setup = form.setup().unwrap();
    assert_eq!(setup.seats.white, engine.seat());
    assert_eq!(
        Form::new(&setup, std::slice::from_ref(&engine)).players.white,
        Player::Known(engine)
    );
}

#[test]
fn all_clocks_are_clocks() {
    for (text, _) in CLOCKS {
        let clock: TimeControl = text.parse().unwrap();
        assert_eq!(clock.to_string(), text);
    }
}
