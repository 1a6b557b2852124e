//! Where the open window stands, and whether it fills the screen.

/// Where a window stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The upper left corner of what the program draws, within the desktop's frame, pixels
    /// of the screen. (The window library asks desktops to count from there.)
    pub corner: (i32, i32),
    /// Whether it fills the screen but for the desktop's bars.
    pub maximised: bool,
}

/// Asks and tells the desktop about the open window, which the window library does not.
#[derive(Debug)]
pub struct WindowPlace {
    #[cfg(target_os = "linux")]
    window: x11::Window,
}

impl WindowPlace {
    /// That of the window whose OpenGL context is current on this thread.
    ///
    /// None where the system does not tell: only X11 with GLX does.
    pub fn of_current_window() -> Option<WindowPlace> {
        #[cfg(target_os = "linux")]
        {
            let window = x11::Window::current()?;
            Some(WindowPlace { window })
        }
        #[cfg(not(target_os = "linux"))]
        None
    }

    /// Where the window stands; none if the desktop does not answer.
    pub fn read(&self) -> Option<Place> {
        #[cfg(target_os = "linux")]
        return self.window.place().ok();
        #[cfg(not(target_os = "linux"))]
        None
    }

    /// Asks the desktop to move the window's own corner there; it may not. A corner from
    /// which next to nothing of the window would be seen is left out.
    pub fn move_to(&self, corner: (i32, i32)) {
        #[cfg(target_os = "linux")]
        let _ = self.window.move_to(corner);
        #[cfg(not(target_os = "linux"))]
        let _ = corner;
    }

    /// Asks the desktop to let the window fill the screen.
    pub fn maximise(&self) {
        #[cfg(target_os = "linux")]
        let _ = self.window.maximise();
    }

    /// Width and height of the screen that a window would open on, pixels.
    pub fn screen_of_display() -> Option<(u32, u32)> {
        #[cfg(target_os = "linux")]
        return x11::screen();
        #[cfg(not(target_os = "linux"))]
        None
    }

    /// Width and height of the screen, pixels.
    pub fn screen(&self) -> Option<(u32, u32)> {
        #[cfg(target_os = "linux")]
        return Some(self.window.screen());
        #[cfg(not(target_os = "linux"))]
        None
    }
}

#[cfg(target_os = "linux")]
mod x11 {
    use super::Place;
    use crate::platform::display::library::{Library, GL};
    use std::error::Error;
    use std::ffi::c_ulong;
    use x11rb::connection::Connection;
    use x11rb::protocol::xproto::{
        AtomEnum, ClientMessageEvent, ConfigureWindowAux, ConnectionExt, EventMask, MapState,
    };
    use x11rb::rust_connection::RustConnection;

    /// Frames of desktops put a window so many windows below the root.
    const DEEPEST: usize = 4;
    /// So much of a window has to be on the screen to be dragged back, pixels.
    const LEAST_SEEN: i32 = 64;
    /// Where a request comes from, for the desktop: an ordinary program.
    const FROM_PROGRAM: u32 = 1;
    /// What is asked of a state: to be added.
    const ADD: u32 = 1;

    x11rb::atom_manager! {
        /// Names of what desktops say of windows.
        Atoms: AtomsCookie {
            _NET_WM_STATE,
            _NET_WM_STATE_MAXIMIZED_HORZ,
            _NET_WM_STATE_MAXIMIZED_VERT,
        }
    }

    /// The window, seen over a connection of our own.
    #[derive(Debug)]
    pub(super) struct Window {
        connection: RustConnection,
        atoms: Atoms,
        root: u32,
        screen: (u32, u32),
        id: u32,
    }

    impl Window {
        pub(super) fn current() -> Option<Window> {
            type CurrentDrawable = unsafe extern "C" fn() -> c_ulong;
            let gl = Library::open(&GL).ok()?;
            // SAFETY: the type is that of glx.h.
            let current = unsafe { gl.function::<CurrentDrawable>(c"glXGetCurrentDrawable")? };
            // SAFETY: a query; without a context of GLX it returns 0.
            let drawable = u32::try_from(unsafe { current() }).ok()?;
            if drawable == 0 {
                return None;
            }
            Window::with(drawable).ok().flatten()
        }

