//! Colour tokens, fonts and the restyling of egui.
//!
//! The only module that names a colour. Marks over the stage use the
//! Okabe-Ito palette, whose hues stay apart for colour-blind readers.

mod contrast;
mod hue;
mod place;

pub use contrast::legible_on;
use egui_macroquad::egui::{
    self, epaint::Shadow, style::WidgetVisuals, Color32, CornerRadius, FontData, FontDefinitions,
    FontFamily, FontId, Margin, Stroke, TextStyle, Visuals,
};
pub use hue::hue_of;
use macroquad::math::Vec4;
pub use place::Place;
use std::sync::Arc;

/// sRGB-encoded colour with straight (not premultiplied) alpha, each 0 to 1.
pub type Rgba = [f32; 4];

/// Colour from `0xRRGGBB`, opaque.
const fn hex(rgb: u32) -> Rgba {
    [
        ((rgb >> 16) & 255) as f32 / 255.0,
        ((rgb >> 8) & 255) as f32 / 255.0,
        (rgb & 255) as f32 / 255.0,
        1.0,
    ]
}

/// Opaque colour from red, green and blue, each 0 to 255.
pub fn opaque(rgb: [u8; 3]) -> Rgba {
    let [red, green, blue] = rgb.map(u32::from);
    hex(red << 16 | green << 8 | blue)
}

/// Red, green and blue of a colour, each 0 to 255.
pub fn bytes(color: Rgba) -> [u8; 3] {
    let color = color32(color);
    [color.r(), color.g(), color.b()]
}

/// The same colour at another opacity, 0 to 1.
pub const fn with_alpha(color: Rgba, alpha: f32) -> Rgba {
    [color[0], color[1], color[2], alpha]
}

/// The colour as egui wants it.
pub fn color32(color: Rgba) -> Color32 {
    let byte = |x: f32| (x.clamp(0.0, 1.0) * 255.0).round() as u8;
    Color32::from_rgba_unmultiplied(
        byte(color[0]),
        byte(color[1]),
        byte(color[2]),
        byte(color[3]),
    )
}

/// Colours of the bodies on the stage.
pub mod body {
    use super::{hex, Rgba};
    /// Limbs of the dummy.
    pub const LIMB: Rgba = hex(0xf2b33d);
    /// Joints and hands of the dummy.
    pub const JOINT: Rgba = hex(0x2b2e34);
    /// Suit of the figure of sticks.
    pub const SUIT: Rgba = hex(0x5c7ba6);
    /// Ball.
    pub const BALL: Rgba = hex(0xd8432f);
    /// Obstacles: boxes, walls, ramps.
    pub const OBSTACLE: Rgba = hex(0x5b6675);
    /// Boxes, capsules and other bodies that belong to no figure.
    pub const LOOSE: Rgba = hex(0x93a4b5);
    /// Lone particles and sticks.
    pub const PARTICLE: Rgba = hex(0xc3ccd6);
    /// Surfaces between particles.
    pub const CLOTH: Rgba = hex(0xb5624a);
}

/// Paints to choose from for bodies: of the Okabe-Ito palette those that differ in
/// lightness too, and not that of the outline of what is selected.
pub const PAINTS: [(&str, Rgba); 6] = [
    ("yellow", hex(0xf0e442)),
    ("orange", hex(0xe69f00)),
    ("vermilion", hex(0xd55e00)),
    ("purple", hex(0xcc79a7)),
    ("green", hex(0x009e73)),
    ("blue", hex(0x0072b2)),
];

/// Okabe-Ito marks drawn over the stage; each also has a second cue.
pub mod mark {
    use super::{hex, Rgba};
    /// Selected or hovered (outline of 2 px or 1 px).
    pub const SELECTED: Rgba = hex(0x56b4e9);
    /// Side A of a comparison (solid).
    pub const SIDE_A: Rgba = hex(0x0072b2);
    /// Side B of a comparison (dashed).
    pub const SIDE_B: Rgba = hex(0xe69f00);
    /// The runs beside the leading one.
    pub const SIDES: [Rgba; 5] = [
        hex(0x009e73),
        hex(0xcc79a7),
        hex(0x56b4e9),
        SIDE_B,
        hex(0xf0e442),
    ];
    /// Inside a limit (filled arc).
    pub const WITHIN_LIMIT: Rgba = hex(0x009e73);
    /// Broken limit (hatched arc, cross).
    pub const BROKEN_LIMIT: Rgba = hex(0xd55e00);
    /// Contact normal (arrow with ring).
    pub const CONTACT_NORMAL: Rgba = hex(0xcc79a7);
    /// Friction (plain arrow).
    pub const FRICTION: Rgba = hex(0xf0e442);
    /// Pull spring and pin on the dark stage.
    pub const PULL: Rgba = hex(0xffffff);
    /// What was before: the end pose of the last result.
    pub const GHOST: Rgba = hex(0xa9cbe8);
    /// Opacity of the ghost of side B.
    pub const GHOST_ALPHA: f32 = 0.35;
}

