//! Whether the desktop offers file dialogs: a portal on the session bus, or zenity.
//!
//! Only looks at variables and files, so it costs nothing and can be wrong; a
//! promised dialog that does not appear is noticed by `native`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The bus name that every desktop portal owns.
const PORTAL_SERVICE: &str = "dbus-1/services/org.freedesktop.portal.Desktop.service";

/// Inside a Flatpak the portal is always there, but its service file is not visible.
const FLATPAK_MARK: &str = "/.flatpak-info";

/// Whether a dialog of the desktop's own can be expected to appear.
pub(super) fn has_native_dialogs() -> bool {
    if cfg!(any(windows, target_os = "macos")) {
        return true;
    }
    Desktop {
        variable: &|name| std::env::var_os(name).filter(|value| !value.is_empty()),
    }
    .has_dialogs()
}

/// The desktop as the environment variables describe it.
struct Desktop<'a> {
    variable: &'a dyn Fn(&str) -> Option<OsString>,
}

impl Desktop<'_> {
    fn has_dialogs(&self) -> bool {
        (self.has_session_bus() && self.has_portal()) || self.has_zenity()
    }

    fn has_session_bus(&self) -> bool {
        if let Some(address) = (self.variable)("DBUS_SESSION_BUS_ADDRESS") {
            return is_reachable(&address.to_string_lossy());
        }
        (self.variable)("XDG_RUNTIME_DIR")
            .is_some_and(|folder| Path::new(&folder).join("bus").exists())
    }

    fn has_portal(&self) -> bool {
        Path::new(FLATPAK_MARK).exists()
            || self
                .data_folders()
                .iter()
                .any(|folder| folder.join(PORTAL_SERVICE).exists())
    }

    /// The folders of the XDG base directory specification, the user's own first.
    fn data_folders(&self) -> Vec<PathBuf> {
        let own = (self.variable)("XDG_DATA_HOME").map(PathBuf::from);
        let home = (self.variable)("HOME").map(|home| Path::new(&home).join(".local/share"));
        let shared = (self.variable)("XDG_DATA_DIRS")
            .unwrap_or_else(|| "/usr/local/share:/usr/share".into());
        own.or(home)
            .into_iter()
            .chain(std::env::split_paths(&shared))
            .collect()
    }

    fn has_zenity(&self) -> bool {
        (self.variable)("PATH").is_some_and(|path| {
            std::env::split_paths(&path).any(|folder| folder.join("zenity").is_file())
        })
    }
}

/// Whether one of the addresses of a bus (separated by `;`) can be expected to answer.
///
/// Sockets with a path must exist; other kinds are taken at their word.
fn is_reachable(addresses: &str) -> bool {
    addresses.split(';').any(|address| {
        let Some((transport, options)) = address.split_once(':') else {
            return false;
        };
        let path = options
            .split(',')
            .find_map(|option| option.strip_prefix("path="));
        match path {
            Some(path) if transport == "unix" => Path::new(path).exists(),
            _ => true,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn desktop_has_dialogs(variables: &[(&str, &Path)]) -> bool {
        Desktop {
            variable: &|name| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| value.as_os_str().to_owned())
            },
        }
        .has_dialogs()
    }

    #[test]
    fn a_bare_environment_has_no_dialogs() {
        assert!(!desktop_has_dialogs(&[]));
    }

    #[test]
    fn a_portal_counts_only_with_a_bus() {
        let folder = tempfile::tempdir().unwrap();
        let service = folder.path().join(PORTAL_SERVICE);
        fs::create_dir_all(service.parent().unwrap()).unwrap();
        fs::write(service, "").unwrap();
        let data = ("XDG_DATA_DIRS", folder.path());
        let runtime = ("XDG_RUNTIME_DIR", folder.path());
        assert!(!desktop_has_dialogs(&[data, runtime]));
        fs::write(folder.path().join("bus"), "").unwrap();
        assert!(desktop_has_dialogs(&[data, runtime]));
        assert!(!desktop_has_dialogs(&[
            ("XDG_DATA_DIRS", Path::new("/nonexistent")),
            runtime
        ]));
    }

    #[test]
    fn zenity_on_the_path_is_enough() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!desktop_has_dialogs(&[("PATH", folder.path())]));
        fs::write(folder.path().join("zenity"), "").unwrap();
        assert!(desktop_has_dialogs(&[("PATH", folder.path())]));
    }

    #[test]
    fn bus_addresses_are_read() {
        assert!(!is_reachable("unix:path=/nonexistent/bus,guid=00"));
        assert!(is_reachable(
            "unix:path=/nonexistent/bus;unix:path=/,guid=00"
        ));
        assert!(is_reachable("unix:abstract=/tmp/dbus-x"));
        assert!(!is_reachable("disabled"));
    }
}
