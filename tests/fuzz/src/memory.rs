//! How much memory an input takes at most: so much for any, and so much more for each of its
//! bytes.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What any input may take.
const ANY: usize = 64 << 20;
/// What each byte of it may take besides.
const EACH_BYTE: usize = 500;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static COUNTED: Counted = Counted;

/// The allocator of the system, which counts.
struct Counted;

// SAFETY: the system's allocator does all of it.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(now, Ordering::Relaxed);
        System.alloc(layout)
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(now, Ordering::Relaxed);
        System.alloc_zeroed(layout)
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        System.dealloc(pointer, layout);
    }
}

/// Reads an input, which must not take more memory than its size allows.
///
/// # Panics
/// It took more.
pub fn bounded(input: &[u8], read: impl FnOnce()) {
    let before = NOW.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    read();
    let taken = PEAK.load(Ordering::Relaxed) - before;
    let allowed = ANY + EACH_BYTE * input.len();
    assert!(
        taken <= allowed,
        "{taken} bytes of memory for {} of input",
        input.len()
    );
}