/// Predicted arc (dashed): that of strong marks, a little seen through, on any ground.
pub fn predicted(theme: Theme) -> Rgba {
    with_alpha(theme.stage().ink, 0.7)
}

/// Colours of values in a row, from the first to the last: lighter and lighter, so that
/// they are in order for everybody.
const GRADES: [Rgba; 4] = [hex(0x2f6fd0), hex(0xa667c9), hex(0xe8836b), hex(0xf5e663)];

/// The colour of a value in a row, from the first, 0, to the last, 1.
pub fn graded(share: f32) -> Rgba {
    let [a, b, c, d] = GRADES.map(Vec4::from);
    let (from, to, rest) = match share.clamp(0.0, 1.0) * 3.0 {
        place if place < 1.0 => (a, b, place),
        place if place < 2.0 => (b, c, place - 1.0),
        place => (c, d, place - 2.0),
    };
    (from + (to - from) * rest).into()
}

/// Handles of the tools; the axes also have letters.
pub mod axis {
    use super::{hex, Rgba};
    /// Of the axes x, y and z.
    pub const COLORS: [Rgba; 3] = [hex(0xd55e00), hex(0x009e73), hex(0x4a90d9)];
    /// Of what follows the plane of the view.
    pub const FREE: Rgba = hex(0xc3ccd6);
    /// What the pointer is over or holds.
    pub const HELD: Rgba = hex(0xf0e442);
}

/// Dark or light dress of the stage and panels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark studio, the default.
    #[default]
    Dark,
    /// Light studio, for print and bright rooms.
    Light,
}

/// Colours of the empty stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StageColors {
    /// Background at the zenith.
    pub background_high: Rgba,
    /// Background at the horizon, into which the floor melts.
    pub background_low: Rgba,
    /// Lit floor.
    pub floor: Rgba,
    /// Lines of the floor, ring and ruler base.
    pub line: Rgba,
    /// Strong marks drawn on the stage: ruler, flag, plain label.
    pub ink: Rgba,
    /// Halo around labels.
    pub halo: Rgba,
    /// Floor brightness inside the key light's shadow, relative to lit.
    pub shadow: f32,
    /// Added brightness of the floor in the middle of the pool of light.
    pub pool_gain: f32,
    /// Strength of the fill light from sky and floor; a white room gives more.
    pub fill_gain: f32,
    /// Share of what stands on the floor that it mirrors, seen from straight above.
    pub reflection: f32,
    /// Key light, linear red, green and blue.
    pub key: [f32; 3],
    /// What the fill light is multiplied with, linear red, green and blue.
    pub fill: [f32; 3],
}

/// Colours of the panels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PanelColors {
    /// Panel ground, at 94 % over the stage.
    pub ground: Rgba,
    /// Ground of menus and windows.
    pub raised: Rgba,
    /// Ground of text fields and slider rails.
    pub sunken: Rgba,
    /// Resting button.
    pub control: Rgba,
    /// Hovered button.
    pub control_hot: Rgba,
    /// Hairlines.
    pub hairline: Rgba,
    /// Body text.
    pub text: Rgba,
    /// Secondary text.
    pub text_weak: Rgba,
    /// The one accent.
    pub accent: Rgba,
    /// Selected text and the filled part of sliders: the accent, opaque.
    pub selection: Rgba,
    /// Warnings.
    pub warning: Rgba,
    /// Errors.
    pub error: Rgba,
}

impl Theme {
    /// Colours of the empty studio.
    pub const fn stage(self) -> StageColors {
        self.stage_in(Place::Studio)
    }

