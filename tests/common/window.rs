//! A display of its own, and the program in a window on it.

use serde_json::{json, Value};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Longest wait for anything: software rendering on a busy machine is slow.
const PATIENCE: Duration = Duration::from_secs(300);
/// How long a window that draws nothing is taken to be at work: it rests a second after a key.
const RESTS_AFTER: Duration = Duration::from_secs(3);

/// A frame that keeps the window from looking at the input for so long hangs, ms. What a
/// frame aims at (100 ms) is measured by benchmarks, not asserted here: tests share the machine.
const LONGEST_GAP_MS: u64 = 60_000;

/// An X server, ended on drop.
pub struct Display {
    server: Child,
    name: String,
    home: tempfile::TempDir,
}

impl Display {
    /// Nothing where the tools are not installed, unless a window is required.
    pub fn start() -> Option<Display> {
        let started = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x720x24", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let tools = ["xdotool", "convert", "import"];
        let installed = |tool: &&str| {
            Command::new("which")
                .arg(tool)
                .output()
                .is_ok_and(|o| o.status.success())
        };
        let (Ok(mut server), true) = (started, tools.iter().all(installed)) else {
            let required = std::env::var_os("RAGDOLL_LAB_REQUIRE_WINDOW").is_some();
            assert!(
                !required,
                "window tools are missing; tests/run.sh installs them"
            );
            eprintln!("skipped: Xvfb, xdotool or ImageMagick is not installed");
            return None;
        };
        let mut number = String::new();
        let stdout = server.stdout.take().unwrap();
        BufReader::new(stdout).read_line(&mut number).unwrap();
        let name = format!(":{}", number.trim());
        Some(Display {
            server,
            name,
            home: tempfile::tempdir().unwrap(),
        })
    }

    /// What a program needs to show itself here, with settings of its own.
    pub fn environment(&self) -> Vec<(&'static str, String)> {
        let home = self.home.path().display().to_string();
        vec![
            ("DISPLAY", self.name.clone()),
            ("LIBGL_ALWAYS_SOFTWARE", "1".into()),
            // The thread of the window draws by itself, so that it waits for no other.
            ("LP_NUM_THREADS", "0".into()),
            ("HOME", home.clone()),
            ("XDG_CONFIG_HOME", home.clone()),
            ("XDG_STATE_HOME", home),
        ]
    }

    /// Its name, as programs are told it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The folder in which a program finds its settings.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// Where a program keeps what is not saved.
    pub fn recovery_folder(&self) -> PathBuf {
        self.home.path().join("ragdoll-lab/recovery")
    }

