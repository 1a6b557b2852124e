//! What the person sees and has chosen: panels, keys, settings, and what is said.

use super::action::{KeyChange, Panel, Setting, Trigger};
use super::effect::{told_saved, Effects, Notice};
use super::keymap::Keymap;
use super::messages::Messages;
use super::panels::{Dock, PanelState};
use super::quality::{name_of, FrameTimes, Verdict};
use crate::platform::settings::{Quality, Settings, Theme, TEXT_SCALE_RANGE};
use crate::view::renderer::Drawn;
use std::path::Path;

/// A message is shown in the status line for so long, s; the list of messages keeps it.
const MESSAGE_STAYS_S: f64 = 10.0;

/// What the person sees and has chosen.
pub struct Ui {
    /// What the panels remember.
    pub panels: PanelState,
    /// Settings of the person.
    pub settings: Settings,
    /// Which key does what.
    pub keymap: Keymap,
    /// How much of the scene the last picture showed; nothing before the first.
    pub drawn: Drawn,
    /// What the last frames took.
    pub frame_times: FrameTimes,
    /// Newest message and whether it is an error; it goes after a while, an error with the
    /// next action as well.
    pub message: Option<(String, bool)>,
    /// For how long that has been the newest message, s.
    said_for_s: f64,
    /// The messages so far.
    pub messages: Messages,
}

impl Ui {
    /// What the person had chosen when the program ended last.
    pub fn new(settings: Settings) -> Ui {
        let (keymap, notice) = Keymap::remembered(settings.key_preset, &settings.keys);
        let dock = settings.panels.as_ref().map(Dock::from_value);
        let mut ui = Ui {
            panels: PanelState {
                dock: dock.unwrap_or_default(),
                ..PanelState::default()
            },
            settings,
            keymap,
            drawn: Drawn::default(),
            frame_times: FrameTimes::default(),
            message: None,
            said_for_s: 0.0,
            messages: Messages::default(),
        };
        if let Some(notice) = notice {
            ui.fail(notice);
        }
        ui
    }

    /// Lets a frame pass.
    pub fn advance(&mut self, frame_s: f64) {
        self.said_for_s += frame_s;
        if self.said_for_s > MESSAGE_STAYS_S {
            self.message = None;
        }
    }

    /// Whether a panel is before the eyes of the person.
    pub fn is_seen(&self, panel: Panel) -> bool {
        !self.panels.hidden && self.panels.dock.is_shown(panel)
    }

    /// Tells the person something.
    pub fn tell(&mut self, notice: &Notice) {
        let text = notice.text(&self.keymap);
        match (&notice.folder, notice.is_error) {
            (Some(folder), _) => self.say_of_file(text, folder),
            (None, true) => self.fail(text),
            (None, false) => self.say(text),
        }
    }

    /// Says under which name and in which folder something was saved.
    pub fn say_saved(&mut self, what: &str, path: &Path) {
        let (text, folder) = told_saved(what, path);
        self.say_of_file(text, &folder);
    }

    fn say_of_file(&mut self, text: String, folder: &Path) {
        self.messages.add_saved(&text, folder);
        self.show_message(text, false);
    }

    /// Says what went wrong and what to do about it.
    pub fn fail(&mut self, text: String) {
        self.messages.add(&text, true);
        self.show_message(text, true);
    }

    /// Says what was done.
    pub fn say(&mut self, text: String) {
        self.messages.add(&text, false);
        self.show_message(text, false);
    }

    fn show_message(&mut self, text: String, is_error: bool) {
        self.message = Some((text, is_error));
        self.said_for_s = 0.0;
    }

    /// Shows an error no longer in the status line.
    pub fn forget_failure(&mut self) {
        self.message.take_if(|(_, is_error)| *is_error);
    }

