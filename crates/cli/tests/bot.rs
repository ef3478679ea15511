//! `tengen bot`: programs that play on a server, through everything that can
//! go wrong.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

#[path = "../../server/tests/client/mod.rs"]
mod client;

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use client::{Browser, PASSWORD, TestFolder};
use serde_json::{Value, json};

fn tengen() -> Command {
    Command::new(env!("CARGO_BIN_EXE_tengen"))
}

/// A process that is killed with the value.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve(data: &Path, listen: &str) -> (Process, SocketAddr) {
    let mut command = tengen();
    command.args(["serve", "--listen", listen, "--data"]).arg(data);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("http://").unwrap().trim_end_matches('/');
    let address = address.parse().unwrap();
    (Process(child), address)
}

/// A program's request with a token.
fn request(address: SocketAddr, token: &str, method: &str, path: &str, body: &str) -> Value {
    let bearer = format!("Bearer {token}");
    let headers = [("authorization", bearer.as_str())];
    let path = format!("/api/v1{path}");
    Browser::new(address).request(method, &path, &headers, body).json()
}

/// Signs a program up, and returns the file with its token.
fn sign_up(address: SocketAddr, folder: &Path, name: &str, is_bot: bool) -> (String, PathBuf) {
    Browser::new(address).sign_up(name);
    let wanted = json!({"name": name, "password": PASSWORD.replace('+', " ")});
    let answer = Browser::new(address).request("POST", "/api/v1/tokens", &[], &wanted.to_string());
    let token = answer.json()["token"].as_str().unwrap().to_owned();
    if is_bot {
        assert_eq!(request(address, &token, "POST", "/account/bot", "")["bot"], true);
    }
    let file = folder.join(format!("{name}.token"));
    std::fs::write(&file, format!("{token}\n")).unwrap();
    (token, file)
}

/// A bot with its output.
struct RunningBot {
    process: Process,
    out: BufReader<ChildStdout>,
}

impl RunningBot {
    fn start(server: SocketAddr, token: &Path, options: &[&str], engine: &[&str]) -> RunningBot {
        let mut command = tengen();
        command.args(["bot", "--server", &server.to_string(), "--token-file"]).arg(token);
        command.args(options).arg("--").args(engine);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        RunningBot { process: Process(child), out }
    }

    /// Waits for a line with this text.
    #[track_caller]
    fn wait_for(&mut self, text: &str) -> String {
        let mut seen = String::new();
        loop {
            let mut line = String::new();
            assert_ne!(self.out.read_line(&mut line).unwrap(), 0, "no {text:?} in {seen}");
            if line.contains(text) {
                return line;
            }
            seen.push_str(&line);
        }
    }

    fn wait(mut self) -> Option<i32> {
        self.process.0.wait().unwrap().code()
    }

    #[cfg(unix)]
    fn interrupt(&self) {
        let pid = rustix::process::Pid::from_child(&self.process.0);
        rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    }
}

/// Our own engine as any other program, quick and not strong.
const ENGINE: &[&str] =
    &[env!("CARGO_BIN_EXE_tengen"), "gtp", "--playouts", "30", "--threads", "1", "--seed", "1"];

#[test]
fn two_bots_play_while_the_server_is_killed() {
    let folder = TestFolder::new();
    let (mut server, address) = serve(&folder.0, "127.0.0.1:0");
    let (token, first) = sign_up(address, &folder.0, "Robbie", true);
    let (_, second) = sign_up(address, &folder.0, "Marvin", true);
    let terms = ["--size", "9", "--rules", "chinese", "--clock", "10m", "--max-games", "1"];
    let own: Vec<&str> = terms.iter().copied().chain(["--offer"]).collect();
    let mut robbie = RunningBot::start(address, &first, &own, ENGINE);
    let offered = robbie.wait_for("Offered a game");
    let game = offered.trim().rsplit('/').next().unwrap().to_owned();
    let mut eve = Browser::new(address).watch(&game);
    let mut marvin = RunningBot::start(address, &second, &terms, ENGINE);
    marvin.wait_for("Accepted the offer of Robbie (bot): 9x9, 10m.");
    eve.wait_for_move(6);
    server.0.kill().unwrap();
    server.0.wait().unwrap();
    robbie.wait_for("The server is away");
    let (_server, again) = serve(&folder.0, &address.to_string());
    assert_eq!(again, address);
    robbie.wait_for(&format!("{game} is over."));
    marvin.wait_for(&format!("{game} is over."));
    assert_eq!((robbie.wait(), marvin.wait()), (Some(0), Some(0)));
    let line = request(address, &token, "GET", &format!("/games/{game}"), "");
    assert_eq!(line["state"]["phase"], "over");
    let result = line["state"]["result"]["result"].as_str().unwrap().to_owned();
    assert!(result.starts_with("B+") || result.starts_with("W+"), "{result}");
    assert!(!result.ends_with("+T") && !result.ends_with("+F"), "{result}");
}