    /// Saves what the display shows.
    pub fn picture(&self, path: &Path) {
        let arguments = ["-display", &self.name, "-window", "root"];
        let status = Command::new("import")
            .args(arguments)
            .arg(path)
            .status()
            .unwrap();
        assert!(status.success());
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The program in its window, ended on drop.
pub struct Window {
    program: Child,
    display: String,
    events: Receiver<Value>,
    /// What came while the window was to see the pointer, for who asks next.
    passed_over: VecDeque<Value>,
    widgets: Vec<Value>,
    knobs: Vec<Value>,
    run: Value,
    /// What the window has seen of the pointer last.
    pointer: Value,
    /// What was reported of the frame that kept longest from looking at the input.
    longest_gap: Arc<Mutex<Value>>,
    /// Most work that was reported of a frame.
    most_work: Arc<Mutex<Value>>,
    /// How many frames have been reported; when the program has ended, more than any.
    frames: Arc<AtomicU64>,
}

impl Window {
    /// Starts the program with its events reported.
    pub fn open(display: &Display, arguments: &[&str]) -> Window {
        let mut program = Command::new(env!("CARGO_BIN_EXE_ragdoll-lab"))
            .args(arguments)
            .arg("--events")
            .envs(display.environment())
            .current_dir(display.home.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let [longest_gap, most_work] = [(); 2].map(|()| Arc::new(Mutex::default()));
        let frames = Arc::new(AtomicU64::new(0));
        let heard = (longest_gap.clone(), most_work.clone(), frames.clone());
        let events = listen(program.stdout.take().unwrap(), heard);
        Window {
            program,
            display: display.name.clone(),
            events,
            passed_over: VecDeque::new(),
            widgets: Vec::new(),
            knobs: Vec::new(),
            run: Value::Null,
            pointer: Value::Null,
            longest_gap,
            most_work,
            frames,
        }
    }

    /// The next event of a kind; others in between are passed over.
    #[track_caller]
    pub fn wait_for(&mut self, kind: &str) -> Value {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let Some(event) = self.next_event(left) else {
                let labels = self.widgets.iter();
                let labels: Vec<_> = labels.map(|widget| widget["label"].to_string()).collect();
                let labels = labels.join(", ");
                panic!("no event `{kind}` came; the controls are {labels}");
            };
            self.take_in(&event);
            if event["event"] == kind {
                return event;
            }
        }
    }

    /// The next report of a shot that is as wished.
    #[track_caller]
    pub fn wait_for_shot(&mut self, wished: impl Fn(&Value) -> bool) -> Value {
        loop {
            let shot = self.wait_for("shot");
            if wished(&shot) {
                return shot;
            }
        }
    }

    /// Moves the pointer and clicks the left button.
    pub fn click(&mut self, x: f64, y: f64) {
        self.point_at([x, y]);
        self.press();
        self.let_go();
    }

    /// Clicks on what moves in the scene, once it stands still: a ball goes there.
    #[track_caller]
    pub fn click_on_figure(&mut self) {
        let standing = self.wait_for_run(|run| run["figure"].is_array());
        let [x, y] = [0, 1].map(|axis| standing["figure"][axis].as_f64().unwrap());
        self.click(x, y);
    }

    /// Moves the pointer and waits until the window has seen it there: a frame that sees the
    /// press and a movement at once takes it for a press elsewhere.
    fn point_at(&mut self, place: [f64; 2]) {
        let [x, y] = place.map(|v| v.round() as i32);
        self.xdotool(&["mousemove", &x.to_string(), &y.to_string()]);
        self.wait_for_pointer(|pointer| pointer["at"] == json!([x, y]));
    }

    fn press(&mut self) {
        self.xdotool(&["mousedown", "1"]);
        self.wait_for_pointer(|pointer| pointer["down"] == true);
    }

    /// Releases the left button.
    pub fn let_go(&mut self) {
        self.xdotool(&["mouseup", "1"]);
        self.wait_for_pointer(|pointer| pointer["down"] == false);
    }

    /// Waits until the window has seen the pointer as wished, or has ended: what a click ends
    /// tells no more of it.
    fn wait_for_pointer(&mut self, wished: impl Fn(&Value) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !wished(&self.pointer) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left) {
                Ok(event) if event["event"] == "pointer" => self.pointer = event,
                Ok(event) => self.passed_over.push_back(event),
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => panic!("the window does not see the pointer"),
            }
        }
    }

    /// Clicks a control by its name, waiting for it to appear and to stay where it is: what has
    /// just opened is laid out twice.
    #[track_caller]
    pub fn click_on(&mut self, label: &str) {
        loop {
            let [x, y] = self.place_of(label);
            self.point_at([x + 1.0, y]);
            self.point_at([x, y]);
            while let Some(event) = self.passed_over.pop_front() {
                self.take_in(&event);
            }
            if self.last_place_of(label) == Some([x, y]) {
                self.press();
                return self.let_go();
            }
        }
    }

    /// The middle of a control by its name, px, waiting for it to appear.
    #[track_caller]
    pub fn place_of(&mut self, label: &str) -> [f64; 2] {
        loop {
            while !self.widgets.iter().any(|w| w["label"] == label) {
                self.wait_for("widgets");
            }
            self.let_layout_settle();
            // What was there may be gone when the layout has settled, and come again.
            if let Some(place) = self.last_place_of(label) {
                return place;
            }
        }
    }

    fn last_place_of(&self, label: &str) -> Option<[f64; 2]> {
        let found = self.widgets.iter().rfind(|w| w["label"] == label)?;
        Some(["x", "y"].map(|axis| found[axis].as_f64().unwrap()))
    }

    /// A report of the run that is as wished: the last one, or one that comes.
    #[track_caller]
    pub fn wait_for_run(&mut self, wished: impl Fn(&Value) -> bool) -> Value {
        while !wished(&self.run) {
            self.wait_for("run");
        }
        self.run.clone()
    }