    /// Carries out an action of the table; false if it is another part's.
    pub fn trigger(&mut self, trigger: Trigger) -> bool {
        match trigger {
            Trigger::ToggleTheme => self.toggle_theme(),
            Trigger::FitTime => self.panels.plots.span.fit(),
            Trigger::FollowShot => self.toggle_following(),
            Trigger::SlowHits => self.toggle_slow_hits(),
            Trigger::LinearSkins => self.toggle_linear_skins(),
            Trigger::TogglePanels => self.panels.hidden = !self.panels.hidden,
            Trigger::ResetPanels => self.panels.dock = Dock::default(),
            Trigger::Palette => self.panels.sheets.palette.toggle(),
            Trigger::Help => self.panels.sheets.help.open = !self.panels.sheets.help.open,
            Trigger::Manual => self.panels.sheets.manual.toggle(),
            Trigger::Preferences => {
                self.panels.sheets.preferences = !self.panels.sheets.preferences;
            }
            Trigger::About => self.panels.sheets.about = !self.panels.sheets.about,
            _ => return false,
        }
        true
    }

    /// Shows the panel of a setting and points out its control.
    pub fn show_setting(&mut self, setting: Setting) {
        self.panels.hidden = false;
        self.panels.dock.show(setting.panel);
        self.panels.sheets.wanted = Some(setting);
    }

    /// Closes the sheet that lies uppermost; false if none is open.
    pub fn close_sheet(&mut self) -> bool {
        let sheets = &mut self.panels.sheets;
        if sheets.palette.is_open() {
            sheets.palette.toggle();
            return true;
        }
        std::mem::take(&mut sheets.about)
            || std::mem::take(&mut sheets.preferences)
            || sheets.manual.close()
            || std::mem::take(&mut sheets.help.open)
    }

    /// Shows the list of scenes with the cursor in its search field; closes it if the cursor
    /// is there.
    pub fn find_scene(&mut self) {
        let is_seen = self.is_seen(Panel::Scenes);
        let PanelState { dock, examples, .. } = &mut self.panels;
        if is_seen && examples.is_searched() {
            return dock.hide(Panel::Scenes);
        }
        dock.show(Panel::Scenes);
        examples.search();
        self.panels.hidden = false;
    }

    /// Makes all text larger by a factor.
    pub fn scale_text(&mut self, factor: f32) {
        let (smallest, largest) = (TEXT_SCALE_RANGE.start(), TEXT_SCALE_RANGE.end());
        let scale = self.settings.text_scale * factor;
        self.settings.text_scale = scale.clamp(*smallest, *largest);
    }

    fn toggle_following(&mut self) {
        self.settings.follow = !self.settings.follow;
        let now = match self.settings.follow {
            true => "the camera follows the target",
            false => "the camera does not follow",
        };
        self.say(now.into());
    }

    fn toggle_slow_hits(&mut self) {
        self.settings.slow_hits = !self.settings.slow_hits;
        let now = match self.settings.slow_hits {
            true => "slow motion at hits",
            false => "hits at full speed",
        };
        self.say(now.into());
    }

    fn toggle_linear_skins(&mut self) {
        self.settings.linear_skins = !self.settings.linear_skins;
        let now = match self.settings.linear_skins {
            true => "skinning: linear blend",
            false => "skinning: dual quaternions",
        };
        self.say(now.into());
    }

    fn toggle_theme(&mut self) {
        self.settings.theme = match self.settings.theme {
            Theme::Dark => Theme::Light,
            Theme::Light => Theme::Dark,
        };
    }

    /// Chooses how much the picture may cost.
    pub fn set_quality(&mut self, quality: Quality, effects: &mut Effects) {
        self.settings.quality = quality;
        effects.say(format!("quality: {}", name_of(quality)));
    }

    /// Keeps the quality that was measured.
    pub fn settle_quality(&mut self, verdict: &Verdict) {
        self.settings.quality = verdict.quality;
        self.say(verdict.text());
    }

    /// Changes which key does what, and remembers it.
    pub fn change_keys(&mut self, change: KeyChange) {
        self.keymap.change(change);
        self.settings.key_preset = self.keymap.preset();
        self.settings.keys = self.keymap.own();
    }
}
