//! A file of lines that grows by one whenever something is done, so that whatever ends
//! the program costs at most the line it was writing.

use super::file_error::{FileError, FileKind};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Longest line that is read, bytes; a longer one is none that was written here.
const LONGEST: u64 = 1 << 20;

/// A file of lines that is being written.
#[derive(Debug)]
pub struct LineLog {
    path: PathBuf,
    file: File,
    /// Length of the whole lines, bytes.
    whole: u64,
}

impl LineLog {
    /// Opens a log or makes one, and hands what it holds to `each`, line by line. What
    /// stands behind the last whole line was torn and is dropped.
    ///
    /// # Errors
    /// It cannot be read or written, or another program is writing it.
    pub fn open(path: &Path, each: impl FnMut(&[u8])) -> Result<LineLog, FileError> {
        let failed = |error| FileError::writing(path, folder_of(path), 0, error);
        expect_file(path)?;
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(failed)?;
        // A file system without locks is no reason not to write.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            let taken = "another program is writing to it";
            return Err(failed(io::Error::other(taken)));
        }
        let whole = lines(&mut file, each).map_err(|error| FileError::reading(path, error))?;
        let cut = file.set_len(whole);
        cut.and_then(|()| file.seek(SeekFrom::Start(whole)))
            .map_err(failed)?;
        Ok(LineLog {
            path: path.to_path_buf(),
            file,
            whole,
        })
    }

    /// Adds a line, which must hold no line break.
    ///
    /// # Errors
    /// The disk is full, or whatever else keeps it from being written; the lines before
    /// it are safe.
    pub fn push(&mut self, line: &str) -> Result<(), FileError> {
        let line = format!("{line}\n");
        let length = line.len() as u64;
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            // Should a part be there that cannot be cut off, the next to open drops it.
            let cut = self.file.set_len(self.whole);
            let _ = cut.and_then(|()| self.file.seek(SeekFrom::Start(self.whole)));
            let folder = folder_of(&self.path);
            return Err(FileError::writing(&self.path, folder, length, error));
        }
        self.whole += length;
        Ok(())
    }
}

/// Hands the whole lines of a log to `each`.
///
/// # Errors
/// It cannot be read.
pub fn read(path: &Path, each: impl FnMut(&[u8])) -> Result<(), FileError> {
    expect_file(path)?;
    let failed = |error| FileError::reading(path, error);
    let mut file = File::open(path).map_err(failed)?;
    lines(&mut file, each).map_err(failed)?;
    Ok(())
}

/// Reads whole lines; returns how many bytes they have together.
fn lines(file: &mut File, mut each: impl FnMut(&[u8])) -> io::Result<u64> {
    let mut reader = BufReader::new(file);
    let (mut whole, mut line) = (0, Vec::new());
    loop {
        line.clear();
        let read = reader.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
        match line.split_last() {
            Some((b'\n', text)) => each(text),
            _ if read as u64 == LONGEST => return Err(io::Error::other("a line is too long")),
            _ => return Ok(whole),
        }
        whole += read as u64;
    }
}

/// Refuses what would let the program wait for ever, such as a pipe.
fn expect_file(path: &Path) -> Result<(), FileError> {
    match path.metadata() {
        Ok(metadata) if !metadata.is_file() => {
            Err(FileError::not_a_file(path, FileKind::of(&metadata)))
        }
        _ => Ok(()),
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::fs;

    fn texts(path: &Path) -> Vec<String> {
        let mut found = Vec::new();
        read(path, |line| {
            found.push(String::from_utf8_lossy(line).into_owned());
        })
        .unwrap();
        found
    }

    #[test]
    fn a_torn_line_is_dropped_and_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows");
        fs::write(&path, "one\ntwo\nthr").unwrap();
        assert_eq!(texts(&path), ["one", "two"]);
        let mut found = 0;
        let mut log = LineLog::open(&path, |_| found += 1).unwrap();
        log.push("3").unwrap();
        assert_eq!(found, 2);
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\n3\n");
    }

    #[test]
    fn only_one_program_writes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows");
        let first = LineLog::open(&path, |_| ()).unwrap();
        let refused = LineLog::open(&path, |_| ()).unwrap_err();
        assert!(refused.to_string().contains("another program"), "{refused}");
        drop(first);
        assert!(LineLog::open(&path, |_| ()).is_ok());
    }

    #[test]
    fn folders_and_endless_lines_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(LineLog::open(folder.path(), |_| ()).is_err());
        let path = folder.path().join("rows");
        fs::write(&path, vec![b'x'; LONGEST as usize + 1]).unwrap();
        assert!(LineLog::open(&path, |_| ()).is_err());
        assert!(read(&path, |_| ()).is_err());
    }
}
