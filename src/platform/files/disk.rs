//! Files on a disk.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use etcetera::{choose_base_strategy, home_dir, BaseStrategy};

use super::super::file_error::{FileError, FileKind};
use super::READ_LIMIT;
use crate::clock::SystemTime;

/// How temporary files beside a target are named: `.ragdoll-XXXXXX.tmp`.
const TEMPORARY_PREFIX: &str = ".ragdoll-";
const TEMPORARY_SUFFIX: &str = ".tmp";

/// Temporary files of a killed save are removed after this time where files cannot be locked.
const STRAY_AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// As many symbolic links as Linux itself follows before it reports a loop.
const MAX_LINKS: usize = 40;

/// `O_NONBLOCK`: opening a pipe without a writer returns instead of waiting.
#[cfg(any(target_os = "linux", target_os = "android"))]
const OPEN_NON_BLOCKING: i32 = 0o4000;
/// `O_NONBLOCK` of the BSD family, macOS among them.
#[cfg(all(unix, not(any(target_os = "linux", target_os = "android"))))]
const OPEN_NON_BLOCKING: i32 = 0x4;

/// The program's own folder for settings: `ragdoll-lab` in the user's configuration folder (on
/// Linux `$XDG_CONFIG_HOME` or `~/.config`). Nothing for a user without a home.
pub fn config_folder() -> Option<PathBuf> {
    let folders = choose_base_strategy().ok()?;
    Some(folders.config_dir().join("ragdoll-lab"))
}

/// The program's own folder for what is between two starts: `ragdoll-lab` in the user's state
/// folder (on Linux `$XDG_STATE_HOME` or `~/.local/state`). Nothing for a user without a home.
pub fn state_folder() -> Option<PathBuf> {
    let folders = choose_base_strategy().ok()?;
    let state = folders.state_dir().unwrap_or_else(|| folders.data_dir());
    Some(state.join("ragdoll-lab"))
}

/// Where pictures and films go that nobody has named: the current folder, or if that cannot be
/// written the user's folder for pictures or home. A program that was started from a menu may
/// be anywhere.
pub fn pictures_folder() -> PathBuf {
    let home = home_dir().ok();
    first_writable(Path::new(""), home.as_deref())
}

fn first_writable(current: &Path, home: Option<&Path>) -> PathBuf {
    let may_write = |folder: &Path| {
        let folder = match folder.as_os_str().is_empty() {
            true => Path::new("."),
            false => folder,
        };
        temporary_in(folder).is_ok()
    };
    let of_home = home.into_iter();
    let of_home = of_home.flat_map(|home| [home.join("Pictures"), home.to_owned()]);
    let mut folders = std::iter::once(current.to_owned()).chain(of_home);
    let found = folders.find(|folder| may_write(folder));
    found.unwrap_or_else(|| current.to_owned())
}

/// Length in bytes and time of the last change of a file: a cheap sign that it may have
/// changed. Nothing if there is no such file.
pub fn stamp(path: &Path) -> Option<(u64, SystemTime)> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.len(), metadata.modified().ok()?))
}

/// Reads the whole of a regular file of at most so many bytes.
///
/// The bytes are returned as they are; their encoding is the caller's affair.
/// Fails at once on folders, pipes, devices and files that are too large.
pub fn read_up_to(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    let failed = |error: io::Error| FileError::reading(path, error);
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(OPEN_NON_BLOCKING);
    }
    // Windows cannot open a folder as a file at all; ask before opening.
    if path.is_dir() {
        return Err(FileError::not_a_file(path, FileKind::Folder));
    }
    let file = options.open(path).map_err(failed)?;
    let metadata = file.metadata().map_err(failed)?;
    if !metadata.is_file() {
        return Err(FileError::not_a_file(path, FileKind::of(&metadata)));
    }
    if metadata.len() > limit {
        return Err(FileError::too_large(path, limit));
    }
    read_capped(file, path, limit)
}

/// Reads standard input to its end, at most [`READ_LIMIT`] bytes.
pub fn read_stdin() -> Result<Vec<u8>, FileError> {
    read_capped(io::stdin().lock(), Path::new("-"), READ_LIMIT)
}

/// Reads `source` to its end, refusing more than `limit` bytes.
///
/// The length a file reports may be wrong (a growing file, `/proc`), so the
/// limit is enforced on the bytes that arrive.
fn read_capped(source: impl Read, path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    source
        .take(limit + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| FileError::reading(path, error))?;
    if bytes.len() as u64 > limit {
        return Err(FileError::too_large(path, limit));
    }
    Ok(bytes)
}

/// Whether there is anything at a path.
pub fn exists(path: &Path) -> bool {
    path.exists()
}

/// Whether there is a file at a path.
pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// Whether there is a folder at a path.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir()
}

/// Makes a folder and those that it lies in; what is there stays.
///
/// # Errors
/// It cannot be made.
pub fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Takes a file away, if it is there and that is allowed.
pub fn remove(path: &Path) {
    let _ = fs::remove_file(path);
}

