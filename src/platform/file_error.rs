//! Why a file could not be read or saved, in words that say what to do next.

use crate::text::clean;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// What lies at a path where a plain file was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A folder.
    Folder,
    /// A pipe, a socket or a device.
    Device,
}

impl FileKind {
    /// The kind of what is known not to be a plain file.
    pub(super) fn of(metadata: &std::fs::Metadata) -> Self {
        if metadata.is_dir() {
            Self::Folder
        } else {
            Self::Device
        }
    }
}

/// A failure to read or to save a file.
///
/// Its text names the thing, the place and the remedy.
#[derive(Debug)]
pub enum FileError {
    /// No such file.
    NotFound {
        /// The file that was asked for.
        path: PathBuf,
    },
    /// The folder to save in does not exist.
    MissingFolder {
        /// The file that was to be saved.
        path: PathBuf,
        /// The folder that is missing.
        folder: PathBuf,
    },
    /// The path is no plain file.
    NotAFile {
        /// The path that was asked for.
        path: PathBuf,
        /// What lies there.
        kind: FileKind,
    },
    /// The file exceeds the limit for reading.
    TooLarge {
        /// The file that was asked for; `-` is standard input.
        path: PathBuf,
        /// The limit in bytes.
        limit: u64,
    },
    /// The user may not read this file.
    NotReadable {
        /// The file that was asked for.
        path: PathBuf,
    },
    /// The file is write-protected.
    Protected {
        /// The file that was to be saved.
        path: PathBuf,
    },
    /// The folder cannot be written to.
    ReadOnlyFolder {
        /// The file that was to be saved.
        path: PathBuf,
        /// The folder that refuses it.
        folder: PathBuf,
    },
    /// Another program has the file open and keeps it to itself, as programs do on Windows.
    InUse {
        /// The file that was to be read or saved.
        path: PathBuf,
        /// Whether it was to be saved.
        saving: bool,
    },
    /// The disk or the user's quota is full.
    DiskFull {
        /// The file that was to be saved.
        path: PathBuf,
        /// The size of the file in bytes.
        needed: u64,
    },
    /// Anything else that the system reports while reading.
    Read {
        /// The file that was asked for.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Anything else that the system reports while saving.
    Write {
        /// The file that was to be saved.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl FileError {
    pub(super) fn reading(path: &Path, source: io::Error) -> Self {
        let path = path.to_path_buf();
        if is_in_use(&source, cfg!(windows)) {
            let saving = false;
            return Self::InUse { path, saving };
        }
        match source.kind() {
            io::ErrorKind::NotFound => Self::NotFound { path },
            io::ErrorKind::PermissionDenied => Self::NotReadable { path },
            io::ErrorKind::IsADirectory => Self::NotAFile {
                path,
                kind: FileKind::Folder,
            },
            _ => Self::Read { path, source },
        }
    }

    pub(super) fn writing(path: &Path, folder: &Path, needed: u64, source: io::Error) -> Self {
        use io::ErrorKind as Kind;
        let path = path.to_path_buf();
        let folder = folder.to_path_buf();
        if is_in_use(&source, cfg!(windows)) {
            return Self::in_use(path);
        }
        match source.kind() {
            Kind::NotFound | Kind::NotADirectory => Self::MissingFolder { path, folder },
            Kind::PermissionDenied | Kind::ReadOnlyFilesystem => {
                Self::ReadOnlyFolder { path, folder }
            }
            Kind::StorageFull | Kind::QuotaExceeded => Self::DiskFull { path, needed },
            _ => Self::Write { path, source },
        }
    }

    /// That a file cannot be replaced since another program has it open.
    pub(super) fn in_use(path: PathBuf) -> Self {
        let saving = true;
        Self::InUse { path, saving }
    }

    pub(super) fn not_a_file(path: &Path, kind: FileKind) -> Self {
        Self::NotAFile {
            path: path.to_path_buf(),
            kind,
        }
    }

    pub(super) fn too_large(path: &Path, limit: u64) -> Self {
        Self::TooLarge {
            path: path.to_path_buf(),
            limit,
        }
    }
}

impl FileError {
    /// The file that was asked for; `-` is standard input.
    pub fn path(&self) -> &Path {
        match self {
            Self::NotFound { path }
            | Self::MissingFolder { path, .. }
            | Self::NotAFile { path, .. }
            | Self::TooLarge { path, .. }
            | Self::NotReadable { path }
            | Self::Protected { path }
            | Self::ReadOnlyFolder { path, .. }
            | Self::InUse { path, .. }
            | Self::DiskFull { path, .. }
            | Self::Read { path, .. }
            | Self::Write { path, .. } => path,
        }
    }

    /// What went wrong and what to do, without the path.
    fn problem(&self) -> String {
        match self {
            Self::NotFound { .. } => "no such file; check the name".into(),
            Self::NotReadable { .. } => {
                "no permission to read this file; ask its owner or choose another one".into()
            }
            Self::NotAFile { kind, .. } => match kind {
                FileKind::Folder => "this is a folder; name a file in it".into(),
                FileKind::Device => "this is a pipe or a device; name a regular file".into(),
            },
            Self::TooLarge { limit, .. } => format!(
                "larger than the limit of {}; choose a smaller file",
                size(*limit)
            ),
            Self::InUse { saving: false, .. } => {
                "another program has this file open; close it there, then try again".into()
            }
            Self::Read { source, .. } => {
                format!("cannot read ({source}); try another copy of the file")
            }
            _ => format!("cannot save: {}", self.save_problem()),
        }
    }

    /// The same for the failures that only saving knows.
    fn save_problem(&self) -> String {
        match self {
            Self::MissingFolder { folder, .. } => format!(
                "folder {} does not exist; create it, or save elsewhere with Save as",
                shown(folder)
            ),
            Self::Protected { .. } => "the file is write-protected; make it writable, or use \
                                       Save as with another name"
                .into(),
            Self::ReadOnlyFolder { folder, .. } => format!(
                "folder {} is not writable; save elsewhere with Save as",
                shown(folder)
            ),
            Self::InUse { .. } => "another program has this file open; close it there, or use \
                                   Save as with another name"
                .into(),
            Self::DiskFull { needed, .. } => format!(
                "the disk is full; {} more is needed. Free some space, or save to another disk \
                 with Save as",
                size(*needed)
            ),
            Self::Write { source, .. } => format!("{source}; save elsewhere with Save as"),
            _ => String::new(),
        }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path().as_os_str() == "-" {
            write!(f, "standard input: {}", self.problem())
        } else {
            write!(f, "{}: {}", shown(self.path()), self.problem())
        }
    }
}

impl std::error::Error for FileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Read { source, .. } | Self::Write { source, .. } => Some(source),
            _ => None,
        }
    }
}

