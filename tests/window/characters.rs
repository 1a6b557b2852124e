//! A character of one's own in the first minute, in a real window: its file is dropped, Enter
//! throws, it falls; its limits are in the table and its bones in the inspector.
//!
//! Needs what `first_light.rs` needs. With `RAGDOLL_LAB_PICTURES` set to a folder, a picture of
//! each stage is put there to be looked at; `--nocapture` tells how long each took.
#![cfg(target_os = "linux")]

use crate::common::rigs;
use crate::common::window::{let_play, picture, Display, Window};
use std::fs;
use std::path::Path;
use std::time::Instant;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConnectionExt as _, CreateWindowAux, EventMask, PropMode,
    SelectionNotifyEvent, WindowClass, SELECTION_NOTIFY_EVENT,
};
use x11rb::protocol::Event;
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;
use x11rb::{COPY_DEPTH_FROM_PARENT, CURRENT_TIME};

x11rb::atom_manager! {
    Atoms: AtomCookies {
        XdndAware,
        XdndEnter,
        XdndPosition,
        XdndDrop,
        XdndSelection,
        XdndActionCopy,
        UTF8_STRING,
    }
}

/// Drops a file on the one window that takes files, as a file manager does.
fn drop_file(display: &Display, path: &Path) {
    let (connection, screen) = RustConnection::connect(Some(display.name())).unwrap();
    let atoms = Atoms::new(&connection).unwrap().reply().unwrap();
    let root = connection.setup().roots[screen].root;
    let target = taker(&connection, root, atoms.XdndAware).expect("a window takes files");
    let source = connection.generate_id().unwrap();
    connection
        .create_window(
            COPY_DEPTH_FROM_PARENT,
            source,
            root,
            0,
            0,
            1,
            1,
            0,
            WindowClass::INPUT_OUTPUT,
            0,
            &CreateWindowAux::new(),
        )
        .unwrap();
    connection
        .set_selection_owner(source, atoms.XdndSelection, CURRENT_TIME)
        .unwrap();
    let send = |kind, data: [u32; 5]| {
        let message = ClientMessageEvent::new(32, target, kind, data);
        let event = connection.send_event(false, target, EventMask::NO_EVENT, message);
        event.unwrap();
    };
    send(atoms.XdndEnter, [source, 5 << 24, atoms.UTF8_STRING, 0, 0]);
    let place = 640 << 16 | 300;
    send(
        atoms.XdndPosition,
        [source, 0, place, CURRENT_TIME, atoms.XdndActionCopy],
    );
    send(atoms.XdndDrop, [source, 0, CURRENT_TIME, 0, 0]);
    connection.flush().unwrap();
    loop {
        let Event::SelectionRequest(request) = connection.wait_for_event().unwrap() else {
            continue;
        };
        let bytes = path.to_str().unwrap().as_bytes();
        connection
            .change_property8(
                PropMode::REPLACE,
                request.requestor,
                request.property,
                AtomEnum::STRING,
                bytes,
            )
            .unwrap();
        let notice = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: request.time,
            requestor: request.requestor,
            selection: request.selection,
            target: request.target,
            property: request.property,
        };
        connection
            .send_event(false, request.requestor, EventMask::NO_EVENT, notice)
            .unwrap();
        connection.sync().unwrap();
        return;
    }
}

/// The window that says that it takes files.
fn taker(connection: &RustConnection, window: u32, aware: u32) -> Option<u32> {
    let property = connection.get_property(false, window, aware, AtomEnum::ANY, 0, 1);
    if property.unwrap().reply().unwrap().length > 0 {
        return Some(window);
    }
    let children = connection
        .query_tree(window)
        .unwrap()
        .reply()
        .unwrap()
        .children;
    children
        .into_iter()
        .find_map(|child| taker(connection, child, aware))
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn a_dropped_character_falls_within_the_first_minute() {
    let Some(display) = Display::start() else {
        return;
    };
    let rigs = [
        ("dummy", rigs::plain(), "l_hand"),
        ("child", rigs::child(), "mixamorig:LeftHand"),
        ("giant", rigs::giant(), "hand_l"),
    ];
    for (name, bytes, hand) in rigs {
        let path = display.home().join(format!("{name}.glb"));
        fs::write(&path, bytes).unwrap();
        let mut window = Window::open(&display, &[]);
        window.wait_for("ready");
        window.let_layout_settle();
        let began = Instant::now();
        drop_file(&display, &path);
        let opened = format!("opened {name}.glb");
        while window.wait_for("message")["text"] != opened.as_str() {}
        let_play(0.5);
        picture(&display, &format!("{name}-1-dropped.png"));
        window.key("Return");
        window.wait_for_shot(|shot| shot["hit"] == true);
        println!(
            "{name}: dropped to hit: {:.1} s",
            began.elapsed().as_secs_f64()
        );
        let shot = window.wait_for_shot(|shot| shot["rest"] == true);
        println!(
            "{name}: dropped to rest: {:.1} s",
            began.elapsed().as_secs_f64()
        );
        assert!(shot["travel_m"].as_f64().unwrap() > 0.1, "{shot}");
        picture(&display, &format!("{name}-2-at-rest.png"));
        // Its limits are in the table, and its bones on the figure in the inspector.
        window.key("ctrl+8");
        window.place_of("Head min x");
        picture(&display, &format!("{name}-3-limits.png"));
        window.key("ctrl+8");
        window.click_on("Inspector");
        window.click_on("1 ragdoll");
        window.click_on("Bones");
        window.place_of(&format!("Bone {hand}"));
        let wheel = ["mousemove", "1110", "560", "click", "--repeat", "6", "5"];
        window.play(&wheel.map(String::from));
        let_play(0.5);
        picture(&display, &format!("{name}-4-bones.png"));
        // It came from a file and nothing was changed since.
        window.key("ctrl+q");
        assert_eq!(window.exit_code(), Some(0));
    }
}