/// Gives a file another name.
///
/// # Errors
/// There is none, or the folder cannot be written to.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

/// A file that other programs see to be taken, for as long as this lives.
#[derive(Debug)]
pub struct Lock {
    /// The system gives the lock back when this is closed, however the program ends.
    _file: File,
}

impl Lock {
    /// Nothing if another program has taken it.
    ///
    /// # Errors
    /// It cannot be made or locked.
    pub fn take(path: &Path) -> io::Result<Option<Lock>> {
        let mut options = OpenOptions::new();
        let options = options.create(true).truncate(false).write(true);
        let file = options.open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Lock { _file: file })),
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            Err(fs::TryLockError::Error(error)) => Err(error),
        }
    }
}

/// A file that is written piece by piece and appears as a whole when it is finished, as
/// [`super::write_atomic`] has it. Nothing of one that is dropped before remains.
pub struct Save {
    path: PathBuf,
    target: PathBuf,
    temporary: tempfile::NamedTempFile,
    /// Bytes so far.
    length: u64,
}

impl Save {
    /// Begins to write what is to become the file `path`.
    ///
    /// # Errors
    /// A target that is no file or is protected; a folder that cannot be written.
    pub fn begin(path: &Path) -> Result<Save, FileError> {
        let target = resolve(path)?;
        let old = existing_file(path, &target)?;
        let failed = |error| FileError::writing(path, folder_of(&target), 0, error);
        let temporary = temporary_in(folder_of(&target)).map_err(failed)?;
        if let Some(old) = &old {
            copy_access(old, temporary.as_file()).map_err(failed)?;
        }
        Ok(Save {
            path: path.to_path_buf(),
            target,
            temporary,
            length: 0,
        })
    }

    /// Writes the next bytes.
    ///
    /// # Errors
    /// A disk that is full or fails.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.length += bytes.len() as u64;
        let written = self.temporary.write_all(bytes);
        written.map_err(|error| self.failed(error))
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// The same; the old file is intact then.
    pub fn finish(self) -> Result<(), FileError> {
        let synced = self.temporary.as_file().sync_all();
        synced.map_err(|error| self.failed(error))?;
        let folder = folder_of(&self.target);
        let put = self.temporary.persist(&self.target);
        put.map_err(|refused| {
            let error = refused.error;
            let is_refused = error.kind() == io::ErrorKind::PermissionDenied;
            // The folder has just taken a file: Windows refuses to replace an open one.
            match cfg!(windows) && is_refused && self.target.exists() {
                true => FileError::in_use(self.path.clone()),
                false => FileError::writing(&self.path, folder, self.length, error),
            }
        })?;
        sync_folder(folder);
        sweep_strays(folder);
        Ok(())
    }

    fn failed(&self, error: io::Error) -> FileError {
        FileError::writing(&self.path, folder_of(&self.target), self.length, error)
    }
}

/// Bytes that wait on the disk, beside the file that they are for, until it is known what comes
/// before them. Nothing of them remains.
pub struct Spool {
    path: PathBuf,
    file: io::BufWriter<File>,
    length: u64,
}

impl Spool {
    /// Begins to collect bytes for the file `path`.
    ///
    /// # Errors
    /// A folder that cannot be written.
    pub fn begin(path: &Path) -> Result<Spool, FileError> {
        let file = tempfile::tempfile_in(folder_of(path));
        let file = file.map_err(|error| FileError::writing(path, folder_of(path), 0, error))?;
        Ok(Spool {
            path: path.to_path_buf(),
            file: io::BufWriter::new(file),
            length: 0,
        })
    }

    /// Adds bytes.
    ///
    /// # Errors
    /// A disk that is full or fails.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.length += bytes.len() as u64;
        let written = self.file.write_all(bytes);
        written.map_err(|error| self.failed(error))
    }

    /// Moves all bytes to the end of a file.
    ///
    /// # Errors
    /// The same, of either file.
    pub fn move_to(mut self, save: &mut Save) -> Result<(), FileError> {
        let begin = self.file.seek(io::SeekFrom::Start(0));
        begin.map_err(|error| self.failed(error))?;
        let copied = io::copy(self.file.get_mut(), &mut save.temporary);
        save.length += copied.map_err(|error| self.failed(error))?;
        Ok(())
    }

    fn failed(&self, error: io::Error) -> FileError {
        FileError::writing(&self.path, folder_of(&self.path), self.length, error)
    }
}

/// The file that `path` stands for once all symbolic links are followed.
fn resolve(path: &Path) -> Result<PathBuf, FileError> {
    let failed = |error: io::Error| FileError::writing(path, folder_of(path), 0, error);
    let mut place = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        match fs::canonicalize(&place) {
            Ok(target) => return Ok(target),
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
            Err(_) => {}
        }
        let Some(name) = place.file_name() else {
            return Err(FileError::not_a_file(path, FileKind::Folder));
        };
        let folder = folder_of(&place);
        let folder =
            fs::canonicalize(folder).map_err(|error| FileError::writing(path, folder, 0, error))?;
        place = folder.join(name);
        // A link whose target does not exist yet: the target is to be created.
        match fs::read_link(&place) {
            Ok(link) => place = folder.join(link),
            Err(_) => return Ok(place),
        }
    }
    Err(failed(io::Error::other("too many symbolic links")))
}

