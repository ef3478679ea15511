//! The guide: links and pictures are there, its examples run, and `tengen
//! help` shows it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The pages of the guide, and what else leads there.
fn pages() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("docs/guide")).unwrap();
    let mut pages: Vec<PathBuf> = entries.map(|it| it.unwrap().path()).collect();
    pages.sort();
    pages.push(root().join("README.md"));
    pages
}

/// The targets of links and pictures, without those of the web.
fn targets(text: &str) -> Vec<String> {
    let code_free: Vec<&str> = text.split("```").step_by(2).collect();
    let text = code_free.concat();
    let links = text.split("](").skip(1).filter_map(|it| it.split_once(')')).map(|it| it.0);
    let pictures = text.split("src=\"").skip(1).filter_map(|it| it.split_once('"')).map(|it| it.0);
    links.chain(pictures).filter(|it| !it.contains("://")).map(str::to_owned).collect()
}

/// The headings of a page, as links name them.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter_map(|it| it.strip_prefix('#'));
    let anchor = |title: &str| {
        let title = title.trim_start_matches('#').trim().to_lowercase();
        let letters = title.chars().filter(|it| it.is_alphanumeric() || " -".contains(*it));
        letters.collect::<String>().replace(' ', "-")
    };
    headings.map(anchor).collect()
}

#[test]
fn every_link_and_picture_exists() {
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for target in targets(&text) {
            let (path, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let file =
                if path.is_empty() { page.clone() } else { page.parent().unwrap().join(path) };
            assert!(file.exists(), "{}: {target} does not exist", page.display());
            if !anchor.is_empty() {
                let anchors = anchors(&fs::read_to_string(&file).unwrap());
                assert!(anchors.iter().any(|it| it == anchor), "{}: {target}", page.display());
            }
        }
    }
}

#[test]
fn every_page_is_in_the_index_and_in_the_program() {
    let index = fs::read_to_string(root().join("docs/guide/README.md")).unwrap();
    let (list, _) = tengen(&["help"]);
    for page in pages() {
        let name = page.file_name().unwrap().to_str().unwrap();
        if name != "README.md" {
            assert!(index.contains(&format!("]({name})")), "{name} is not in the index");
            let topic = name.strip_suffix(".md").unwrap();
            assert!(list.contains(&format!("\n  {topic} ")), "{topic} is not listed");
            let (shown, code) = tengen(&["help", topic]);
            assert_eq!(code, Some(0), "{topic}");
            let title = fs::read_to_string(&page).unwrap().lines().next().unwrap()[2..].to_owned();
            assert!(shown.starts_with(&title), "{topic}: {shown}");
        }
    }
}

fn tengen(arguments: &[&str]) -> (String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_tengen")).args(arguments).output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

#[test]
fn help_shows_commands_and_explains_what_it_does_not_know() {
    let (shown, code) = tengen(&["help", "library", "add"]);
    assert_eq!(code, Some(0));
    assert!(shown.contains("--watch"), "{shown}");
    let output = Command::new(env!("CARGO_BIN_EXE_tengen")).args(["help", "chess"]).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error, "tengen: nothing about \"chess\"; tengen help lists the topics\n");
}

/// The blocks that are marked as `sh run`.
fn examples(text: &str) -> Vec<String> {
    let blocks = text.split("```sh run\n").skip(1);
    blocks.filter_map(|it| it.split_once("\n```")).map(|it| it.0.to_owned()).collect()
}

/// A folder with the examples of the repository, and nothing else.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tengen-guide-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("examples")).unwrap();
    for entry in fs::read_dir(root().join("examples")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, folder.join("examples").join(path.file_name().unwrap())).unwrap();
    }
    folder
}

#[cfg(unix)]
#[test]
fn examples_run() {
    let program = Path::new(env!("CARGO_BIN_EXE_tengen"));
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", program.parent().unwrap().display());
    let mut n_examples = 0;
    for page in pages() {
        let name = page.file_stem().unwrap().to_str().unwrap().to_owned();
        for example in examples(&fs::read_to_string(&page).unwrap()) {
            let folder = folder(&format!("{name}-{n_examples}"));
            let mut shell = Command::new("sh");
            shell.args(["-e", "-c", &example]).current_dir(&folder).stdin(Stdio::null());
            shell.env("PATH", &path).env("TENGEN_HOME", folder.join("home"));
            let output = shell.output().unwrap();
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{name}: {example}\n{error}");
            assert!(!output.stdout.is_empty(), "{name}: {example}");
            fs::remove_dir_all(&folder).unwrap();
            n_examples += 1;
        }
    }
    assert!(n_examples >= 8, "{n_examples} examples");
}
