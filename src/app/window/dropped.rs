//! Files that are dropped on the window.

use std::path::PathBuf;

/// Takes the files that are dropped on the window.
#[derive(Debug, Default)]
pub(super) struct Dropped {
    /// Those of the last frame, on Windows: the window library keeps them and tells of none.
    #[cfg(windows)]
    last: Vec<PathBuf>,
}

impl Dropped {
    /// The files that were dropped since the last call.
    #[cfg(not(any(windows, target_arch = "wasm32")))]
    pub fn take(&mut self) -> Vec<PathBuf> {
        let files = macroquad::input::get_dropped_files().into_iter();
        files.filter_map(|file| file.path).collect()
    }

    /// The files that were dropped since the last call. The same one twice in a row is missed.
    #[cfg(windows)]
    pub fn take(&mut self) -> Vec<PathBuf> {
        use macroquad::miniquad::window::{dropped_file_count, dropped_file_path};
        let now: Vec<_> = (0..dropped_file_count())
            .filter_map(dropped_file_path)
            .collect();
        if now == self.last {
            return Vec::new();
        }
        self.last = now.clone();
        now
    }

    /// The files that were dropped since the last call, put where they can be opened.
    #[cfg(target_arch = "wasm32")]
    pub fn take(&mut self) -> Vec<PathBuf> {
        let files = macroquad::input::get_dropped_files().into_iter();
        files
            .filter_map(|file| {
                let path = PathBuf::from("/").join(file.path?.file_name()?);
                crate::platform::files::put(&path, file.bytes?);
                Some(path)
            })
            .collect()
    }
}
