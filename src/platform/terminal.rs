//! Standard output and standard error. All that the program says there goes through here,
//! so that no text that comes from elsewhere steers the terminal.

#[cfg(target_arch = "wasm32")]
use super::page;
use crate::text::{clean_lines, in_json};
use std::io::{self, IsTerminal, Write};

/// Prints words on standard output; what is hidden in them is escaped.
///
/// # Errors
/// Standard output cannot be written, or nobody reads it any more.
pub fn print(words: &str) -> io::Result<()> {
    write_out(&clean_lines(words))
}

/// Prints JSON on standard output, which stays the same to a reader of JSON.
///
/// # Errors
/// Standard output cannot be written, or nobody reads it any more.
pub fn print_json(json: &str) -> io::Result<()> {
    write_out(&in_json(json))
}

#[cfg(target_arch = "wasm32")]
fn write_out(text: &str) -> io::Result<()> {
    page::print(text);
    Ok(())
}

#[cfg(not(target_arch = "wasm32"))]
fn write_out(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}

/// Says something on standard error, in lines of its own. There is nowhere to report a
/// failure of that.
pub fn tell(message: &str) {
    #[cfg(target_arch = "wasm32")]
    page::tell(&clean_lines(message));
    #[cfg(not(target_arch = "wasm32"))]
    let _ = writeln!(io::stderr().lock(), "{}", clean_lines(message));
}

/// Closes the console that Windows opened for this program alone, as it does on a double
/// click. One from which it was started stays.
pub fn close_own_console() {
    #[cfg(windows)]
    {
        #[link(name = "kernel32")]
        extern "system" {
            fn GetConsoleProcessList(list: *mut u32, length: u32) -> u32;
            fn FreeConsole() -> i32;
        }
        let mut list = [0_u32; 2];
        // SAFETY: the list has the length that is told.
        let sharing = unsafe { GetConsoleProcessList(list.as_mut_ptr(), 2) };
        if sharing == 1 {
            // SAFETY: nothing of the console is held; what is said from now on is lost.
            unsafe { FreeConsole() };
        }
    }
}

/// Whether standard error is a terminal, where a line can be written again.
pub fn is_watched() -> bool {
    io::stderr().is_terminal()
}

/// Writes a line on a terminal in place of the one that was written so before; an empty
/// one takes it away.
pub fn tell_again(line: &str) {
    let _ = write!(io::stderr().lock(), "\r{}\u{1b}[K", clean_lines(line));
}
