//! PostgreSQL and NATS for tests: real servers on loopback, with data of their
//! own, which end with the program that started them.
#![allow(dead_code, unreachable_pub, reason = "not every test needs all of it")]
#![allow(clippy::unwrap_used, reason = "a test fails by it")]
#![allow(clippy::print_stdout, reason = "nothing else tells what was skipped")]

use std::io::Write as _;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// How long a server may take to start on a busy machine.
const START: Duration = Duration::from_secs(60);

/// A server that ends when its input ends, which is with this program at the
/// latest: a shell waits for that.
#[derive(Debug)]
struct Guarded(Child);

impl Guarded {
    /// Runs a program; `folder` is removed after it.
    fn run(program: &[&str], folder: &Path, is_postgres: bool) -> Guarded {
        // The second argument of the script is the signal with which it ends.
        let script = r#"folder=$1; shift; "$@" </dev/null >"$folder/log" 2>&1 & server=$!
            while read -r word; do
                case $word in
                kill) kill -QUIT $server 2>/dev/null; wait $server ;;
                again) "$@" </dev/null >>"$folder/log" 2>&1 & server=$! ;;
                esac
                echo done
            done
            kill -INT $server 2>/dev/null; wait $server; rm -rf "$folder""#;
        let mut command = as_postgres(is_postgres, "sh");
        command.args(["-c", script, "sh"]).arg(folder).args(program).current_dir("/");
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        Guarded(command.spawn().unwrap())
    }

    /// Has the shell do something, and waits until that is done.
    fn tell(&mut self, word: &str) {
        use std::io::Read as _;
        writeln!(self.0.stdin.as_mut().unwrap(), "{word}").unwrap();
        self.0.stdout.as_mut().unwrap().read_exact(&mut [0; 5]).unwrap();
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

/// PostgreSQL refuses to run as root, so root runs it as its own user.
fn as_postgres(is_postgres: bool, program: &str) -> Command {
    let is_root = std::fs::metadata("/proc/self").is_ok_and(|it| {
        use std::os::unix::fs::MetadataExt as _;
        it.uid() == 0
    });
    if !is_root || !is_postgres {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=postgres", "--regid=postgres", "--init-groups", program]);
    command
}

/// A free port, which nothing else takes meanwhile if one is lucky.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    listener.local_addr().unwrap().port()
}

fn wait_for_port(port: u16) {
    let begin = Instant::now();
    while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
        assert!(begin.elapsed() < START, "the server at {port} has not started");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn folder(name: &str) -> PathBuf {
    static N: AtomicU32 = AtomicU32::new(0);
    let number = N.fetch_add(1, Ordering::Relaxed);
    let folder = format!("tengen-{name}-{}-{number}", std::process::id());
    std::env::temp_dir().join(folder)
}

/// A real PostgreSQL.
#[derive(Debug)]
pub struct Postgres {
    server: Guarded,
    programs: PathBuf,
    port: u16,
}

impl Postgres {
    /// Starts one, if it is installed.
    pub fn start() -> Option<Postgres> {
        let Some(programs) = postgres_programs() else {
            println!("skipped: PostgreSQL is not installed (Debian: postgresql)");
            return None;
        };
        let folder = folder("postgres");
        let port = free_port();
        let data = folder.join("data");
        let made = as_postgres(true, "mkdir").arg(&folder).status().unwrap();
        assert!(made.success());
        let initdb = programs.join("initdb");
        let made = as_postgres(true, initdb.to_str().unwrap())
            .args(["-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8", "--locale=C", "-D"])
            .arg(&data)
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert!(made.success(), "initdb has failed");
        let program = programs.join("postgres");
        let (program, port_text) = (program.to_str().unwrap(), port.to_string());
        let (data, sockets) = (data.to_str().unwrap(), folder.to_str().unwrap());
        let address = "listen_addresses=127.0.0.1";
        let arguments = [
            program,
            "-D",
            data,
            "-p",
            &port_text,
            "-k",
            sockets,
            "-c",
            address,
            "-c",
            "max_connections=200",
        ];
        let server = Guarded::run(&arguments, &folder, true);
        let postgres = Postgres { server, programs, port };
        postgres.wait();
        Some(postgres)
    }

    fn wait(&self) {
        let begin = Instant::now();
        while !self.run_sql("postgres", "SELECT 1") {
            assert!(begin.elapsed() < START, "PostgreSQL has not started");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// A new, empty database, and its address.
    pub fn database(&self) -> String {
        static N: AtomicU32 = AtomicU32::new(0);
        let name = format!("test_{}", N.fetch_add(1, Ordering::Relaxed));
        assert!(self.run_sql("postgres", &format!("CREATE DATABASE {name}")));
        format!("postgres://postgres@127.0.0.1:{}/{name}", self.port)
    }

    /// Runs a statement, and says whether that worked.
    pub fn run_sql(&self, database: &str, sql: &str) -> bool {
        self.psql(database, sql).is_some()
    }

    /// What a statement answers, as `psql` prints it.
    pub fn psql(&self, database: &str, sql: &str) -> Option<String> {
        let output = Command::new(self.programs.join("psql"))
            .args(["-X", "-q", "-A", "-t", "-h", "127.0.0.1", "-U", "postgres"])
            .args(["-p", &self.port.to_string(), "-d", database, "-c", sql])
            .stderr(Stdio::null())
            .output()
            .unwrap();
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Ends it as a crash does.
    pub fn kill(&mut self) {
        self.server.tell("kill");
    }

    /// Starts it again with the same data.
    pub fn start_again(&mut self) {
        self.server.tell("again");
        self.wait();
    }
}

/// Where the programs of PostgreSQL are.
fn postgres_programs() -> Option<PathBuf> {
    let mut folders: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .map(|found| found.flatten().map(|it| it.path().join("bin")).collect())
        .unwrap_or_default();
    folders.sort();
    folders.reverse();
    folders.extend(std::env::var_os("PATH").iter().flat_map(std::env::split_paths));
    let has_all =
        |it: &PathBuf| ["initdb", "postgres", "psql"].iter().all(|name| it.join(name).exists());
    folders.into_iter().find(has_all)
}

/// A real NATS server.
#[derive(Debug)]
pub struct Nats {
    server: Guarded,
    port: u16,
}

impl Nats {
    /// Starts one, if it is installed.
    pub fn start() -> Option<Nats> {
        let found = std::env::var_os("PATH")
            .iter()
            .flat_map(std::env::split_paths)
            .chain(["/usr/sbin".into()])
            .map(|it| it.join("nats-server"))
            .find(|it| it.exists());
        let Some(program) = found else {
            println!("skipped: NATS is not installed (Debian: nats-server)");
            return None;
        };
        let folder = folder("nats");
        std::fs::create_dir_all(&folder).unwrap();
        let port = free_port();
        let arguments = [program.to_str().unwrap(), "-a", "127.0.0.1", "-p", &port.to_string()];
        let server = Guarded::run(&arguments, &folder, false);
        wait_for_port(port);
        Some(Nats { server, port })
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Ends it as a crash does.
    pub fn kill(&mut self) {
        self.server.tell("kill");
    }

    /// Starts it again.
    pub fn start_again(&mut self) {
        self.server.tell("again");
        wait_for_port(self.port);
    }
}
