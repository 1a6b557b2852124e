//! Why no window can be opened, and what to do about it.

use std::fmt;

/// A shared library that the window needs and that is not installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingLibrary {
    /// The file name of the library.
    pub file: &'static str,
    /// The Debian package that has it.
    pub package: &'static str,
}

/// Why no window can be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DisplayError {
    /// Neither `DISPLAY` nor `WAYLAND_DISPLAY` is set.
    NoDisplay,
    /// The X display that `DISPLAY` names does not answer.
    XDoesNotAnswer {
        /// The value of `DISPLAY`.
        display: String,
    },
    /// The Wayland display that `WAYLAND_DISPLAY` names does not answer.
    WaylandDoesNotAnswer {
        /// The value of `WAYLAND_DISPLAY`.
        display: String,
    },
    /// Libraries are not installed.
    Missing(Vec<MissingLibrary>),
    /// The libraries are there, but no driver makes an OpenGL context.
    NoOpenGl,
}

impl fmt::Display for DisplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDisplay => write!(
                f,
                "no display: neither DISPLAY nor WAYLAND_DISPLAY is set; start from a desktop \
                 session, with `ssh -X`, or under `xvfb-run`"
            )?,
            Self::XDoesNotAnswer { display } => write!(
                f,
                "no display: no X server responds at DISPLAY={display}; set DISPLAY to a \
                 running server that you may use"
            )?,
            Self::WaylandDoesNotAnswer { display } => write!(
                f,
                "no display: nothing responds at WAYLAND_DISPLAY={display} and DISPLAY is not \
                 set; set one of them to a running session"
            )?,
            Self::Missing(libraries) => write_missing(f, libraries)?,
            Self::NoOpenGl => write!(
                f,
                "no OpenGL: the display provides no OpenGL context; install a driver (Debian: \
                 apt install libgl1 libgl1-mesa-dri)"
            )?,
        }
        write!(f, ". `ragdoll-lab run SCENE` works without a window")
    }
}

impl std::error::Error for DisplayError {}

fn write_missing(f: &mut fmt::Formatter<'_>, libraries: &[MissingLibrary]) -> fmt::Result {
    let files: Vec<&str> = libraries.iter().map(|library| library.file).collect();
    let packages: Vec<&str> = libraries.iter().map(|library| library.package).collect();
    write!(
        f,
        "no window: missing libraries {}; install them (Debian: apt install {})",
        files.join(", "),
        packages.join(" ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_libraries_are_listed_with_their_packages() {
        let error = DisplayError::Missing(vec![
            MissingLibrary {
                file: "libXi.so.6",
                package: "libxi6",
            },
            MissingLibrary {
                file: "libGL.so.1",
                package: "libgl1",
            },
        ]);
        let text = error.to_string();
        assert!(text.contains("libXi.so.6, libGL.so.1"), "{text}");
        assert!(text.contains("apt install libxi6 libgl1"), "{text}");
        assert!(text.contains("ragdoll-lab run SCENE"), "{text}");
    }
}