    /// Takes in reports of controls until none has come for a while: a new
    /// window is laid out twice.
    pub fn let_layout_settle(&mut self) {
        while let Some(event) = self.next_event(Duration::from_millis(400)) {
            self.take_in(&event);
        }
    }

    /// The next event, if one comes in this time.
    fn next_event(&mut self, patience: Duration) -> Option<Value> {
        let passed_over = self.passed_over.pop_front();
        passed_over.or_else(|| self.events.recv_timeout(patience).ok())
    }

    fn take_in(&mut self, event: &Value) {
        if event["event"] == "widgets" {
            self.widgets = event["list"].as_array().unwrap().clone();
        }
        if event["event"] == "run" {
            self.run = event.clone();
        }
        if event["event"] == "pointer" {
            self.pointer = event.clone();
        }
        if event["event"] == "knobs" {
            self.knobs = event["list"].as_array().unwrap().clone();
        }
    }

    /// Presses a key, such as `ctrl+s`.
    pub fn key(&self, key: &str) {
        let windows = self.xdotool(&["search", "--name", "Ragdoll Lab"]);
        self.xdotool(&["windowfocus", windows.lines().next().unwrap()]);
        std::thread::sleep(Duration::from_millis(100));
        self.xdotool(&["key", "--delay", "80", key]);
        self.let_keys_be_seen();
    }

    /// Waits for the frame that is drawn and for two that begin after it, in which the window
    /// sees the keys that were sent. A window that rests has seen all and draws none, and so does
    /// one that has ended.
    fn let_keys_be_seen(&self) {
        let count = || self.frames.load(Ordering::Relaxed);
        let seen = count().saturating_add(3);
        std::thread::sleep(Duration::from_millis(200));
        let (mut last, mut drawn) = (count(), Instant::now());
        while last < seen && drawn.elapsed() < RESTS_AFTER {
            std::thread::sleep(Duration::from_millis(10));
            if count() != last {
                (last, drawn) = (count(), Instant::now());
            }
        }
    }

    /// Clicks a number field by its name and types a number into it.
    pub fn type_into(&mut self, label: &str, text: &str) {
        self.click_on(label);
        self.key("ctrl+a");
        self.type_text(text);
        self.key("Return");
    }

    /// Types where the keys go: the first key by itself, since it may open a field.
    pub fn type_text(&self, text: &str) {
        let first = text.chars().next().map_or(0, char::len_utf8);
        for part in [&text[..first], &text[first..]] {
            if !part.is_empty() {
                self.xdotool(&["type", "--delay", "60", part]);
                self.let_keys_be_seen();
            }
        }
    }

    /// Where a knob of a limit is, and the middle of its arc, px; waits until it stays.
    #[track_caller]
    pub fn knob(&mut self, label: &str) -> [[f64; 2]; 2] {
        let mut knobs = self.knobs.clone();
        let is_there = |list: &[Value]| list.iter().any(|knob| knob["label"] == label);
        while !is_there(&knobs) {
            knobs = self.wait_for("knobs")["list"].as_array().unwrap().clone();
        }
        self.let_layout_settle();
        let knob = self.knobs.iter().find(|knob| knob["label"] == label);
        let knob = knob.unwrap();
        ["at", "middle"].map(|key| [0, 1].map(|axis| knob[key][axis].as_f64().unwrap()))
    }

    /// Presses the left button at a place and moves to another, in steps; it stays down.
    pub fn hold(&mut self, from: [f64; 2], to: [f64; 2]) {
        self.point_at(from);
        self.press();
        for step in 1..=5 {
            let share = f64::from(step) / 5.0;
            self.point_at([0, 1].map(|axis| from[axis] + share * (to[axis] - from[axis])));
        }
    }

    /// Whether the program has not ended.
    pub fn is_running(&mut self) -> bool {
        self.program.try_wait().unwrap().is_none()
    }

    /// Does what xdotool is told, whether it succeeds or not.
    pub fn play(&self, arguments: &[String]) {
        let _ = Command::new("xdotool")
            .args(arguments)
            .env("DISPLAY", &self.display)
            .output();
    }

    /// How many problems each scene had that has come about since the last call.
    pub fn reported_problems(&mut self) -> Vec<u64> {
        let events = self.passed_over.drain(..).chain(self.events.try_iter());
        let scenes = events.filter(|event| event["event"] == "scene");
        scenes
            .map(|event| event["problems"].as_u64().unwrap())
            .collect()
    }

