use tengen_review::{Plan, Review};
use tengen_rules::Ruleset;

use super::*;

const NOTHING: Plan = Plan { quick: 1, deep: 1, budget: Some(0) };

fn page_of(text: &str) -> String {
    let record = Record::from_sgf(text).unwrap();
    let review = Review::new(&record, Ruleset::CHINESE, NOTHING);
    page(&record, &review.report(&record))
}

/// Nothing that a record says becomes a part of the page's structure.
#[test]
fn whatever_a_record_says_is_text() {
    let attacks = [
        "<script>alert(1)</script>",
        "</script><script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "\" onmouseover=\"alert(1)",
        "' onmouseover='alert(1)",
        "<!--",
        "--><svg onload=alert(1)>",
        "</title><script>alert(1)</script>",
        "</style><b>",
        "]]><b>",
        "\u{2028}alert(1)",
        "&lt;b&gt;",
    ];
    let plain = page_of(&sgf("Ann"));
    for attack in attacks {
        let page = page_of(&sgf(attack));
        for tag in ["<script", "<img", "<svg", "<b>", "<!--", "</title", "</style", "</script"] {
            assert_eq!(page.matches(tag).count(), plain.matches(tag).count(), "{attack}: {tag}");
        }
        for name in ["onmouseover=\"", "onerror=a", "onload=a"] {
            assert!(!tags(&page).any(|it| it.contains(name)), "{attack}: {name}");
        }
        assert_eq!(page.matches('<').count(), plain.matches('<').count(), "{attack}");
    }
}

/// What is between angle brackets.
fn tags(page: &str) -> impl Iterator<Item = &str> {
    page.split('<').skip(1).filter_map(|it| it.split('>').next())
}

fn sgf(name: &str) -> String {
    let name = name.replace('\\', "\\\\").replace(']', "\\]");
    let analyst = format!("TGNJ[1 b 5000 0 100/100 ? ? ee,9,5000,0,?,cc ={name}]");
    let name = &name;
    format!(
        "(;SZ[9]PB[{name}]PW[{name}]BR[{name}]WR[{name}]EV[{name}]DT[{name}]RU[{name}]RE[{name}]\
         GC[{name}]{analyst};B[ee]C[{name}]N[{name}]TGNJ[1 w 2000 -900 100/100 ? ? cc,9,1,1,? ={name}])"
    )
}

#[test]
fn page_asks_nobody_for_anything() {
    let page = page_of(&sgf("Ann"));
    for word in ["http:", "https:", "src=", "href=", "url(", "@import", "fetch(", "import("] {
        let own = page.matches(word).count();
        let of_svg = usize::from(word == "http:");
        assert_eq!(own, of_svg, "{word}");
    }
    assert!(page.contains("default-src &#39;none&#39;") || page.contains("default-src 'none'"));
}

#[test]
fn policy_knows_style_and_script() {
    let page = page_of("(;SZ[9])");
    for text in [STYLE, SCRIPT] {
        assert!(page.contains(&hash(text)));
        assert!(page.contains(text), "it is in the page as it is");
    }
    assert!(!SCRIPT.contains("innerHTML") && !SCRIPT.contains("eval("));
    assert!(!SCRIPT.contains("</") && !STYLE.contains("</"));
}

#[test]
fn every_board_has_a_page() {
    for text in ["(;SZ[1])", "(;SZ[1];B[];W[])", "(;SZ[25:3];B[aa])", "(;SZ[9];B[zz])"] {
        assert!(page_of(text).contains("id=\"board\""), "{text}");
    }
}
