//! The scenarios, driven through the workspace itself.
//!
//! `BLESS=1 cargo test -p tengen-front --features scenario --test scenario`
//! writes what comes of them.

use std::path::Path;

use tengen_front::FrontEnd;
use tengen_front::scenario::{ALL, Direct, check, transcript};

#[test]
fn scenarios_lead_where_they_say() {
    let is_blessing = std::env::var_os("BLESS").is_some();
    for scenario in ALL {
        if is_blessing {
            let text = transcript(scenario, FrontEnd::Text, Direct::new);
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
            let path = folder.join(format!("{}.txt", scenario.name));
            std::fs::write(path, text).expect("the scenarios are writable");
        } else {
            check(scenario, FrontEnd::Text, Direct::new);
        }
    }
}
