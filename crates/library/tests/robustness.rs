//! Nothing is lost: kills, full disks, damaged files, and several programs at
//! once.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use fastrand::Rng;
use tengen_library::{
    Access, Added, Cancel, GameId, ImportReport, Library, LibraryError, MoveLoss, Order, Page,
    Query, rebuild_damaged,
};
use tengen_rules::ByColor;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tengen-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn library(&self) -> PathBuf {
        self.path("library.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A game of thirty moves that no other number has.
fn game(number: u64) -> String {
    let mut rng = Rng::with_seed(number);
    let mut points: Vec<(u8, u8)> =
        (0..19).flat_map(|column| (0..19).map(move |row| (column, row))).collect();
    rng.shuffle(&mut points);
    let mut text =
        format!("(;FF[4]SZ[19]PB[Black {number}]PW[White {number}]DT[20{:02}]", number % 26);
    for (idx, (column, row)) in points.into_iter().take(30).enumerate() {
        let color = if idx % 2 == 0 { 'B' } else { 'W' };
        let letters = [column, row].map(|it| char::from(b'a' + it));
        text.extend([';', color, '[', letters[0], letters[1], ']']);
    }
    text + ")\n"
}

/// Games as files, and some in collections with odd text between them.
fn write_games(folder: &Path, n_games: u64) {
    fs::create_dir_all(folder.join("deep/er")).unwrap();
    let mut number = 0;
    while number < n_games {
        if number % 5 == 0 {
            let mut text = "odd words\r\n".to_owned();
            for _ in 0..7 {
                text.push_str(&game(number));
                text.push_str("  between \n");
                number += 1;
            }
            fs::write(folder.join(format!("deep/er/{number}.sgf")), text).unwrap();
        } else {
            fs::write(folder.join(format!("{number}.SGF")), game(number)).unwrap();
            number += 1;
        }
    }
}

fn import(library: &mut Library, folder: &Path) -> Result<ImportReport, LibraryError> {
    library.import(&[folder.to_path_buf()], &Cancel::new(), &mut |_| ())
}

fn defects(library: &mut Library) -> Vec<String> {
    let defects = library.check(&Cancel::new(), &mut |_, _| ()).unwrap();
    defects.iter().map(ToString::to_string).collect()
}

/// Every file of a folder with its bytes.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            files.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
    files
}

#[test]
fn files_are_given_back_to_the_byte() {
    let folder = Folder::new("bytes");
    let games = folder.path("games");
    write_games(&games, 60);
    let mut library = Library::open(&folder.library(), Access::Create).unwrap();
    let report = import(&mut library, &games).unwrap();
    assert_eq!(report.n_new, u64::from(library.len().unwrap()));
    for (path, bytes) in files(&games) {
        assert_eq!(library.file_bytes(&path).unwrap(), Some(bytes), "{}", path.display());
    }
    assert_eq!(library.file_bytes(Path::new("nothing")).unwrap(), None);
    let again = import(&mut library, &games).unwrap();
    assert_eq!((again.n_unchanged, again.n_games()), (report.n_files, 0));
    assert_eq!(defects(&mut library), [""; 0]);
}

/// What a child of this test does: it imports a folder until it is killed.
///
/// Without its environment, this test does nothing.
#[test]
fn child_that_imports() {
    let Some(library) = std::env::var_os("TENGEN_TEST_LIBRARY") else { return };
    let games = std::env::var_os("TENGEN_TEST_GAMES").unwrap();
    let mut library = Library::open(Path::new(&library), Access::Create).unwrap();
    // The parent kills it anywhere in here.
    library.import(&[games.into()], &Cancel::new(), &mut |_| ()).unwrap();
}

#[test]
fn a_killed_import_goes_on() {
    let folder = Folder::new("kill");
    let games = folder.path("games");
    write_games(&games, 1500);
    let n_games = files(&games).values().map(|it| count(it)).sum::<usize>();
    let mut rng = Rng::with_seed(50);
    let mut n_killed = 0;
    let start_child = || {
        Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "child_that_imports", "--nocapture", "--test-threads=1"])
            .env("TENGEN_TEST_LIBRARY", folder.library())
            .env("TENGEN_TEST_GAMES", &games)
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    };
    // How long it takes on this machine, so that the kills are all over it.
    let start = std::time::Instant::now();
    assert!(start_child().wait().unwrap().success());
    let duration = start.elapsed().as_micros() as u64;
    remove_library(&folder);
    for _ in 0..50 {
        let mut child = start_child();
        let target = rng.u64(0..duration);
        let start = std::time::Instant::now();
        while start.elapsed().as_micros() < u128::from(target) {
            if child.try_wait().unwrap().is_some() {
                break;
            }
            std::thread::yield_now();
        }
        n_killed += usize::from(child.try_wait().unwrap().is_none());
        let _ = child.kill();
        child.wait().unwrap();
        let Ok(mut library) = Library::open(&folder.library(), Access::Create) else {
            panic!("the library cannot be opened after a kill");
        };
        assert_eq!(defects(&mut library), [""; 0]);
        if library.len().unwrap() as usize == n_games {
            // All is there: the next one begins anew.
            drop(library);
            remove_library(&folder);
        }
    }
    assert!(n_killed > 10, "only {n_killed} children were killed at work");
    let mut library = Library::open(&folder.library(), Access::Create).unwrap();
    import(&mut library, &games).unwrap();
    assert_eq!(library.len().unwrap() as usize, n_games);
    for (path, bytes) in files(&games) {
        assert_eq!(library.file_bytes(&path).unwrap(), Some(bytes), "{}", path.display());
    }
}

