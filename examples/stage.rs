//! Demonstration of the view: a dummy, a ball in flight and one panel.
//!
//! `cargo run --example stage -- [--out F.png] [--frames N] [--light]
//! [--quality low|medium|high] [--crowd N]`

use egui_macroquad::egui;
use macroquad::math::{vec3, Quat, Vec3};
use ragdoll_lab::app::glue::{with_backend, Glue};
use ragdoll_lab::view::camera::Camera;
use ragdoll_lab::view::draw_list::{
    Dash, DrawList, Floor, Line, Outline, Paint, Pattern, Ruler, Solid, SolidShape,
};
use ragdoll_lab::view::labels::paint_labels;
use ragdoll_lab::view::renderer::{Frame, Quality, Renderer, Viewport};
use ragdoll_lab::view::screenshot;
use ragdoll_lab::view::theme::{self, body, mark, with_alpha, Theme};
use std::time::Instant;

/// Time from frame to frame, s: fixed so that pictures repeat.
const FRAME_S: f32 = 1.0 / 60.0;

struct Options {
    out: Option<String>,
    frames: usize,
    theme: Theme,
    quality: Quality,
    crowd: usize,
}

impl Options {
    fn from_args() -> Self {
        let args: Vec<String> = std::env::args().collect();
        let value = |name: &str| {
            let at = args.iter().position(|a| a == name)?;
            args.get(at + 1).cloned()
        };
        let number = |name, or| value(name).and_then(|v| v.parse().ok()).unwrap_or(or);
        Self {
            out: value("--out"),
            frames: number("--frames", 0),
            theme: match args.iter().any(|a| a == "--light") {
                true => Theme::Light,
                false => Theme::Dark,
            },
            quality: match value("--quality").as_deref() {
                Some("low") => Quality::Low,
                Some("high") => Quality::High,
                _ => Quality::Medium,
            },
            crowd: number("--crowd", 0),
        }
    }
}

fn main() {
    let conf = macroquad::window::Conf {
        window_title: "Stage".into(),
        window_width: 1280,
        window_height: 720,
        high_dpi: true,
        sample_count: 1,
        platform: macroquad::miniquad::conf::Platform {
            linux_x11_gl: match std::env::args().any(|a| a == "--egl") {
                true => macroquad::miniquad::conf::LinuxX11Gl::EGLOnly,
                false => Default::default(),
            },
            ..Default::default()
        },
        ..Default::default()
    };
    macroquad::Window::from_config(conf, show(Options::from_args()));
}

async fn show(options: Options) {
    let mut glue = Glue::new();
    theme::apply(glue.context(), options.theme, 1.0);
    let mut renderer = match with_backend(Renderer::new) {
        Ok(renderer) => renderer,
        Err(error) => return eprintln!("{error}"),
    };
    let mut camera = Camera::new(vec3(0.4, 0.9, 0.0), 4.9, 0.3, 0.16);
    let mut times_ms = Vec::new();
    for count in 1.. {
        let start = Instant::now();
        camera.update(FRAME_S);
        let list = stage_of(&options);
        let stage = options.theme.stage();
        glue.run(|ctx| {
            panel_ui(ctx, options.theme);
            let painter = ctx.layer_painter(egui::LayerId::background());
            paint_labels(&painter, ctx.screen_rect(), &camera, &list.labels, &stage);
        });
        let (w, h) = macroquad::miniquad::window::screen_size();
        let frame = Frame {
            viewport: Viewport {
                x: 0,
                y: 0,
                width: w as i32,
                height: h as i32,
            },
            theme: options.theme,
            quality: options.quality,
        };
        with_backend(|ctx| renderer.draw(ctx, &list, &camera, &frame));
        wait_for_gpu();
        let stage_ms = start.elapsed().as_secs_f64() * 1e3;
        glue.draw();
        wait_for_gpu();
        times_ms.push((stage_ms, start.elapsed().as_secs_f64() * 1e3));
        if count == options.frames {
            break;
        }
        macroquad::window::next_frame().await;
    }
    report(&times_ms);
    if let Some(path) = options.out {
        with_backend(screenshot::grab).export_png(&path);
    }
}

