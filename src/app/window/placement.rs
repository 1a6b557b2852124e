//! The window comes back where it was, as large as it was.

use crate::platform::display::WindowPlace;
use crate::platform::settings::Settings;
use macroquad::miniquad::window::{dpi_scale, screen_size};
use macroquad::window::set_fullscreen;

/// On a screen with a shorter side than these the window fills it at the first start,
/// pixels.
const SMALL_SCREEN: (u32, u32) = (1440, 900);

/// Where the window is for a person.
pub(super) struct Placement {
    /// Nothing where the system does not tell, and for scripts.
    place: Option<WindowPlace>,
    full_screen: bool,
}

impl Placement {
    /// Puts the open window where it was last. Windows of scripts stay where they open.
    pub fn restored(settings: &Settings, is_for_a_person: bool) -> Placement {
        let place = match is_for_a_person {
            true => WindowPlace::of_current_window(),
            false => None,
        };
        if let Some(place) = &place {
            if let Some(corner) = settings.window_corner {
                place.move_to(corner);
            }
            let screen = place.screen();
            let is_small = screen.is_some_and(|s| s.0 < SMALL_SCREEN.0 || s.1 < SMALL_SCREEN.1);
            if settings.window_maximised || (settings.window_size.is_none() && is_small) {
                place.maximise();
            }
        }
        Placement {
            place,
            full_screen: false,
        }
    }

    /// Notes where the window is now. A window that fills the screen comes back so, and
    /// shrinks to what it was before.
    pub fn note(&self, settings: &mut Settings) {
        if self.full_screen {
            return;
        }
        if let Some(place) = self.place.as_ref().and_then(WindowPlace::read) {
            settings.window_maximised = place.maximised;
            if place.maximised {
                return;
            }
            settings.window_corner = Some(place.corner);
        }
        // Where a point is not a pixel, systems differ in which of the two a new window has.
        if dpi_scale() == 1.0 {
            let (width, height) = screen_size();
            settings.window_size = Some((width as u32, height as u32));
        }
    }

    /// To the full screen, or back to the window.
    pub fn toggle_full_screen(&mut self) {
        self.full_screen = !self.full_screen;
        set_fullscreen(self.full_screen);
    }
}
