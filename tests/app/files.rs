//! Saving keeps links, permissions and the old content; hostile files are refused at once.
#![cfg(unix)]

use crate::common::time::PATIENCE;
use std::fs::{self, Permissions};
use std::os::unix::fs::{symlink, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use ragdoll_lab::platform::files::{read_text, write_atomic, Save, READ_LIMIT};
use ragdoll_lab::platform::FileError;

/// Names the file that the re-executed test binary saves without end.
const SAVE_FOREVER: &str = "RAGDOLL_LAB_TEST_SAVE_FOREVER";

/// Long enough that a kill often hits the middle of a save.
const CONTENT_BYTES: usize = 200_000;

fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn mode_of(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn a_save_replaces_the_content_and_leaves_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Über 人形.json");
    write_atomic(&path, b"old").unwrap();
    write_atomic(&path, b"new").unwrap();
    assert_eq!(read_text(&path).unwrap(), b"new");
    assert_eq!(names_in(folder.path()), ["Über 人形.json"]);
}

#[test]
fn a_symbolic_link_is_kept_and_its_target_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let real = folder.path().join("real");
    fs::create_dir(&real).unwrap();
    fs::write(real.join("scene.json"), "old").unwrap();
    let link = folder.path().join("link.json");
    symlink("real/scene.json", &link).unwrap();
    write_atomic(&link, b"new").unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read(real.join("scene.json")).unwrap(), b"new");
    assert_eq!(names_in(&real), ["scene.json"]);
}

#[test]
fn a_link_to_a_file_that_does_not_exist_yet_creates_it() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("link.json");
    symlink("scene.json", &link).unwrap();
    write_atomic(&link, b"new").unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read(folder.path().join("scene.json")).unwrap(), b"new");
}

#[test]
fn links_that_lead_to_each_other_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    symlink("b", folder.path().join("a")).unwrap();
    symlink("a", folder.path().join("b")).unwrap();
    assert!(write_atomic(&folder.path().join("a"), b"new").is_err());
}

#[test]
fn the_mode_of_an_existing_file_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.json");
    for mode in [0o600, 0o640, 0o664] {
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        write_atomic(&path, b"new").unwrap();
        assert_eq!(mode_of(&path), mode, "{mode:o}");
    }
}

#[test]
fn a_new_file_gets_the_mode_that_the_umask_leaves() {
    let folder = tempfile::tempdir().unwrap();
    let plain = folder.path().join("plain");
    fs::write(&plain, "").unwrap();
    let saved = folder.path().join("saved");
    write_atomic(&saved, b"new").unwrap();
    assert_eq!(mode_of(&saved), mode_of(&plain));
}

#[test]
fn a_write_protected_file_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.json");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o444)).unwrap();
    let error = write_atomic(&path, b"new").unwrap_err();
    assert!(matches!(error, FileError::Protected { .. }));
    assert_eq!(fs::read(&path).unwrap(), b"old");
}

#[test]
fn a_bare_file_name_is_saved_in_the_current_folder() {
    // Cargo runs tests in the package's folder; the name is unlikely enough there.
    let path = Path::new("bare-name-of-a-test.json");
    let saved = write_atomic(path, b"new");
    let content = fs::read(path);
    let _ = fs::remove_file(path);
    saved.unwrap();
    assert_eq!(content.unwrap(), b"new");
}

#[test]
fn a_missing_folder_and_a_folder_as_target_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let lost = folder.path().join("nowhere/scene.json");
    let error = write_atomic(&lost, b"new").unwrap_err();
    assert!(matches!(error, FileError::MissingFolder { .. }));
    assert!(error.to_string().contains("nowhere"), "{error}");
    assert!(error.to_string().contains("Save as"), "{error}");

    let error = write_atomic(folder.path(), b"new").unwrap_err();
    assert!(matches!(error, FileError::NotAFile { .. }), "{error}");
}

#[test]
fn what_killed_saves_left_is_swept_and_nothing_that_is_still_written() {
    let folder = tempfile::tempdir().unwrap();
    let names = [".ragdoll-aaaaaa.tmp", ".ragdoll-bbbbbb.tmp", ".other-c.tmp"];
    let [left, written, _] = names.map(|name| fs::File::create(folder.path().join(name)).unwrap());
    written.lock().unwrap();
    drop(left);
    let save = Save::begin(&folder.path().join("film.gif")).unwrap();
    write_atomic(&folder.path().join("scene.json"), b"new").unwrap();
    save.finish().unwrap();
    assert_eq!(
        names_in(folder.path()),
        [
            ".other-c.tmp",
            ".ragdoll-bbbbbb.tmp",
            "film.gif",
            "scene.json"
        ]
    );
}

