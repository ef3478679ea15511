//! `tengen bench` as a user meets it.

use std::process::{Command, Output};

use serde_json::Value;

fn tengen_bench(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.arg("bench").args(arguments).output().expect("the program was built for this test")
}

#[track_caller]
fn output(arguments: &[&str]) -> String {
    let output = tengen_bench(arguments);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).expect("the output is text")
}

/// The signature in a table, checked for its form.
#[track_caller]
fn signature(table: &str) -> &str {
    let last = table.lines().next_back().unwrap_or_default();
    let signature = last.strip_prefix("signature ").expect("the last line has the signature");
    assert!(signature.len() == 16 && signature.bytes().all(|it| it.is_ascii_hexdigit()));
    signature
}

#[test]
fn a_table_of_speeds_and_a_signature() {
    let text = output(&["--seconds", "0.001"]);
    let mut lines = text.lines().skip(2);
    for size in ["9x9", "13x13", "19x19"] {
        let line = lines.next().expect("each board has a line");
        let mut cells = line.split_whitespace();
        assert_eq!(cells.next(), Some(size));
        let numbers: Vec<f64> = cells
            .map(|it| it.trim_end_matches('x').parse().expect("the cells are numbers"))
            .collect();
        assert_eq!(numbers.len(), 4, "{line}");
        assert!(numbers.iter().all(|it| it.is_finite() && *it >= 0.0), "{line}");
    }
    for sizes in [&["9x9"][..], &["13x13", "19x19"]] {
        assert_eq!(lines.next(), Some(""));
        let network = lines.next().expect("each network is named");
        assert!(network.starts_with("network ") && network.ends_with(')'), "{network}");
        lines.next();
        for size in sizes {
            let line = lines.next().expect("each board has a line");
            assert_eq!(line.split_whitespace().next(), Some(*size));
            assert_eq!(line.split_whitespace().count(), 4, "{line}");
        }
    }
    assert_eq!(lines.next(), Some(""));
    signature(&text);
    assert_eq!(lines.count(), 1);
}

#[test]
fn signature_is_the_same_in_every_run() {
    let table = output(&["--size", "9", "--seconds", "0.001"]);
    let json = output(&["--size", "5x3", "--seconds", "0.002", "--json", "--no-network"]);

    let json: Value = serde_json::from_str(&json).expect("it is one JSON object");
    assert_eq!(json["signature"], signature(&table));
    assert_eq!(json["networks"].as_array().map(Vec::len), Some(0));
    let speeds = json["speeds"].as_array().expect("there is a list of speeds");
    assert_eq!((speeds.len(), &speeds[0]["size"]), (1, &Value::from("5x3")));
    for name in ["light_playouts", "learned_playouts", "simulations", "two_threads"] {
        assert!(speeds[0][name].is_number(), "{name}");
    }
}

#[track_caller]
fn check_refused(arguments: &[&str], expected: &str) {
    let output = tengen_bench(arguments);
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("tengen: {expected}\n"));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn wrong_arguments() {
    for seconds in ["0", "-1", "NaN", "inf", "3601", "soon"] {
        check_refused(
            &["--seconds", seconds],
            &format!(
                "--seconds {seconds}: not a time, expected seconds such as 5 or 0.5, up to 3600"
            ),
        );
    }
    check_refused(&["--size", "26"], "--size 26: unsupported board size, expected 1 to 25");
    check_refused(&["fast"], "unknown command fast, see tengen bench --help");
}
