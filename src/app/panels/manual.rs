//! The manual, pages of `docs/`, to be read in the window.

use super::widgets::{note, text_scale};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};
use egui_macroquad::egui::{self, Align2, Frame, Margin, ScrollArea, SidePanel, Window};

/// Width of the list of pages, points at normal text size.
const LIST_WIDTH: f32 = 150.0;
/// Width of a page, points at normal text size.
const PAGE_WIDTH: f32 = 600.0;
/// Height of the window that is left free, points.
const LEFT_FREE: f32 = 240.0;
/// Space left of a page, points.
const MARGIN: i8 = 12;

/// A page of the manual.
struct Page {
    title: &'static str,
    /// Its file below `docs/`.
    path: &'static str,
    text: &'static str,
}

/// Lists pages by title and file.
macro_rules! pages {
    ($($title:literal $path:literal;)*) => {
        const PAGES: &[Page] = &[
            $(Page {
                title: $title,
                path: $path,
                text: include_str!(concat!("../../../docs/", $path)),
            },)*
        ];
    };
}

pages! {
    "First hour" "manual/first-hour.md";
    "Install" "manual/install.md";
    "Scene editor" "manual/editor.md";
    "Figures" "manual/figures.md";
    "Bodies" "manual/bodies.md";
    "Joints and limits" "manual/joints-and-limits.md";
    "Launcher" "manual/launcher.md";
    "Time" "manual/time.md";
    "Compare" "manual/compare.md";
    "Why" "manual/why.md";
    "Animation" "manual/animation.md";
    "Experiments" "manual/experiments.md";
    "Import and export" "manual/import-export.md";
    "Lessons" "manual/lessons.md";
    "Keys" "manual/keys.md";
    "Command line" "manual/command-line.md";
    "Methods" "methods/README.md";
    "Method verlet" "methods/verlet.md";
    "Method springs" "methods/springs.md";
    "Method multipliers" "methods/multipliers.md";
    "Method reduced" "methods/reduced.md";
    "Settings of methods" "methods/parameters.md";
    "Limits of size" "limits.md";
}

/// The links of a page to other files, as they are written in it.
fn links(page: &Page) -> impl Iterator<Item = &'static str> {
    let pieces = page.text.split("](").skip(1);
    let links = pieces.filter_map(|piece| piece.split_once(')').map(|(link, _)| link));
    links.filter(|link| !link.contains("://"))
}

/// Place of the page that a link of a page leads to, if it is in the manual.
fn target(from: &Page, link: &str) -> Option<usize> {
    let mut folders: Vec<&str> = from.path.split('/').collect();
    folders.pop();
    for part in link.split('#').next()?.split('/') {
        match part {
            ".." => {
                folders.pop();
            }
            part => folders.push(part),
        }
    }
    let path = folders.join("/");
    PAGES.iter().position(|page| page.path == path)
}

/// What the manual remembers.
pub struct State {
    open: bool,
    /// Place of the page that is shown.
    page: usize,
    /// Pages as they were laid out, and links that were clicked.
    cache: CommonMarkCache,
}

impl Default for State {
    fn default() -> State {
        let mut cache = CommonMarkCache::default();
        for link in PAGES.iter().flat_map(links) {
            cache.add_link_hook(link);
        }
        State {
            open: false,
            page: 0,
            cache,
        }
    }
}

impl std::fmt::Debug for State {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut state = formatter.debug_struct("State");
        state.field("open", &self.open).field("page", &self.page);
        state.finish_non_exhaustive()
    }
}

impl State {
    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Opens or closes it.
    pub fn toggle(&mut self) {
        self.open = !self.open;
    }

    /// Closes it; false if it was closed already.
    pub fn close(&mut self) -> bool {
        std::mem::take(&mut self.open)
    }

    /// Goes to the page whose link was clicked; links to what is not in the manual do nothing.
    fn follow_link(&mut self) {
        let Some(page) = PAGES.get(self.page) else {
            return;
        };
        let is_clicked = |link: &&str| self.cache.get_link_hook(link) == Some(true);
        let clicked = links(page).find(is_clicked);
        if let Some(page) = clicked.and_then(|link| target(page, link)) {
            self.page = page;
        }
    }
}

pub(super) fn manual_ui(ctx: &egui::Context, state: &mut State) {
    if !state.open {
        return;
    }
    state.follow_link();
    let scale = text_scale(ctx);
    Window::new("Manual")
        .open(&mut state.open)
        .collapsible(false)
        .pivot(Align2::CENTER_CENTER)
        .default_pos(ctx.screen_rect().center())
        .default_width((LIST_WIDTH + PAGE_WIDTH) * scale)
        .default_height(ctx.screen_rect().height() - LEFT_FREE)
        .show(ctx, |ui| {
            SidePanel::left("pages of the manual")
                .default_width(LIST_WIDTH * scale)
                .show_inside(ui, |ui| {
                    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                        for (place, page) in PAGES.iter().enumerate() {
                            let response = ui.selectable_label(place == state.page, page.title);
                            note(&response, &format!("Manual: {}", page.title));
                            if response.clicked() {
                                state.page = place;
                            }
                        }
                    });
                });
            let text = PAGES.get(state.page).map_or("", |page| page.text);
            let margin = Margin {
                left: MARGIN,
                ..Margin::ZERO
            };
            Frame::NONE.inner_margin(margin).show(ui, |ui| {
                ScrollArea::vertical()
                    .id_salt(state.page)
                    .auto_shrink(false)
                    .show(ui, |ui| {
                        CommonMarkViewer::new().show(ui, &mut state.cache, text);
                    });
            });
        });
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_pages() {
        let first = &PAGES[0];
        assert_eq!(target(first, "launcher.md#the-ball"), Some(6));
        let methods = target(first, "../methods/README.md").unwrap();
        assert_eq!(PAGES[methods].title, "Methods");
        let verlet = target(&PAGES[methods], "verlet.md").unwrap();
        assert_eq!(PAGES[verlet].title, "Method verlet");
        assert_eq!(target(first, "../benchmarks.md"), None);
        let inner = PAGES
            .iter()
            .flat_map(|page| links(page).map(move |link| (page, link)));
        let known = inner.filter(|(page, link)| target(page, link).is_some());
        assert!(known.count() > 40);
    }
}