/// Let the driver finish, so that times include its work.
fn wait_for_gpu() {
    // SAFETY: a plain GL call on the thread that owns the context.
    unsafe { macroquad::miniquad::gl::glFinish() }
}

fn report(times_ms: &[(f64, f64)]) {
    let middle = |pick: fn(&(f64, f64)) -> f64| {
        let mut sorted: Vec<f64> = times_ms.iter().map(pick).collect();
        sorted.sort_by(f64::total_cmp);
        (
            sorted.first().copied(),
            sorted.get(sorted.len() / 2).copied(),
        )
    };
    eprintln!("stage ms (least, median): {:?}", middle(|t| t.0));
    eprintln!("with panels ms (least, median): {:?}", middle(|t| t.1));
}

fn panel_ui(ctx: &egui::Context, theme: Theme) {
    egui::SidePanel::left("controls")
        .exact_width(288.0)
        .frame(theme::panel_frame(theme))
        .show(ctx, |ui| {
            ui.heading("Throw");
            for (name, mut value, unit) in [
                ("Speed", 12.0, "m/s"),
                ("Mass", 5.0, "kg"),
                ("Height", 1.4, "m"),
            ] {
                ui.horizontal(|ui| {
                    ui.label(name);
                    ui.add(egui::Slider::new(&mut value, 0.0..=20.0).suffix(format!(" {unit}")));
                });
            }
            ui.separator();
            ui.heading("Body");
            ui.checkbox(&mut true, "Self collision");
            ui.horizontal(|ui| {
                let _ = ui.button(format!("{}  Throw", egui_phosphor::regular::PLAY));
                let _ = ui.button(format!(
                    "{}  Reset",
                    egui_phosphor::regular::ARROW_COUNTER_CLOCKWISE
                ));
            });
            ui.weak("Drag a limb to pull it.");
        });
}

fn stage_of(options: &Options) -> DrawList {
    let ink = options.theme.stage().ink;
    let mut list = DrawList {
        shadow_center: vec3(0.8, 0.7, 0.0),
        shadow_extent: 3.4,
        floor: Some(Floor {
            height: 0.0,
            ruler: Some(Ruler {
                origin: vec3(-1.6, 0.0, 1.0),
                direction: Vec3::X,
                length_m: 4.5,
            }),
        }),
        ..DrawList::default()
    };
    add_dummy(&mut list.solids);
    add_props(&mut list.solids);
    add_crowd(&mut list.solids, options.crowd);
    add_ball(&mut list, ink);
    list.lay_ruler(with_alpha(ink, 0.7));
    list.flag(vec3(2.61, 0.0, 1.0), "4.21 m", ink);
    list
}

fn limb(from: Vec3, to: Vec3, radius: f32) -> Solid {
    let span = to - from;
    Solid::new(
        SolidShape::Cylinder {
            half_length: span.length() * 0.5,
            radius,
        },
        (from + to) * 0.5,
        Quat::from_rotation_arc(Vec3::Y, span.normalize()),
        Paint::new(body::LIMB, Pattern::Plain),
    )
}

fn joint(at: Vec3, radius: f32) -> Solid {
    Solid::new(
        SolidShape::Sphere { radius },
        at,
        Quat::IDENTITY,
        Paint::new(body::JOINT, Pattern::CrashMark),
    )
}