    /// Sends a signal, such as `TERM`.
    pub fn signal(&self, name: &str) {
        let id = self.program.id().to_string();
        let status = Command::new("kill").args(["-s", name, &id]).status();
        assert!(status.unwrap().success());
    }

    /// Longest time so far that a frame kept the program from looking at the input, without that
    /// for the picture and that in which other programs had its core, ms.
    pub fn longest_gap(&self) -> u64 {
        let longest = self.longest_gap.lock().unwrap();
        (longest["s"].as_f64().unwrap_or(0.0) * 1e3) as u64
    }

    /// What the frame of that time spent it on, ms.
    pub fn parts_of_longest_gap(&self) -> String {
        let longest = self.longest_gap.lock().unwrap();
        let part = |name: &str| longest[name].as_f64().unwrap_or(0.0);
        let parts = ["physics_ms", "panels_ms", "picture_ms", "starved_ms"].map(part);
        let [physics, panels, picture, starved] = parts;
        format!("steps {physics:.0}, panels {panels:.0}, picture {picture:.0}, others {starved:.0}")
    }

    /// The longest so far that a frame has kept a core busy before its picture, s.
    pub fn most_work_s(&self) -> f64 {
        self.most_work.lock().unwrap()["s"].as_f64().unwrap_or(0.0)
    }

    /// Time that the program has kept a core busy so far.
    pub fn busy_time(&self) -> Duration {
        /// The kernel counts in hundredths of a second for programs.
        const TICKS_PER_S: u64 = 100;
        let path = format!("/proc/{}/stat", self.program.id());
        let text = std::fs::read_to_string(path).unwrap();
        let (_, after_name) = text.rsplit_once(')').unwrap();
        let fields: Vec<&str> = after_name.split_whitespace().collect();
        let ticks = |field: usize| fields[field].parse::<u64>().unwrap();
        Duration::from_millis((ticks(11) + ticks(12)) * 1000 / TICKS_PER_S)
    }

    /// The exit code once the program has ended by itself.
    pub fn exit_code(&mut self) -> Option<i32> {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if let Some(status) = self.program.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        None
    }

    /// Quits by key; the program must end well.
    pub fn close(mut self) {
        self.key("ctrl+q");
        assert_eq!(self.exit_code(), Some(0));
    }

    fn xdotool(&self, arguments: &[&str]) -> String {
        let output = Command::new("xdotool")
            .args(arguments)
            .env("DISPLAY", &self.display)
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).unwrap()
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
        let gap = self.longest_gap();
        if !std::thread::panicking() {
            assert!(
                gap <= LONGEST_GAP_MS,
                "a frame kept from looking at the input for {gap} ms: {}",
                self.parts_of_longest_gap()
            );
        }
    }
}

/// Waits until something holds; fails with its name when it never does.
#[track_caller]
pub fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < deadline, "it never came true that {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Reads the program's events on a thread of its own.
fn listen(
    stdout: ChildStdout,
    (longest_gap, most_work, frames): (Arc<Mutex<Value>>, Arc<Mutex<Value>>, Arc<AtomicU64>),
) -> Receiver<Value> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            let event: Value = serde_json::from_str(&line).unwrap();
            if event["event"] == "gap" {
                *longest_gap.lock().unwrap() = event.clone();
            }
            if event["event"] == "work" {
                *most_work.lock().unwrap() = event.clone();
            }
            if event["event"] == "frame" {
                frames.fetch_add(1, Ordering::Relaxed);
            } else if sender.send(event).is_err() {
                break;
            }
        }
        frames.store(u64::MAX, Ordering::Relaxed);
    });
    receiver
}

/// Where pictures are put for a person to look at, if one asked for them.
fn pictures() -> Option<PathBuf> {
    std::env::var_os("RAGDOLL_LAB_PICTURES").map(PathBuf::from)
}

/// Keeps a picture for a person to look at, if one asked for it.
pub fn picture(display: &Display, name: &str) {
    if let Some(folder) = pictures() {
        display.picture(&folder.join(name));
    }
}

/// Lets a scene play before a picture is kept; nothing else depends on it.
pub fn let_play(seconds: f64) {
    if pictures().is_some() {
        std::thread::sleep(Duration::from_secs_f64(seconds));
    }
}
