//! The arguments that the program is started with.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The program's name and its arguments. On Windows no shell replaces `*.json` by the files that
/// fit, so it is done here; in a browser the address of the page says what is meant.
#[must_use]
pub fn all() -> Vec<OsString> {
    #[cfg(target_arch = "wasm32")]
    {
        let name = std::iter::once("ragdoll-lab".to_owned());
        let given = super::page::arguments();
        name.chain(given).map(OsString::from).collect()
    }
    #[cfg(not(target_arch = "wasm32"))]
    {
        let mut given = std::env::args_os();
        let name = given.next();
        let given = given.flat_map(|argument| match cfg!(windows) {
            true => expanded(argument),
            false => vec![argument],
        });
        name.into_iter().chain(given).collect()
    }
}

/// The files that a pattern with `*` or `?` in its last part stands for, in order; the argument
/// itself if it is none, or nothing fits.
#[cfg_attr(target_arch = "wasm32", expect(dead_code))]
fn expanded(argument: OsString) -> Vec<OsString> {
    let path = Path::new(&argument);
    let pattern = path.file_name().and_then(|name| name.to_str());
    let Some(pattern) = pattern.filter(|name| name.contains(['*', '?'])) else {
        return vec![argument];
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let place = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let entries = place.read_dir().into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name());
    let fits = |name: &OsString| name.to_str().is_some_and(|name| is_like(name, pattern));
    let mut found: Vec<PathBuf> = names.filter(fits).map(|name| folder.join(name)).collect();
    if found.is_empty() {
        return vec![argument];
    }
    found.sort();
    found.into_iter().map(PathBuf::into_os_string).collect()
}

/// Whether a name is like a pattern, in which `?` is any character and `*` any number of them;
/// capitals do not count.
fn is_like(name: &str, pattern: &str) -> bool {
    let lower = |text: &str| text.to_lowercase().chars().collect::<Vec<_>>();
    let (name, pattern) = (lower(name), lower(pattern));
    // After each character of the pattern: of which lengths a beginning of the name may be.
    let mut lengths = vec![false; name.len() + 1];
    lengths[0] = true;
    for wanted in pattern {
        let mut next = vec![false; lengths.len()];
        for length in 0..lengths.len() {
            next[length] = match wanted {
                '*' => lengths[length] || (length > 0 && next[length - 1]),
                '?' => length > 0 && lengths[length - 1],
                _ => length > 0 && lengths[length - 1] && name[length - 1] == wanted,
            };
        }
        lengths = next;
    }
    lengths[name.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_is_anything_and_a_mark_is_one_character() {
        for (name, pattern) in [("a.json", "*.json"), ("A.JSON", "*.json"), ("ab", "a?")] {
            assert!(is_like(name, pattern), "{name} {pattern}");
        }
        for (name, pattern) in [("a.jso", "*.json"), ("a", "a?"), ("abc", "a?"), ("", "?")] {
            assert!(!is_like(name, pattern), "{name} {pattern}");
        }
        assert!(is_like(&"a".repeat(200), &"*a".repeat(100)), "and soon");
    }

    #[test]
    fn a_pattern_becomes_the_files_that_fit_in_order() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.json", "a.json", "a.txt"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let all = |pattern: &str| expanded(folder.path().join(pattern).into_os_string());
        let path = |name: &str| folder.path().join(name).into_os_string();
        assert_eq!(all("*.json"), [path("a.json"), path("b.json")]);
        assert_eq!(all("*.csv"), [path("*.csv")]);
        assert_eq!(expanded("--set".into()), ["--set"]);
        assert_eq!(expanded("bodies.*.mass=2".into()), ["bodies.*.mass=2"]);
    }
}
