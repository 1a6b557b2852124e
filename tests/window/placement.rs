//! That the window comes back where it was and as large, seen by another X client.
//!
//! Needs what `first_light.rs` needs, and skips as that does.
#![cfg(target_os = "linux")]

use crate::common::window::{wait_until, Display, Window};
use serde_json::{json, Value};
use std::path::PathBuf;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    AtomEnum, ChangeWindowAttributesAux, ConfigureWindowAux, ConnectionExt, EventMask, MapState,
    PropMode,
};
use x11rb::protocol::Event;
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// A place and a size that no window gets by chance.
const CORNER: [i32; 2] = [130, 60];
const SIZE: [u32; 2] = [960, 540];

fn settings_file(display: &Display) -> PathBuf {
    display.home().join("ragdoll-lab/settings.json")
}

fn settings(display: &Display) -> Value {
    let text = std::fs::read(settings_file(display)).unwrap();
    serde_json::from_slice(&text).unwrap()
}

/// What stands in for a desktop: it sees and moves the windows on the screen.
struct Desktop {
    connection: RustConnection,
    root: u32,
}

impl Desktop {
    fn of(display: &Display) -> Desktop {
        let (connection, screen) = RustConnection::connect(Some(display.name())).unwrap();
        let root = connection.setup().roots[screen].root;
        let listen = ChangeWindowAttributesAux::new().event_mask(EventMask::SUBSTRUCTURE_NOTIFY);
        let asked = connection.change_window_attributes(root, &listen);
        asked.unwrap().check().unwrap();
        Desktop { connection, root }
    }

    fn atom(&self, name: &str) -> u32 {
        let asked = self.connection.intern_atom(false, name.as_bytes());
        asked.unwrap().reply().unwrap().atom
    }

    fn window(&self) -> u32 {
        let tree = self.connection.query_tree(self.root).unwrap();
        let shown = |id: &u32| {
            let asked = self.connection.get_window_attributes(*id).unwrap();
            asked.reply().unwrap().map_state == MapState::VIEWABLE
        };
        let children = tree.reply().unwrap().children;
        children.into_iter().find(shown).expect("a window is shown")
    }

    /// Corner and size of the window.
    fn place(&self) -> ([i32; 2], [u32; 2]) {
        let asked = self.connection.get_geometry(self.window()).unwrap();
        let at = asked.reply().unwrap();
        (
            [at.x.into(), at.y.into()],
            [at.width.into(), at.height.into()],
        )
    }

    fn put(&self, [x, y]: [i32; 2], [width, height]: [u32; 2]) {
        let there = ConfigureWindowAux::new().x(x).y(y);
        let there = there.width(width).height(height);
        let connection = &self.connection;
        connection.configure_window(self.window(), &there).unwrap();
        connection.sync().unwrap();
    }

    /// Says of the window that it fills the screen.
    fn call_maximised(&self) {
        let states = [
            self.atom("_NET_WM_STATE_MAXIMIZED_VERT"),
            self.atom("_NET_WM_STATE_MAXIMIZED_HORZ"),
        ];
        let (window, name) = (self.window(), self.atom("_NET_WM_STATE"));
        let connection = &self.connection;
        let told =
            connection.change_property32(PropMode::REPLACE, window, name, AtomEnum::ATOM, &states);
        told.unwrap();
        connection.sync().unwrap();
    }

    /// Whether a program has asked since that its window may fill the screen.
    fn is_asked_to_maximise(&self) -> bool {
        let (kind, wide) = (
            self.atom("_NET_WM_STATE"),
            self.atom("_NET_WM_STATE_MAXIMIZED_HORZ"),
        );
        let events = std::iter::from_fn(|| self.connection.poll_for_event().unwrap());
        events.into_iter().any(|event| match event {
            Event::ClientMessage(message) => {
                message.type_ == kind && message.data.as_data32()[1..3].contains(&wide)
            }
            _ => false,
        })
    }
}

fn open(display: &Display) -> Window {
    let mut window = Window::open(display, &["chain"]);
    window.wait_for("ready");
    window
}

#[test]
fn the_window_comes_back_where_it_was_and_as_large() {
    let Some(display) = Display::start() else {
        return;
    };
    let desktop = Desktop::of(&display);
    let mut window = open(&display);
    desktop.put(CORNER, SIZE);
    wait_until("it is there", || desktop.place() == (CORNER, SIZE));
    window.let_layout_settle();
    window.close();
    assert_eq!(settings(&display)["window_corner"], json!(CORNER));
    assert_eq!(settings(&display)["window_size"], json!(SIZE));

    let window = open(&display);
    wait_until("it is there again", || desktop.place() == (CORNER, SIZE));
    window.close();
}

#[test]
fn a_window_that_filled_the_screen_fills_it_again_and_small_screens_from_the_start() {
    let Some(display) = Display::start() else {
        return;
    };
    let desktop = Desktop::of(&display);
    let window = open(&display);
    // 1280x720 is small.
    wait_until("it asks to fill it", || desktop.is_asked_to_maximise());
    desktop.call_maximised();
    window.close();
    assert_eq!(settings(&display)["window_maximised"], json!(true));
    assert_eq!(settings(&display)["window_corner"], Value::Null);

    let mut window = open(&display);
    wait_until("it asks again", || desktop.is_asked_to_maximise());
    desktop.put(CORNER, SIZE);
    window.let_layout_settle();
    window.close();
    // What shrinks stays so.
    let window = open(&display);
    assert!(!desktop.is_asked_to_maximise());
    window.close();
}

#[test]
fn a_corner_off_the_screen_is_left_out() {
    let Some(display) = Display::start() else {
        return;
    };
    let desktop = Desktop::of(&display);
    std::fs::create_dir_all(settings_file(&display).parent().unwrap()).unwrap();
    let saved = json!({"window_corner": [i32::MAX, -900], "window_size": SIZE});
    std::fs::write(settings_file(&display), saved.to_string()).unwrap();
    let window = open(&display);
    let (corner, size) = desktop.place();
    assert_eq!(size, SIZE);
    assert!(
        corner.iter().all(|side| (0..700).contains(side)),
        "{corner:?}"
    );
    window.close();
}

#[test]
fn a_window_larger_than_the_screen_becomes_as_large_as_that() {
    let Some(display) = Display::start() else {
        return;
    };
    let desktop = Desktop::of(&display);
    std::fs::create_dir_all(settings_file(&display).parent().unwrap()).unwrap();
    let saved = json!({"window_corner": [i32::MIN, i32::MAX], "window_size": [16384, 16384]});
    std::fs::write(settings_file(&display), saved.to_string()).unwrap();
    let window = open(&display);
    let (_, size) = desktop.place();
    assert_eq!(size, [1280, 720]);
    window.close();
}
