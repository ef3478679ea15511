//! Any body of the form for a new game: a game that can be stored and read,
//! or a page that says what is wrong, without a tag that was sent.

#![no_main]

use std::sync::LazyLock;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use tengen_server::fuzz::Pages;
use tengen_server::id::PersonId;
use tengen_server::room::Room;

static PAGES: LazyLock<Pages> = LazyLock::new(Pages::new);

fuzz_target!(|body: &[u8]| {
    match PAGES.create(body, PersonId::numbered(1)) {
        None => (),
        Some(Err(page)) => {
            assert!(page.contains(r#"id="problem""#));
            assert!(!page.contains("<zz"), "text of a form is never a tag");
        }
        Some(Ok(terms)) => {
            let id = "k3v9x2pq".parse().expect("this is an id");
            let now = Duration::from_secs(1_700_000_000);
            if let Ok((room, stored)) = Room::create(id, terms, "2026-11-18", now) {
                let restored = Room::restore(&stored).expect("a new game can be read");
                assert_eq!(restored.state(), room.state());
            }
        }
    }
});
