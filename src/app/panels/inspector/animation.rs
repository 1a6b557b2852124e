//! What moves a ragdoll until physics takes over, and how it comes back.

use super::form::{put, Form};
use crate::app::action::{Action, Trigger};
use crate::app::panels::widgets::button;
use crate::editor::Item;
use crate::scene::range;
use crate::scene::{is_rigid, Animation, GetUp, Recoil, PROGRAM_CLIPS};
use egui_macroquad::egui::Ui;

/// A clip as a list offers it.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Offered {
    /// None: the ragdoll is not animated.
    Nothing,
    /// One of the program, by its index.
    Program(usize),
    /// One of the ragdoll's own, by its index.
    Own(usize),
    /// One that is in neither list.
    Unknown,
}

pub(super) fn animation_ui(ui: &mut Ui, form: &mut Form<'_>) {
    clip_ui(ui, form);
    let get = |item: &mut Item| Some(animation(item)?.loops);
    let loops = [
        (None, "clip default", "Uses the clip's own setting"),
        (Some(true), "loop", "Starts again at its end"),
        (Some(false), "once", "Plays once and stays in the last pose"),
    ];
    let tip = "Whether the clip loops";
    form.choice(ui, "Playback", tip, &loops, get, |item, loops| {
        put(animation(item).map(|a| &mut a.loops), loops);
    });
    form.number(ui, "Start time", &range::CLIP_TIME, |item| {
        Some(&mut animation(item)?.start_s)
    });
    form.number(ui, "Clip speed", &range::CLIP_RATE, |item| {
        Some(&mut animation(item)?.rate)
    });
    hand_over_ui(ui, form);
    recoil_ui(ui, form);
    get_up_ui(ui, form);
}

fn clip_ui(ui: &mut Ui, form: &mut Form<'_>) {
    let own: Vec<String> = match form.only().cloned() {
        Some(Item::Ragdoll(ragdoll)) => {
            let clips = ragdoll.animation.into_iter().flat_map(|a| a.clips);
            clips.map(|clip| clip.name).collect()
        }
        _ => Vec::new(),
    };
    let mut offered = vec![(Offered::Nothing, "none", "Simulated from the start")];
    let program = PROGRAM_CLIPS.iter().enumerate();
    offered.extend(program.map(|(i, &name)| (Offered::Program(i), name, "Built-in clip")));
    let names = own.iter().enumerate();
    offered.extend(names.map(|(i, name)| (Offered::Own(i), name.as_str(), "Clip of this ragdoll")));
    let get = |item: &mut Item| {
        let Item::Ragdoll(ragdoll) = item else {
            return None;
        };
        is_rigid(&ragdoll.figure).then_some(())?;
        let Some(animation) = &ragdoll.animation else {
            return Some(Offered::Nothing);
        };
        let given = animation
            .clips
            .iter()
            .position(|c| c.name == animation.clip);
        let program = PROGRAM_CLIPS
            .iter()
            .position(|name| *name == animation.clip);
        let own = given.map(Offered::Own);
        Some(
            own.or(program.map(Offered::Program))
                .unwrap_or(Offered::Unknown),
        )
    };
    let tip = "Clip that moves the ragdoll until physics takes over";
    form.choice(ui, "Clip", tip, &offered, get, |item, chosen| {
        let Item::Ragdoll(ragdoll) = item else {
            return;
        };
        let name = match chosen {
            Offered::Nothing => {
                ragdoll.animation = None;
                return;
            }
            Offered::Program(i) => PROGRAM_CLIPS.get(i).map(|name| (*name).to_owned()),
            Offered::Own(i) => own.get(i).cloned(),
            Offered::Unknown => None,
        };
        let Some(name) = name else {
            return;
        };
        match &mut ragdoll.animation {
            Some(animation) => animation.clip = name,
            none => *none = Some(Animation::of(name)),
        }
    });
}