    /// Colours of the panels.
    pub const fn panel(self) -> PanelColors {
        const OPACITY: f32 = 0.94;
        match self {
            Theme::Dark => PanelColors {
                ground: with_alpha(hex(0x1a1d22), OPACITY),
                raised: hex(0x22262d),
                sunken: hex(0x121418),
                control: hex(0x2c323a),
                control_hot: hex(0x39414b),
                hairline: hex(0x353c46),
                text: hex(0xdfe5eb),
                text_weak: hex(0x98a3b0),
                accent: hex(0x56b4e9),
                selection: hex(0x35759b),
                warning: mark::SIDE_B,
                error: hex(0xff7a52),
            },
            Theme::Light => PanelColors {
                ground: with_alpha(hex(0xf8fafc), OPACITY),
                raised: hex(0xffffff),
                sunken: hex(0xe6ebf0),
                control: hex(0xe3e8ee),
                control_hot: hex(0xd3dbe3),
                hairline: hex(0xccd4dc),
                text: hex(0x1f2730),
                text_weak: hex(0x5a6775),
                accent: hex(0x56b4e9),
                selection: hex(0x8fcdf0),
                warning: hex(0x9a6700),
                error: hex(0xb23a00),
            },
        }
    }
}

/// Name of the semi-bold text family, for headings.
pub const HEADING_FAMILY: &str = "heading";

/// Key of the icon font.
const ICONS: &str = "phosphor";

/// Base text size, points at 100 % text scale.
pub const BASE_TEXT_PT: f32 = 13.0;

/// Restyle `ctx`: fonts, text sizes, spacing and colours.
///
/// `text_scale`: 1 is 13 pt body text; clamped to 0.75 to 3. Fonts are
/// installed at every call, so call on a change only, not each frame.
pub fn apply(ctx: &egui::Context, theme: Theme, text_scale: f32) {
    ctx.set_fonts(fonts());
    let scale = text_scale.clamp(0.75, 3.0);
    ctx.set_theme(match theme {
        Theme::Dark => egui::Theme::Dark,
        Theme::Light => egui::Theme::Light,
    });
    ctx.all_styles_mut(|style| {
        style.text_styles = text_styles(scale);
        set_spacing(&mut style.spacing, scale);
        style.visuals = visuals(theme);
        style.animation_time = 0.12;
    });
}

fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let faces: [(&str, &'static [u8]); 3] = [
        (
            "inter",
            include_bytes!("../../../assets/fonts/Inter-Regular.otf"),
        ),
        (
            "inter-semibold",
            include_bytes!("../../../assets/fonts/Inter-SemiBold.otf"),
        ),
        (
            "jetbrains-mono",
            include_bytes!("../../../assets/fonts/JetBrainsMono-Regular.ttf"),
        ),
    ];
    for (name, bytes) in faces {
        fonts
            .font_data
            .insert(name.into(), Arc::new(FontData::from_static(bytes)));
    }
    let icons = egui_phosphor::Variant::Regular.font_data();
    fonts.font_data.insert(ICONS.into(), icons.into());
    // egui's own faces stay behind ours for signs that ours lack.
    let spare = fonts
        .families
        .get(&FontFamily::Proportional)
        .cloned()
        .unwrap_or_default();
    let chain = |face: &str| -> Vec<String> {
        let ours = [face.to_owned(), ICONS.to_owned()];
        ours.into_iter().chain(spare.iter().cloned()).collect()
    };
    let families = [
        (FontFamily::Proportional, "inter"),
        (FontFamily::Name(HEADING_FAMILY.into()), "inter-semibold"),
        (FontFamily::Monospace, "jetbrains-mono"),
    ];
    for (family, face) in families {
        fonts.families.insert(family, chain(face));
    }
    fonts
}

fn text_styles(scale: f32) -> std::collections::BTreeMap<TextStyle, FontId> {
    let heading = FontFamily::Name(HEADING_FAMILY.into());
    [
        (TextStyle::Small, 11.0, FontFamily::Proportional),
        (TextStyle::Body, BASE_TEXT_PT, FontFamily::Proportional),
        (TextStyle::Button, BASE_TEXT_PT, FontFamily::Proportional),
        (TextStyle::Monospace, BASE_TEXT_PT, FontFamily::Monospace),
        (TextStyle::Heading, 15.0, heading),
    ]
    .into_iter()
    .map(|(style, size, family)| (style, FontId::new(size * scale, family)))
    .collect()
}

