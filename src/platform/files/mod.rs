//! Reading files that may be hostile, and saving so that no crash can tear a file.
//!
//! On a disk a file is opened without waiting, must be a regular file and may not exceed
//! [`READ_LIMIT`], so a pipe, a device or a giant fails at once. A save writes a
//! temporary file beside the target, syncs it and renames it over the target:
//! whatever happens, the file holds either the old or the new content.
//!
//! In a browser a save is a download, and files that were opened, dropped or saved are there
//! until the page is closed. The program's own files outlast it.

#[cfg(not(target_arch = "wasm32"))]
mod disk;
#[cfg(target_arch = "wasm32")]
mod shelf;

use serde::{Deserialize, Serialize};
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

use super::file_error::FileError;

#[cfg(not(target_arch = "wasm32"))]
pub use disk::{
    config_folder, exists, is_file, is_folder, make_folder, pictures_folder, read_stdin,
    read_up_to, remove, rename, stamp, state_folder, Lock, Save, Spool,
};
#[cfg(target_arch = "wasm32")]
pub use shelf::{
    config_folder, exists, is_file, is_folder, make_folder, pictures_folder, put, read_stdin,
    read_up_to, remove, rename, stamp, state_folder, Lock, Save, Spool,
};

/// The largest file that is read, in bytes (64 MiB).
pub const READ_LIMIT: u64 = crate::budget::FILE.most as u64;

/// Reads the whole of a regular file of at most [`READ_LIMIT`] bytes.
///
/// # Errors
/// As [`read_up_to`].
pub fn read_text(path: &Path) -> Result<Vec<u8>, FileError> {
    read_up_to(path, READ_LIMIT)
}

/// By what a file is known again: its length and the hash of its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint {
    /// Bytes.
    length: u64,
    /// Hash of the content.
    hash: u64,
}

impl Fingerprint {
    /// That of a content.
    pub fn of(bytes: &[u8]) -> Fingerprint {
        Fingerprint {
            length: bytes.len() as u64,
            hash: xxh3_64(bytes),
        }
    }

    /// That of a file as it is now; nothing if it cannot be read.
    pub fn of_file(path: &Path) -> Option<Fingerprint> {
        read_text(path).ok().map(|bytes| Fingerprint::of(&bytes))
    }
}

/// Saves `bytes` as the file `path` in one step that cannot be seen half done.
///
/// Symbolic links stay and their target is replaced; the permissions of an
/// existing file are kept. On failure the old file is intact and no temporary
/// file remains. A hard link's other names keep the old content. While saving,
/// the disk must hold the old and the new file together.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let mut save = Save::begin(path)?;
    save.write(bytes)?;
    save.finish()
}
