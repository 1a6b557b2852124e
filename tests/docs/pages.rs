//! The Markdown files of the repository, read.

use pulldown_cmark::{Event, Options, Parser};
use std::fs;
use std::path::{Path, PathBuf};

/// A Markdown file.
pub struct Page {
    /// Where it is, from the root of the repository.
    pub path: PathBuf,
    /// What is written in it.
    pub text: String,
}

impl Page {
    /// What it consists of.
    pub fn events(&self) -> impl Iterator<Item = Event<'_>> {
        Parser::new_ext(&self.text, Options::ENABLE_TABLES)
    }
}

/// The root of the repository.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// README, change log, and all pages below `docs/` and `assets/`.
pub fn pages() -> Vec<Page> {
    let mut paths = vec![PathBuf::from("README.md"), PathBuf::from("CHANGELOG.md")];
    for folder in ["docs", "assets"] {
        collect(Path::new(folder), &mut paths);
    }
    let read = |path: PathBuf| Page {
        text: fs::read_to_string(root().join(&path)).unwrap(),
        path,
    };
    paths.into_iter().map(read).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    for name in names {
        let path = folder.join(name);
        if root().join(&path).is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            paths.push(path);
        }
    }
}

#[test]
fn pages_are_as_long_as_their_readers_have_time() {
    let length = |path: &str| fs::read_to_string(root().join(path)).unwrap().len();
    assert!(length("README.md") <= 8_192, "{}", length("README.md"));
    let architecture = length("docs/architecture.md");
    assert!(architecture <= 20_000, "{architecture}");
}