#[test]
fn hostile_files_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let giant = folder.path().join("giant.json");
    let file = fs::File::create(&giant).unwrap();
    file.set_len(1 << 30).unwrap();

    let hostile = [
        pipe,
        giant,
        folder.path().to_path_buf(),
        PathBuf::from("/dev/zero"),
        folder.path().join("absent.json"),
    ];
    for path in hostile {
        let start = Instant::now();
        let error = read_text(&path).unwrap_err().to_string();
        assert!(start.elapsed() < PATIENCE, "{error}");
        assert!(error.contains(&path.display().to_string()), "{error}");
        assert!(error.contains(';'), "no remedy: {error}");
    }
}

#[test]
fn a_file_of_exactly_the_limit_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("limit");
    let file = fs::File::create(&path).unwrap();
    file.set_len(READ_LIMIT).unwrap();
    assert_eq!(read_text(&path).unwrap().len() as u64, READ_LIMIT);
    file.set_len(READ_LIMIT + 1).unwrap();
    assert!(matches!(read_text(&path), Err(FileError::TooLarge { .. })));
}

/// A small file system of its own, unmounted on drop.
struct Tmpfs(tempfile::TempDir);

impl Tmpfs {
    /// Nothing where the user may not mount; says so on stderr.
    fn of_300_kb() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=300k", "tmpfs"])
            .arg(folder.path())
            .stderr(Stdio::null())
            .status();
        if mounted.is_ok_and(|status| status.success()) {
            Some(Self(folder))
        } else {
            eprintln!("skipped: this user may not mount a small file system");
            None
        }
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn make_read_only(&self) {
        let status = Command::new("mount")
            .args(["-o", "remount,ro"])
            .arg(self.path())
            .status();
        assert!(status.unwrap().success());
    }
}

impl Drop for Tmpfs {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.path()).status();
    }
}

#[test]
fn a_full_disk_leaves_the_old_file_intact() {
    let Some(disk) = Tmpfs::of_300_kb() else {
        return;
    };
    let path = disk.path().join("scene.json");
    let old = vec![b'o'; 100_000];
    write_atomic(&path, &old).unwrap();
    let error = write_atomic(&path, &vec![b'n'; 250_000]).unwrap_err();
    assert!(matches!(
        error,
        FileError::DiskFull {
            needed: 250_000,
            ..
        }
    ));
    assert!(error.to_string().contains("245 KiB"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), old);
    assert_eq!(names_in(disk.path()), ["scene.json"]);
}

#[test]
fn a_read_only_folder_is_named_with_the_remedy() {
    let Some(disk) = Tmpfs::of_300_kb() else {
        return;
    };
    let path = disk.path().join("scene.json");
    write_atomic(&path, b"old").unwrap();
    disk.make_read_only();
    let error = write_atomic(&path, b"new").unwrap_err();
    assert!(matches!(error, FileError::ReadOnlyFolder { .. }));
    assert!(error.to_string().contains("Save as"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), b"old");
}

/// The child's part of the next test; does nothing in an ordinary run.
#[test]
fn save_forever_when_asked_to() {
    let Some(path) = std::env::var_os(SAVE_FOREVER) else {
        return;
    };
    for round in 0_u32.. {
        let byte = if round % 2 == 0 { b'o' } else { b'n' };
        write_atomic(Path::new(&path), &vec![byte; CONTENT_BYTES]).unwrap();
    }
}

fn start_saving(path: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "files::save_forever_when_asked_to"])
        .env(SAVE_FOREVER, path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn a_killed_save_leaves_the_old_or_the_new_content() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.json");
    write_atomic(&path, &vec![b'o'; CONTENT_BYTES]).unwrap();
    let mut ever_new = false;
    for round in 0..30 {
        let mut child = start_saving(&path);
        std::thread::sleep(Duration::from_millis(20 + 3 * round));
        child.kill().unwrap();
        child.wait().unwrap();
        let content = fs::read(&path).unwrap();
        assert_eq!(content.len(), CONTENT_BYTES, "torn in round {round}");
        assert!(content.iter().all(|byte| *byte == content[0]));
        ever_new |= content[0] == b'n';
    }
    assert!(ever_new, "the child never saved");
}