fn remove_library(folder: &Folder) {
    for suffix in ["", "-wal", "-shm"] {
        // Some of them need not be there.
        let _ = fs::remove_file(folder.path(&format!("library.db{suffix}")));
    }
}

fn count(bytes: &[u8]) -> usize {
    bytes.windows(2).filter(|it| it == b"(;").count()
}

#[test]
fn a_stopped_import_goes_on() {
    let folder = Folder::new("stop");
    let games = folder.path("games");
    write_games(&games, 2500);
    let mut library = Library::open(&folder.library(), Access::Create).unwrap();
    let cancel = Cancel::new();
    let stop = cancel.clone();
    let report = library.import(std::slice::from_ref(&games), &cancel, &mut |_| stop.cancel());
    let report = report.unwrap();
    assert!(report.is_stopped && report.n_new > 0, "{report:?}");
    let rest = import(&mut library, &games).unwrap();
    assert!(!rest.is_stopped);
    assert_eq!(report.n_new + rest.n_new, u64::from(library.len().unwrap()));
    assert_eq!(defects(&mut library), [""; 0]);
}

#[test]
fn several_programs_write_at_once() {
    let folder = Folder::new("several");
    for part in 0..4 {
        let games = folder.path(&format!("games{part}"));
        fs::create_dir_all(&games).unwrap();
        for number in 0..120 {
            // Half of them are the same for all.
            let number = if number % 2 == 0 { number } else { 1000 * (part + 1) + number };
            fs::write(games.join(format!("{number}.sgf")), game(number)).unwrap();
        }
    }
    std::thread::scope(|scope| {
        for part in 0..4 {
            let (library, games) = (folder.library(), folder.path(&format!("games{part}")));
            scope.spawn(move || {
                let mut library = Library::open(&library, Access::Create).unwrap();
                import(&mut library, &games).unwrap();
                library.games(&Query::all(), Order::default(), Page::ALL, &Cancel::new()).unwrap();
            });
        }
    });
    let mut library = Library::open(&folder.library(), Access::Write).unwrap();
    assert_eq!(library.len().unwrap(), 60 + 4 * 60);
    assert_eq!(library.sources(GameId::from_number(1)).unwrap().len() % 3, 1);
    assert_eq!(defects(&mut library), [""; 0]);
}