fn add_dummy(solids: &mut Vec<Solid>) {
    let mut chest = limb(vec3(0.0, 1.02, 0.0), vec3(0.0, 1.4, 0.0), 0.135);
    chest.paint.pattern = Pattern::CrashMark;
    solids.push(chest);
    solids.push(limb(vec3(0.0, 0.86, 0.0), vec3(0.0, 1.0, 0.0), 0.12));
    solids.push(limb(vec3(0.0, 1.4, 0.0), vec3(0.0, 1.52, 0.0), 0.045));
    let mut head = joint(vec3(0.0, 1.64, 0.0), 0.12);
    head.paint.color = body::LIMB;
    solids.push(head);
    for side in [-1.0, 1.0] {
        let at = |x: f32, y: f32, z: f32| vec3(x * side, y, z);
        let shoulder = at(0.2, 1.36, 0.0);
        let elbow = at(0.36, 1.12, 0.06);
        let hand = at(0.44, 0.86, 0.16);
        let hip = at(0.1, 0.84, 0.0);
        let knee = at(0.13, 0.46, 0.04);
        let ankle = at(0.15, 0.09, 0.0);
        solids.extend([
            limb(shoulder, elbow, 0.048),
            limb(elbow, hand, 0.042),
            limb(hip, knee, 0.072),
            limb(knee, ankle, 0.055),
            limb(
                ankle - vec3(0.0, 0.04, 0.05),
                ankle + vec3(0.0, -0.04, 0.16),
                0.048,
            ),
            joint(shoulder, 0.07),
            joint(elbow, 0.058),
            joint(hand, 0.055),
            joint(hip, 0.085),
            joint(knee, 0.078),
            joint(ankle, 0.06),
        ]);
    }
}

fn add_props(solids: &mut Vec<Solid>) {
    for (x, z, half, turn) in [
        (1.75, -0.9, vec3(0.3, 0.3, 0.3), 0.3),
        (2.35, -1.3, vec3(0.25, 0.45, 0.25), -0.2),
        (1.25, -1.7, vec3(0.45, 0.16, 0.3), 0.6),
    ] {
        solids.push(Solid::new(
            SolidShape::Cuboid { half_extents: half },
            vec3(x, half.y, z),
            Quat::from_rotation_y(turn),
            Paint::new(body::OBSTACLE, Pattern::Edged),
        ));
    }
    let mut capsule = limb(vec3(1.2, 0.07, 0.45), vec3(1.55, 0.07, 0.25), 0.07);
    capsule.shape = SolidShape::Capsule {
        half_length: 0.2,
        radius: 0.07,
    };
    capsule.outline = Some(Outline {
        color: mark::SELECTED,
        width_px: 2.0,
    });
    solids.push(capsule);
}

fn add_crowd(solids: &mut Vec<Solid>, count: usize) {
    for i in 0..count {
        let (x, z) = ((i % 32) as f32 * 0.12 - 1.5, (i / 32) as f32 * -0.12 - 2.0);
        let mut ball = joint(vec3(x, 0.05, z), 0.05);
        ball.paint = Paint::new(body::PARTICLE, Pattern::Plain);
        solids.push(ball);
    }
}

fn add_ball(list: &mut DrawList, ink: [f32; 4]) {
    let (launch, velocity) = (vec3(-1.25, 1.0, 0.25), vec3(4.2, 3.0, -0.4));
    let at = |t: f32| launch + velocity * t - Vec3::Y * (4.905 * t * t);
    let flown: Vec<Vec3> = (0..=12).map(|i| at(i as f32 * 0.01)).collect();
    list.lines.push(Line {
        fade: (0..=12).map(|i| i as f32 / 12.0).collect(),
        ..Line::new(flown, body::BALL, 3.0)
    });
    let ahead: Vec<Vec3> = (12..=84).map(|i| at(i as f32 * 0.01)).collect();
    list.lines.push(Line {
        dash: Some(Dash {
            on_m: 0.07,
            off_m: 0.05,
        }),
        ..Line::new(ahead, with_alpha(ink, mark::PREDICTED[3]), 2.0)
    });
    list.solids.push(Solid::new(
        SolidShape::Sphere { radius: 0.13 },
        at(0.12),
        Quat::from_rotation_z(0.5) * Quat::from_rotation_x(0.7),
        Paint::new(body::BALL, Pattern::Band),
    ));
}