#[cfg(unix)]
#[test]
fn engine_that_dies_is_started_again_and_ctrl_c_leaves_in_order() {
    let folder = TestFolder::new();
    let (_server, address) = serve(&folder.0, "127.0.0.1:0");
    let (_, file) = sign_up(address, &folder.0, "Robbie", true);
    let (person, _) = sign_up(address, &folder.0, "Ana", false);
    // The first engine hears twelve commands, then it is gone.
    let mark = folder.0.join("died");
    let script = format!(
        "if [ -e {0} ]; then exec {1}; fi; touch {0}; sed -u 12q | {1}",
        mark.display(),
        ENGINE.join(" ")
    );
    let mut robbie =
        RunningBot::start(address, &file, &["--size", "9", "--offer"], &["sh", "-c", &script]);
    let offered = robbie.wait_for("Offered a game");
    let game = offered.trim().rsplit('/').next().unwrap().to_owned();
    request(address, &person, "POST", &format!("/offers/{game}/accept"), "");
    let mut browser = Browser::new(address);
    assert_eq!(browser.log_in("Ana", PASSWORD).status, 303);
    let mut ana = browser.socket(&game);
    if ana.hello(None)[1]["phase"] == "waiting" {
        ana.wait_for("started");
    }
    let is_white = request(address, &person, "GET", "/games", "")[0]["role"] == "white";
    for (n, at) in ["A1", "J1", "A9", "J9"].into_iter().enumerate() {
        let n = usize::from(is_white) + 2 * n;
        if n > 0 {
            ana.wait_for_move(n);
        }
        ana.ok(json!({"t": "play", "n": n, "at": at}));
    }
    robbie.wait_for("the engine has failed");
    robbie.interrupt();
    robbie.wait_for("No more games. Waiting for the last one to end");
    ana.ok(json!({"t": "resign"}));
    robbie.wait_for(&format!("{game} is over."));
    assert_eq!(robbie.wait(), Some(0));
    let offers = request(address, &person, "GET", "/offers", "");
    assert_eq!(offers, json!([]), "the own offer is withdrawn");
}

#[test]
fn what_a_bot_needs_is_one_sentence() {
    let folder = TestFolder::new();
    let (_server, address) = serve(&folder.0, "127.0.0.1:0");
    let (_, person) = sign_up(address, &folder.0, "Ana", false);
    let empty = folder.0.join("empty");
    std::fs::write(&empty, "\n").unwrap();
    let forged = folder.0.join("forged");
    std::fs::write(&forged, "k3v9x2pq").unwrap();
    let server = format!("http://{address}");
    let run = |server: &str, file: &Path| -> Output {
        let mut command = tengen();
        command.args(["bot", "--server", server, "--token-file"]).arg(file).args(["--", "true"]);
        command.env_remove("TENGEN_TOKEN").output().unwrap()
    };
    for (server, file, sentence) in [
        (server.as_str(), &person, "Ana is the account of a person"),
        (server.as_str(), &empty, "has no token"),
        (server.as_str(), &forged, "This token is unknown"),
        ("https://go.example", &person, "unsupported secure address"),
        ("ftp://x", &person, "is not the address of a server"),
    ] {
        let output = run(server, file);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(sentence) && error.lines().count() == 1, "{error}");
    }
}