fn hand_over_ui(ui: &mut Ui, form: &mut Form<'_>) {
    let tip = "Hands over to physics when a moving body hits the ragdoll";
    let get = |item: &mut Item| Some(animation(item)?.on_hit);
    form.tick(ui, "Hand over on hit", tip, get, |item, on_hit| {
        put(animation(item).map(|a| &mut a.on_hit), on_hit);
    });
    let tip = "Muscles drive the ragdoll towards the clip while it is simulated. Needs a muscle \
               strength above 0";
    let get = |item: &mut Item| Some(animation(item)?.muscles_follow);
    form.tick(ui, "Muscles follow clip", tip, get, |item, follow| {
        put(animation(item).map(|a| &mut a.muscles_follow), follow);
    });
    form.number(ui, "Minimum hit", &range::LEAST_HIT, |item| {
        let animation = animation(item).filter(|animation| animation.on_hit)?;
        Some(&mut animation.least_hit_kg_m_s)
    });
    let at = range::HAND_OVER_AT;
    let rows = ["Timed hand-over", "Hand-over time"];
    form.switched(ui, rows, &at, at.default, |item| {
        Some(&mut animation(item)?.hand_over_at_s)
    });
    let get = |item: &mut Item| animation(item).map(|_| ());
    if form.subject.common("Hand over now", get).same().is_some() {
        let tip = "Hands over to physics with the velocities of the clip";
        if button(ui, "Hand over now", tip) {
            form.actions.push(Action::Do(Trigger::HandOver));
        }
    }
}

fn recoil_ui(ui: &mut Ui, form: &mut Form<'_>) {
    let tip = "Hit limbs follow physics for a moment and then return to the clip";
    let get = |item: &mut Item| Some(animation(item)?.recoil.is_some());
    form.tick(ui, "Recoil", tip, get, |item, on| {
        let new = on.then(Recoil::default);
        put(animation(item).map(|a| &mut a.recoil), new);
    });
    form.number(ui, "Limp time", &range::LIMP, |item| {
        Some(&mut recoil(item)?.limp_s)
    });
    form.number(ui, "Return time", &range::RETURN, |item| {
        Some(&mut recoil(item)?.return_s)
    });
    form.count(ui, "Recoil spread", &range::SPREAD_OF_RECOIL, |item| {
        Some(&mut recoil(item)?.spread)
    });
    let tip = "The whole ragdoll recoils, wherever it is hit";
    let get = |item: &mut Item| Some(recoil(item)?.whole);
    form.tick(ui, "Whole ragdoll", tip, get, |item, whole| {
        put(recoil(item).map(|r| &mut r.whole), whole);
    });
    let tip = "Blends the vertices of the skin instead of the bones. Hit limbs stay simulated \
               until they are back; the skin shows a blend of physics and clip";
    let get = |item: &mut Item| Some(recoil(item)?.per_vertex);
    form.tick(ui, "Blend vertices", tip, get, |item, on| {
        put(recoil(item).map(|r| &mut r.per_vertex), on);
    });
    let from = range::FALLS_FROM;
    form.switched(
        ui,
        ["Falls from hard hits", "Fall threshold"],
        &from,
        from.default,
        |item| Some(&mut recoil(item)?.falls_from_kg_m_s),
    );
}

fn get_up_ui(ui: &mut Ui, form: &mut Form<'_>) {
    let tip = "Once it lies still, the ragdoll gets up to the nearest pose of its clip and \
               continues from there";
    let get = |item: &mut Item| Some(animation(item)?.get_up.is_some());
    form.tick(ui, "Get up", tip, get, |item, on| {
        let new = on.then(GetUp::default);
        put(animation(item).map(|a| &mut a.get_up), new);
    });
    form.number(ui, "Time at rest", &range::LIES_STILL, |item| {
        Some(&mut get_up(item)?.rest_s)
    });
    form.number(ui, "Get-up time", &range::RETURN, |item| {
        Some(&mut get_up(item)?.blend_s)
    });
}

fn animation(item: &mut Item) -> Option<&mut Animation> {
    match item {
        Item::Ragdoll(ragdoll) => ragdoll.animation.as_mut(),
        _ => None,
    }
}

fn recoil(item: &mut Item) -> Option<&mut Recoil> {
    animation(item)?.recoil.as_mut()
}

fn get_up(item: &mut Item) -> Option<&mut GetUp> {
    animation(item)?.get_up.as_mut()
}
