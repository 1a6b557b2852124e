//! Files in a browser: a shelf in memory. What is put there by a save is a download as well;
//! the program's own files are kept by the browser instead.

use super::super::file_error::FileError;
use super::super::page;
use super::READ_LIMIT;
use crate::clock::SystemTime;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

/// Below this lie the program's own files.
const OWN: &str = "/ragdoll-lab";

/// A file on the shelf.
#[derive(Clone)]
struct Item {
    bytes: Vec<u8>,
    changed: SystemTime,
}

static SHELF: Mutex<BTreeMap<PathBuf, Item>> = Mutex::new(BTreeMap::new());

fn shelf() -> MutexGuard<'static, BTreeMap<PathBuf, Item>> {
    // A panic ends the page, so nobody comes after one.
    match SHELF.lock() {
        Ok(shelf) => shelf,
        Err(left) => left.into_inner(),
    }
}

/// The name under which the browser keeps one of the program's own files.
fn kept_as(path: &Path) -> Option<&str> {
    path.to_str().filter(|_| path.starts_with(OWN))
}

fn found(path: &Path) -> Option<Item> {
    match kept_as(path) {
        Some(name) => Some(Item {
            bytes: page::kept(name)?,
            // When it was written is not kept.
            changed: SystemTime::now(),
        }),
        None => shelf().get(path).cloned(),
    }
}

/// Puts a file on the shelf that came from outside.
pub fn put(path: &Path, bytes: Vec<u8>) {
    let changed = SystemTime::now();
    shelf().insert(path.to_owned(), Item { bytes, changed });
}

/// Where the settings lie.
pub fn config_folder() -> Option<PathBuf> {
    Some(OWN.into())
}

/// Where the slots for unsaved scenes lie.
pub fn state_folder() -> Option<PathBuf> {
    Some(OWN.into())
}

/// Where pictures and films go: they are downloads.
pub fn pictures_folder() -> PathBuf {
    PathBuf::new()
}

/// Length in bytes and time of the last change of a file.
pub fn stamp(path: &Path) -> Option<(u64, SystemTime)> {
    let item = found(path)?;
    Some((item.bytes.len() as u64, item.changed))
}

/// Whether there is such a file.
pub fn exists(path: &Path) -> bool {
    found(path).is_some()
}

/// Whether there is such a file.
pub fn is_file(path: &Path) -> bool {
    exists(path)
}

/// Whether there is such a folder: a shelf has none.
pub fn is_folder(_: &Path) -> bool {
    false
}

/// Does nothing: files need no folder here.
///
/// # Errors
/// None.
pub fn make_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Takes a file away, if it is there.
pub fn remove(path: &Path) {
    match kept_as(path) {
        Some(name) => page::forget(name),
        None => drop(shelf().remove(path)),
    }
}

/// Gives a file another name.
///
/// # Errors
/// There is none, or the browser has no room.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    let item = found(from).ok_or(io::ErrorKind::NotFound)?;
    write(to, &item.bytes)?;
    remove(from);
    Ok(())
}

/// Reads the whole of a file of at most so many bytes.
///
/// # Errors
/// There is none, or it is too large.
pub fn read_up_to(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    let missing = || FileError::reading(path, io::ErrorKind::NotFound.into());
    let bytes = found(path).ok_or_else(missing)?.bytes;
    match bytes.len() as u64 > limit {
        true => Err(FileError::too_large(path, limit)),
        false => Ok(bytes),
    }
}

/// There is no standard input in a browser.
///
/// # Errors
/// Always.
pub fn read_stdin() -> Result<Vec<u8>, FileError> {
    let missing = io::ErrorKind::Unsupported.into();
    Err(FileError::reading(Path::new("-"), missing))
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(name) = kept_as(path) {
        let full = "the storage of this browser is full or switched off";
        return match page::keep(name, bytes) {
            true => Ok(()),
            false => Err(io::Error::other(full)),
        };
    }
    put(path, bytes.to_vec());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    page::download(&name, bytes);
    Ok(())
}

/// A file that is written piece by piece and appears as a whole when it is finished.
pub struct Save {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Save {
    /// Begins to write what is to become the file `path`.
    ///
    /// # Errors
    /// None here.
    pub fn begin(path: &Path) -> Result<Save, FileError> {
        Ok(Save {
            path: path.to_owned(),
            bytes: Vec::new(),
        })
    }

    /// Writes the next bytes.
    ///
    /// # Errors
    /// None here.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// The browser has no room.
    pub fn finish(self) -> Result<(), FileError> {
        let (path, length) = (&self.path, self.bytes.len() as u64);
        write(path, &self.bytes)
            .map_err(|error| FileError::writing(path, Path::new(OWN), length, error))
    }
}

/// Bytes that wait until it is known what comes before them.
#[derive(Default)]
pub struct Spool {
    bytes: Vec<u8>,
}

impl Spool {
    /// Begins to collect bytes.
    ///
    /// # Errors
    /// None here.
    pub fn begin(_: &Path) -> Result<Spool, FileError> {
        Ok(Spool::default())
    }

    /// Adds bytes.
    ///
    /// # Errors
    /// None here.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// Moves all bytes to the end of a file.
    ///
    /// # Errors
    /// None here.
    pub fn move_to(self, save: &mut Save) -> Result<(), FileError> {
        save.write(&self.bytes)
    }
}

/// Says to other pages that a file is taken.
#[derive(Debug)]
pub struct Lock;

impl Lock {
    /// Nothing if another page is there already: the files belong to the first.
    ///
    /// # Errors
    /// None here.
    pub fn take(_: &Path) -> io::Result<Option<Lock>> {
        Ok(page::is_first().then_some(Lock))
    }
}