        /// The window shown by the program that made this drawable.
        fn with(drawable: u32) -> Result<Option<Window>, Box<dyn Error>> {
            let (connection, screen) = x11rb::connect(None)?;
            let atoms = Atoms::new(&connection)?.reply()?;
            let setup = connection.setup();
            let mask = setup.resource_id_mask;
            let Some(screen) = setup.roots.get(screen) else {
                return Ok(None);
            };
            let (root, size) = (
                screen.root,
                (screen.width_in_pixels, screen.height_in_pixels),
            );
            // What a program makes has numbers that begin alike.
            let is_ours = |id: u32| id & !mask == drawable & !mask;
            let Some(id) = find(&connection, root, is_ours) else {
                return Ok(None);
            };
            Ok(Some(Window {
                connection,
                atoms,
                root,
                screen: (size.0.into(), size.1.into()),
                id,
            }))
        }

        pub(super) fn screen(&self) -> (u32, u32) {
            self.screen
        }

        pub(super) fn place(&self) -> Result<Place, Box<dyn Error>> {
            let (connection, atoms) = (&self.connection, &self.atoms);
            let inner = connection.translate_coordinates(self.id, self.root, 0, 0)?;
            let inner = inner.reply()?;
            let states = self.states()?;
            let both = [
                atoms._NET_WM_STATE_MAXIMIZED_HORZ,
                atoms._NET_WM_STATE_MAXIMIZED_VERT,
            ];
            Ok(Place {
                corner: (inner.dst_x.into(), inner.dst_y.into()),
                maximised: both.iter().all(|state| states.contains(state)),
            })
        }

        pub(super) fn move_to(&self, (x, y): (i32, i32)) -> Result<(), Box<dyn Error>> {
            let is_on = |at: i32, side: u32| at >= 0 && at.saturating_add(LEAST_SEEN) < side as i32;
            if is_on(x, self.screen.0) && is_on(y, self.screen.1) {
                let there = ConfigureWindowAux::new().x(x).y(y);
                self.connection.configure_window(self.id, &there)?;
                self.connection.flush()?;
            }
            Ok(())
        }

        pub(super) fn maximise(&self) -> Result<(), Box<dyn Error>> {
            let atoms = &self.atoms;
            let (wide, high) = (
                atoms._NET_WM_STATE_MAXIMIZED_HORZ,
                atoms._NET_WM_STATE_MAXIMIZED_VERT,
            );
            let words = [ADD, wide, high, FROM_PROGRAM, 0];
            let message = ClientMessageEvent::new(32, self.id, atoms._NET_WM_STATE, words);
            let for_desktop = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
            let connection = &self.connection;
            connection.send_event(false, self.root, for_desktop, message)?;
            connection.flush()?;
            Ok(())
        }

        /// What the desktop has made of the window.
        fn states(&self) -> Result<Vec<u32>, Box<dyn Error>> {
            const MOST: u32 = 64;
            let (name, kind) = (self.atoms._NET_WM_STATE, AtomEnum::ATOM);
            let asked = (self.connection).get_property(false, self.id, name, kind, 0, MOST)?;
            let reply = asked.reply()?;
            Ok(reply.value32().map(Iterator::collect).unwrap_or_default())
        }
    }

    /// Width and height of the screen that the environment names; none without X11.
    pub(super) fn screen() -> Option<(u32, u32)> {
        let (connection, screen) = x11rb::connect(None).ok()?;
        let screen = connection.setup().roots.get(screen)?;
        Some((
            screen.width_in_pixels.into(),
            screen.height_in_pixels.into(),
        ))
    }

    /// The first window below `root` that is shown and of which `is_ours` holds. Windows
    /// that go meanwhile are passed over.
    fn find(connection: &RustConnection, root: u32, is_ours: impl Fn(u32) -> bool) -> Option<u32> {
        let children = |window| {
            let tree = connection.query_tree(window).ok()?.reply().ok()?;
            Some(tree.children)
        };
        let is_shown = |window: &u32| {
            let asked = connection.get_window_attributes(*window).ok();
            let attributes = asked.and_then(|asked| asked.reply().ok());
            attributes.is_some_and(|a| a.map_state == MapState::VIEWABLE)
        };
        let mut level = vec![root];
        for _ in 0..DEEPEST {
            level = level.into_iter().filter_map(children).flatten().collect();
            let mut ours = level.iter().copied().filter(|window| is_ours(*window));
            if let Some(window) = ours.find(is_shown) {
                return Some(window);
            }
        }
        None
    }
}