fn set_spacing(spacing: &mut egui::style::Spacing, scale: f32) {
    spacing.item_spacing = egui::vec2(8.0, 8.0);
    spacing.window_margin = Margin::same(16);
    spacing.menu_margin = Margin::same(8);
    spacing.button_padding = egui::vec2(8.0, 4.0);
    spacing.interact_size = egui::vec2(40.0, 24.0) * scale.max(1.0);
    spacing.indent = 16.0;
    spacing.slider_width = 128.0;
    spacing.slider_rail_height = 4.0;
    spacing.icon_width = 16.0 * scale;
    spacing.icon_width_inner = 10.0 * scale;
    spacing.icon_spacing = 8.0;
    spacing.combo_width = 128.0;
    spacing.scroll.bar_width = 8.0;
}

fn visuals(theme: Theme) -> Visuals {
    let panel = theme.panel();
    let mut v = match theme {
        Theme::Dark => Visuals::dark(),
        Theme::Light => Visuals::light(),
    };
    v.panel_fill = color32(panel.ground);
    v.window_fill = color32(panel.raised);
    v.extreme_bg_color = color32(panel.sunken);
    v.code_bg_color = color32(panel.sunken);
    v.faint_bg_color = color32(with_alpha(panel.control, 0.4));
    v.hyperlink_color = color32(panel.accent);
    v.warn_fg_color = color32(panel.warning);
    v.error_fg_color = color32(panel.error);
    v.window_stroke = Stroke::new(1.0, color32(panel.hairline));
    v.window_corner_radius = CornerRadius::same(6);
    v.menu_corner_radius = CornerRadius::same(6);
    v.selection.bg_fill = color32(panel.selection);
    v.selection.stroke = Stroke::new(1.0, color32(panel.text));
    v.slider_trailing_fill = true;
    let shade = Color32::from_black_alpha(if theme == Theme::Dark { 110 } else { 40 });
    let shadow = Shadow {
        offset: [0, 4],
        blur: 16,
        spread: 0,
        color: shade,
    };
    v.popup_shadow = shadow;
    v.window_shadow = shadow;
    v.widgets = widgets(&panel);
    v
}

fn widgets(panel: &PanelColors) -> egui::style::Widgets {
    let face = |fill: Rgba, line: Rgba, text: Rgba| WidgetVisuals {
        bg_fill: color32(fill),
        weak_bg_fill: color32(fill),
        bg_stroke: Stroke::new(1.0, color32(line)),
        corner_radius: CornerRadius::same(6),
        fg_stroke: Stroke::new(1.0, color32(text)),
        expansion: 0.0,
    };
    let mut open = face(panel.control, panel.accent, panel.text);
    open.fg_stroke.width = 1.5;
    egui::style::Widgets {
        noninteractive: face(panel.raised, panel.hairline, panel.text),
        inactive: face(panel.control, panel.hairline, panel.text),
        hovered: face(panel.control_hot, panel.accent, panel.text),
        // Its text is that of everything strong, headings of lists included.
        active: face(panel.selection, panel.accent, panel.text),
        open,
    }
}

#[cfg(test)]
mod tests {
    use super::contrast::{contrast, LEAST_CONTRAST};
    use super::*;

    #[test]
    fn hex_reads_channels_in_order() {
        assert_eq!(color32(hex(0x56b4e9)), Color32::from_rgb(0x56, 0xb4, 0xe9));
    }

    #[test]
    fn the_lines_of_all_runs_are_seen_on_both_grounds() {
        for theme in [Theme::Dark, Theme::Light] {
            let ground = theme.panel().ground;
            for color in mark::SIDES.into_iter().chain([mark::SIDE_A]) {
                let seen = legible_on(ground, color);
                assert!(contrast(seen, ground) >= LEAST_CONTRAST, "{color:?}");
            }
        }
        let ground = Theme::Light.panel().ground;
        assert_eq!(legible_on(ground, mark::SIDE_A), mark::SIDE_A);
    }

    #[test]
    fn panels_let_six_percent_of_the_stage_through() {
        assert_eq!(Theme::Dark.panel().ground[3], 0.94);
        assert_eq!(Theme::Light.panel().ground[3], 0.94);
    }

    #[test]
    fn every_style_finds_its_font_in_both_themes() {
        for theme in [Theme::Dark, Theme::Light] {
            let ctx = egui::Context::default();
            apply(&ctx, theme, 1.5);
            let _ = ctx.run(egui::RawInput::default(), |ctx| {
                egui::CentralPanel::default().show(ctx, |ui| {
                    ui.heading("Throw");
                    ui.monospace("4.21 m");
                });
            });
            assert_eq!(ctx.style().text_styles[&TextStyle::Body].size, 19.5);
        }
    }
}