/// Whether Windows says that another program has a file or a part of it for itself.
fn is_in_use(error: &io::Error, is_windows: bool) -> bool {
    const SHARING_VIOLATION: i32 = 32;
    const LOCK_VIOLATION: i32 = 33;
    is_windows
        && matches!(
            error.raw_os_error(),
            Some(SHARING_VIOLATION | LOCK_VIOLATION)
        )
}

/// A path as a part of one line, without the mark that Windows gives to whole paths.
fn shown(path: &Path) -> String {
    let path = clean(&path.display().to_string());
    match (path.strip_prefix(r"\\?\UNC\"), path.strip_prefix(r"\\?\")) {
        (Some(share), _) => format!(r"\\{share}"),
        (None, Some(rest)) => rest.to_owned(),
        (None, None) => path,
    }
}

/// A number of bytes as messages show it.
fn size(bytes: u64) -> String {
    const KIB: u64 = 1024;
    const MIB: u64 = KIB * KIB;
    match bytes {
        0..KIB => format!("{bytes} bytes"),
        KIB..MIB => format!("{} KiB", bytes.div_ceil(KIB)),
        _ => format!("{} MiB", bytes.div_ceil(MIB)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_another_program_has_open_is_told_from_a_folder_without_access() {
        let locked = io::Error::from_raw_os_error(32);
        assert!(is_in_use(&locked, true));
        assert!(!is_in_use(&locked, false), "a broken pipe elsewhere");
        assert!(!is_in_use(&io::ErrorKind::PermissionDenied.into(), true));
        let text = FileError::in_use("a.json".into()).to_string();
        assert!(
            text.starts_with("a.json: cannot save: another program"),
            "{text}"
        );
    }

    #[test]
    fn paths_of_windows_are_shown_as_people_write_them() {
        assert_eq!(shown(Path::new(r"\\?\C:\a\b.json")), r"C:\a\b.json");
        assert_eq!(shown(Path::new(r"\\?\UNC\pc\a")), r"\\pc\a");
        assert_eq!(shown(Path::new("/a/b.json")), "/a/b.json");
    }

    #[test]
    fn sizes_are_rounded_up() {
        assert_eq!(size(12), "12 bytes");
        assert_eq!(size(1025), "2 KiB");
        assert_eq!(size(64 * 1024 * 1024), "64 MiB");
    }
}
