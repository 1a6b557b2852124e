//! Arguments are understood or refused with a reason; each line of the input is one.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ragdoll_lab::cli::understand;
use std::ffi::OsString;
use std::iter::once;
use std::os::unix::ffi::OsStringExt;

fuzz_target!(|data: &[u8]| {
    let lines = data.split(|byte| *byte == b'\n');
    let arguments = lines.map(|line| OsString::from_vec(line.to_vec()));
    if let Err(reason) = understand(once("ragdoll-lab".into()).chain(arguments)) {
        assert!(!reason.trim().is_empty());
    }
});