#[test]
fn a_later_version_is_left_untouched() {
    let folder = Folder::new("later");
    let path = folder.library();
    drop(Library::open(&path, Access::Create).unwrap());
    let mut bytes = fs::read(&path).unwrap();
    bytes[60..64].copy_from_slice(&99_u32.to_be_bytes());
    fs::write(&path, &bytes).unwrap();
    for access in [Access::Create, Access::Write, Access::Read] {
        let error = Library::open(&path, access).unwrap_err();
        assert!(matches!(error, LibraryError::Newer { found: 99, supported: 1 }), "{error}");
    }
    assert_eq!(fs::read(&path).unwrap(), bytes);
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
}

#[test]
fn other_files_are_left_untouched() {
    let folder = Folder::new("other");
    for contents in [&b"(;B[aa])"[..], b"SQLite format 3\0 and nonsense", &[0; 5000]] {
        let path = folder.path("other");
        fs::write(&path, contents).unwrap();
        let error = Library::open(&path, Access::Create).unwrap_err();
        assert!(matches!(error, LibraryError::NotALibrary), "{error}");
        assert_eq!(fs::read(&path).unwrap(), contents);
    }
    let error = Library::open(&folder.path("none"), Access::Write).unwrap_err();
    assert!(matches!(error, LibraryError::Missing), "{error}");
}

#[test]
fn a_full_disk_loses_nothing() {
    let folder = Folder::new("full");
    let games = folder.path("games");
    write_games(&games, 900);
    let mut library = Library::open(&folder.library(), Access::Create).unwrap();
    library.add(Path::new("mine.sgf"), game(9999).as_bytes(), ByColor::default()).unwrap();
    let n_before = library.len().unwrap();
    for limit in [60, 80, 120] {
        library.set_size_limit(Some(limit)).unwrap();
        let error = import(&mut library, &games).unwrap_err();
        assert!(matches!(error, LibraryError::Full), "{error}");
        let error =
            library.add(Path::new("x.sgf"), vec![b' '; 1 << 20].as_slice(), ByColor::default());
        assert!(matches!(error, Ok(Added::NoGame) | Err(LibraryError::Full)));
    }
    library.set_size_limit(None).unwrap();
    assert!(library.len().unwrap() >= n_before);
    assert_eq!(defects(&mut library), [""; 0]);
    import(&mut library, &games).unwrap();
    let n_games: usize = files(&games).values().map(|it| count(it)).sum();
    assert_eq!(library.len().unwrap() as usize, n_games + 1);
}

#[test]
fn a_library_that_is_read_only_can_be_read() {
    let folder = Folder::new("readonly");
    let mut library = Library::open(&folder.library(), Access::Create).unwrap();
    let added = library.add(Path::new("a.sgf"), game(1).as_bytes(), ByColor::default()).unwrap();
    drop(library);
    let mut library = Library::open(&folder.library(), Access::Read).unwrap();
    assert_eq!(library.bytes(added.game().unwrap()).unwrap(), game(1).as_bytes());
    let error = library.add(Path::new("b.sgf"), game(2).as_bytes(), ByColor::default());
    assert!(matches!(error, Err(LibraryError::ReadOnly)), "{error:?}");
    assert_eq!(library.len().unwrap(), 1);
}

