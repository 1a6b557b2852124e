//! What the page lends the program that runs in it: its address, a box for settings,
//! downloads, files that a person chooses, and a place for words.
//!
//! The other side is `web/lab.js`. Texts and bytes go over as a place in the memory of the
//! program and a length. What comes back waits in the page until it is fetched.

#[link(wasm_import_module = "env")]
extern "C" {
    /// Has the page look up a text by its name; its length in bytes, or -1.
    fn lab_look_up(name: *const u8, length: usize) -> i32;
    /// Copies what was looked up last to a place in memory.
    fn lab_fetch(place: *mut u8);
    /// Has the page keep a text under a name; 0 if its box is full.
    fn lab_keep(name: *const u8, name_length: usize, text: *const u8, length: usize) -> i32;
    /// Has the page forget what it keeps under a name.
    fn lab_forget(name: *const u8, length: usize);
    /// Whether this is the first page of this program, to which the box belongs.
    fn lab_is_first() -> i32;
    /// Offers a file as a download.
    fn lab_download(name: *const u8, name_length: usize, bytes: *const u8, length: usize);
    /// Asks for a file with one of these endings, such as `.json,.csv`.
    fn lab_ask_for_file(endings: *const u8, length: usize);
    /// 0 while a person chooses, 1 if there is a file, 2 if there will be none.
    fn lab_chosen() -> i32;
    /// Has the page show a text: 1 for results, 2 for messages.
    fn lab_print(stream: i32, text: *const u8, length: usize);
}

/// Names that are looked up; all others are those of kept texts.
const ARGUMENTS: &str = "page:arguments";
const SHOT: &str = "page:shot";
const CHOSEN_NAME: &str = "page:chosen name";
const CHOSEN_BYTES: &str = "page:chosen bytes";

fn look_up(name: &str) -> Option<Vec<u8>> {
    // SAFETY: the page reads the name while it is borrowed.
    let length = unsafe { lab_look_up(name.as_ptr(), name.len()) };
    let mut bytes = vec![0; usize::try_from(length).ok()?];
    // SAFETY: the place has the length that the page has just told.
    unsafe { lab_fetch(bytes.as_mut_ptr()) };
    Some(bytes)
}

fn text(name: &str) -> Option<String> {
    String::from_utf8(look_up(name)?).ok()
}

/// The arguments that the address of the page stands for, after the program's name.
pub fn arguments() -> Vec<String> {
    let lines = text(ARGUMENTS).unwrap_or_default();
    lines.lines().map(str::to_owned).collect()
}

/// The shot in the address of the page.
pub fn shot() -> Option<String> {
    text(SHOT).filter(|text| !text.is_empty())
}

/// A text that is kept between two visits.
pub fn kept(name: &str) -> Option<Vec<u8>> {
    look_up(name)
}

/// Keeps a text for the next visit; whether there was room.
pub fn keep(name: &str, text: &[u8]) -> bool {
    // SAFETY: the page reads both while they are borrowed.
    unsafe { lab_keep(name.as_ptr(), name.len(), text.as_ptr(), text.len()) != 0 }
}

/// Keeps a text no longer.
pub fn forget(name: &str) {
    // SAFETY: the page reads the name while it is borrowed.
    unsafe { lab_forget(name.as_ptr(), name.len()) }
}

/// Whether this is the first page of this program in the browser.
pub fn is_first() -> bool {
    // SAFETY: asks for a number.
    unsafe { lab_is_first() != 0 }
}

/// Offers a file as a download.
pub fn download(name: &str, bytes: &[u8]) {
    // SAFETY: the page reads both while they are borrowed.
    unsafe { lab_download(name.as_ptr(), name.len(), bytes.as_ptr(), bytes.len()) }
}

/// Asks for a file with one of these endings.
pub fn ask_for_file(endings: &str) {
    // SAFETY: the page reads the endings while they are borrowed.
    unsafe { lab_ask_for_file(endings.as_ptr(), endings.len()) }
}

/// What a person has chosen.
pub enum Chosen {
    /// Nothing yet.
    Waiting,
    /// A file of this name with these bytes.
    File(String, Vec<u8>),
    /// No file.
    Nothing,
}

/// What a person has chosen since the page was asked for a file.
pub fn chosen() -> Chosen {
    // SAFETY: asks for a number.
    match unsafe { lab_chosen() } {
        0 => Chosen::Waiting,
        1 => match (text(CHOSEN_NAME), look_up(CHOSEN_BYTES)) {
            (Some(name), Some(bytes)) => Chosen::File(name, bytes),
            _ => Chosen::Nothing,
        },
        _ => Chosen::Nothing,
    }
}

/// Has the page show results.
pub fn print(text: &str) {
    // SAFETY: the page reads the text while it is borrowed.
    unsafe { lab_print(1, text.as_ptr(), text.len()) }
}

/// Has the page show a message.
pub fn tell(text: &str) {
    // SAFETY: the page reads the text while it is borrowed.
    unsafe { lab_print(2, text.as_ptr(), text.len()) }
}