/// The folder a path lies in; a bare file name lies in the current folder.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// What is to be replaced, if anything; refuses what is no file or write-protected.
fn existing_file(path: &Path, target: &Path) -> Result<Option<fs::Metadata>, FileError> {
    let Ok(metadata) = fs::metadata(target) else {
        return Ok(None);
    };
    if !metadata.is_file() {
        return Err(FileError::not_a_file(path, FileKind::of(&metadata)));
    }
    // Renaming would get round the file's own protection, which only the folder limits.
    if metadata.permissions().readonly() {
        return Err(FileError::Protected {
            path: path.to_path_buf(),
        });
    }
    Ok(Some(metadata))
}

/// An empty temporary file in `folder`, removed again when dropped. Until then it is locked, by
/// which other programs see that somebody writes it.
fn temporary_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut file = new_temporary_in(folder)?;
    // Where files cannot be locked, their age alone has to tell.
    let _ = file.as_file().lock();
    // Another program may have taken it for a stray just before.
    if !file.path().exists() {
        file = new_temporary_in(folder)?;
        let _ = file.as_file().lock();
    }
    Ok(file)
}

fn new_temporary_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY_PREFIX).suffix(TEMPORARY_SUFFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The umask takes away from this what the user wants taken away.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Gives `new` the owner and the permissions of `old`.
fn copy_access(old: &fs::Metadata, new: &File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{fchown, MetadataExt};
        // Only root may give files away; for others the owner is mostly the same.
        let _ = fchown(new, Some(old.uid()), Some(old.gid()));
    }
    new.set_permissions(old.permissions())
}

/// Makes the rename itself durable.
///
/// A failure is not reported: the new file is already in place, and some file
/// systems cannot sync a folder at all.
fn sync_folder(folder: &Path) {
    #[cfg(unix)]
    {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    #[cfg(not(unix))]
    let _ = folder;
}

/// Removes temporary files in `folder` that nobody writes any more: what killed saves left.
fn sweep_strays(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let ours = name.starts_with(TEMPORARY_PREFIX) && name.ends_with(TEMPORARY_SUFFIX);
        if ours {
            remove_stray(&entry);
        }
    }
}

/// Removes a temporary file if nobody writes it: the system gives the lock of a program back
/// when that ends.
fn remove_stray(entry: &fs::DirEntry) {
    let Some(metadata) = entry.metadata().ok().filter(fs::Metadata::is_file) else {
        return;
    };
    let path = entry.path();
    let file = OpenOptions::new().write(true).open(&path);
    let is_stray = match file.as_ref().map(File::try_lock) {
        Ok(Ok(())) => true,
        Ok(Err(fs::TryLockError::WouldBlock)) => false,
        Ok(Err(fs::TryLockError::Error(_))) | Err(_) => is_old(&metadata),
    };
    if is_stray {
        // Still locked, so that whoever is about to write it sees that it is gone.
        let _ = fs::remove_file(path);
    }
}

/// Whether a file is too old to belong to a save that still runs.
fn is_old(metadata: &fs::Metadata) -> bool {
    let changed = metadata.modified().ok();
    let age = changed.and_then(|time| time.elapsed().ok());
    age.is_some_and(|age| age > STRAY_AGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_longer_than_the_limit_is_refused() {
        let error = read_capped(io::repeat(b'x'), Path::new("-"), 100).unwrap_err();
        assert!(matches!(error, FileError::TooLarge { limit: 100, .. }));
        assert!(error.to_string().contains("standard input"));
    }

    #[test]
    fn a_source_of_exactly_the_limit_is_read() {
        let bytes = read_capped(&[7u8; 100][..], Path::new("-"), 100).unwrap();
        assert_eq!(bytes.len(), 100);
    }

    #[test]
    fn pictures_go_to_a_folder_that_can_be_written() {
        let place = tempfile::tempdir().unwrap();
        let (current, home) = (place.path().join("here"), place.path().join("home"));
        let pictures = home.join("Pictures");
        assert_eq!(first_writable(&current, Some(&home)), current, "nowhere");
        fs::create_dir_all(&home).unwrap();
        assert_eq!(first_writable(&current, Some(&home)), home);
        fs::create_dir(&pictures).unwrap();
        assert_eq!(first_writable(&current, Some(&home)), pictures);
        fs::create_dir(&current).unwrap();
        assert_eq!(first_writable(&current, Some(&home)), current);
    }

    #[test]
    fn a_bare_name_lies_in_the_current_folder() {
        assert_eq!(folder_of(Path::new("scene.json")), Path::new("."));
        assert_eq!(folder_of(Path::new("a/scene.json")), Path::new("a"));
    }
}