#[test]
fn a_damaged_file_says_so_and_is_saved() {
    let folder = Folder::new("damaged");
    let games = folder.path("games");
    write_games(&games, 400);
    let path = folder.library();
    let mut library = Library::open(&path, Access::Create).unwrap();
    import(&mut library, &games).unwrap();
    library.add_tag(&[GameId::from_number(3)], "Study").unwrap();
    let n_games = library.len().unwrap();
    drop(library);
    let sound = fs::read(&path).unwrap();
    let mut rng = Rng::with_seed(7);
    for _ in 0..12 {
        let mut bytes = sound.clone();
        // Some pages behind the list of tables are overwritten.
        for _ in 0..3 {
            let page = rng.usize(64..bytes.len() / 4096) * 4096;
            bytes[page..page + 4096].fill_with(|| rng.u8(..));
        }
        fs::write(&path, &bytes).unwrap();
        let opened = Library::open(&path, Access::Write);
        let is_noticed = match opened {
            Ok(mut library) => match library.check(&Cancel::new(), &mut |_, _| ()) {
                Ok(defects) => !defects.is_empty(),
                Err(error) => matches!(error, LibraryError::Damaged),
            },
            Err(error) => matches!(error, LibraryError::Damaged),
        };
        assert!(is_noticed, "the damage was not noticed");
        let report = rebuild_damaged(&path, &Cancel::new(), &mut |_, _| ()).unwrap();
        let aside = report.damaged.unwrap();
        assert_eq!(fs::read(&aside).unwrap(), bytes, "the damaged file was changed");
        let mut library = Library::open(&path, Access::Write).unwrap();
        assert_eq!(defects(&mut library), [""; 0]);
        assert!(library.len().unwrap() > n_games / 2, "{} {n_games}", library.len().unwrap());
        import(&mut library, &games).unwrap();
        assert_eq!(library.len().unwrap(), n_games);
        for (path, bytes) in files(&games) {
            assert!(library.file_bytes(&path).unwrap() == Some(bytes), "{}", path.display());
        }
        drop(library);
        remove_library(&folder);
        fs::remove_file(aside).unwrap();
    }
}

#[test]
fn a_rebuild_keeps_what_the_user_has_made() {
    let folder = Folder::new("rebuild");
    let games = folder.path("games");
    write_games(&games, 80);
    let mut library = Library::open(&folder.library(), Access::Create).unwrap();
    import(&mut library, &games).unwrap();
    let id = GameId::from_number(5);
    library.add_tag(&[id], "Study").unwrap();
    library.set_losses(id, &[MoveLoss { node: 3, points: 2.5 }]).unwrap();
    library.remove(GameId::from_number(6)).unwrap();
    let list = |library: &mut Library| {
        library.games(&Query::all(), Order::default(), Page::ALL, &Cancel::new()).unwrap()
    };
    let before = list(&mut library);
    let report = library.rebuild(&Cancel::new(), &mut |_, _| ()).unwrap();
    assert_eq!(report.n_games, before.total);
    assert_eq!(list(&mut library), before);
    assert_eq!(library.tags_of(id).unwrap(), ["study"]);
    assert_eq!(library.losses(id).unwrap(), [MoveLoss { node: 3, points: 2.5 }]);
    assert_eq!(defects(&mut library), [""; 0]);
    assert!(matches!(library.game(GameId::from_number(6)), Err(LibraryError::NoGame(_))));
}

#[test]
fn a_changed_file_is_a_later_version_of_its_game() {
    let folder = Folder::new("changed");
    let path = folder.path("a.sgf");
    let text = game(1);
    fs::write(&path, &text).unwrap();
    let mut library = Library::open(&folder.library(), Access::Create).unwrap();
    library.watch(&folder.0).unwrap();
    assert_eq!(library.import_watched(&Cancel::new(), &mut |_| ()).unwrap().n_new, 1);
    library.add_tag(&[GameId::from_number(1)], "mine").unwrap();
    let longer = text.replace(")\n", ";B[];W[];B[aa])\n");
    let mut file = fs::File::create(&path).unwrap();
    file.write_all(longer.as_bytes()).unwrap();
    drop(file);
    let report = library.import_watched(&Cancel::new(), &mut |_| ()).unwrap();
    assert_eq!((report.n_new, report.n_known), (0, 1));
    assert_eq!(library.len().unwrap(), 1);
    let id = GameId::from_number(1);
    assert_eq!(library.bytes(id).unwrap(), longer.as_bytes());
    assert_eq!(library.all_bytes(id).unwrap().len(), 2);
    assert_eq!(library.game(id).unwrap().n_moves, 33);
    assert_eq!(library.tags_of(id).unwrap(), ["mine"]);
    assert_eq!(defects(&mut library), [""; 0]);
}
