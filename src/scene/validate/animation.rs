//! Checks of what ragdolls are animated with.

use super::figure::is_rigid;
use super::report::Report;
use crate::scene::doc::*;
use crate::scene::explain::suggestion;
use crate::scene::range;
use std::fmt::Display;

/// Most keys of a clip, all tracks together.
const MAX_KEYS: usize = 100_000;

/// Checks the animation of a ragdoll; `path` is that of the animation.
pub fn check(report: &mut Report, path: &str, ragdoll: &Ragdoll, animation: &Animation) {
    let at = |key: &str| format!("{path}.{key}");
    if !is_rigid(&ragdoll.figure) {
        let message = "a particle figure cannot be animated";
        report.add(path, message, "choose a rigid figure, or remove this");
    }
    named(report, &at("clip"), animation, &animation.clip);
    report.number(at("start_s"), animation.start_s, &range::CLIP_TIME);
    report.number(at("rate"), animation.rate, &range::CLIP_RATE);
    let least = animation.least_hit_kg_m_s;
    report.number(at("least_hit_kg_m_s"), least, &range::LEAST_HIT);
    let hand_over = animation.hand_over_at_s;
    report.optional(at("hand_over_at_s"), hand_over, &range::HAND_OVER_AT);
    if let Some(recoil) = &animation.recoil {
        let at = |key: &str| format!("{path}.recoil.{key}");
        report.number(at("limp_s"), recoil.limp_s, &range::LIMP);
        report.number(at("return_s"), recoil.return_s, &range::RETURN);
        report.number(
            at("spread"),
            f64::from(recoil.spread),
            &range::SPREAD_OF_RECOIL,
        );
        let falls_from = recoil.falls_from_kg_m_s;
        report.optional(at("falls_from_kg_m_s"), falls_from, &range::FALLS_FROM);
    }
    if let Some(get_up) = &animation.get_up {
        let at = |key: &str| format!("{path}.get_up.{key}");
        report.number(at("rest_s"), get_up.rest_s, &range::LIES_STILL);
        report.number(at("blend_s"), get_up.blend_s, &range::RETURN);
        if let Some(clip) = &get_up.clip {
            named(report, &at("clip"), animation, clip);
        }
    }
    if super::too_many(report, at("clips"), animation.clips.len()) {
        return;
    }
    for (i, clip) in animation.clips.iter().enumerate() {
        self::clip(report, &format!("{path}.clips[{i}]"), clip);
        let same = |other: &Clip| other.name == clip.name;
        if animation.clips[..i].iter().any(same) {
            let message = format!("there is already a clip `{}`", clip.name);
            report.add(format_args!("{path}.clips[{i}].name"), message, "rename it");
        }
    }
}

fn named(report: &mut Report, path: &str, animation: &Animation, name: &str) {
    let own = animation.clips.iter().map(|clip| clip.name.as_str());
    let names: Vec<&str> = own.chain(PROGRAM_CLIPS.iter().copied()).collect();
    if !names.contains(&name) {
        let message = format!("there is no clip `{name}`");
        report.add(path, message, suggestion(name, &names));
    }
}

fn clip(report: &mut Report, path: &str, clip: &Clip) {
    let at = |key: &str| format!("{path}.{key}");
    super::name(report, at("name"), &clip.name);
    report.number(at("length_s"), clip.length_s, &range::CLIP_LENGTH);
    report.optional(at("root_height_m"), clip.root_height_m, &range::LENGTH);
    let keys = clip.tracks.iter().map(|track| track.keys.len());
    let count = keys.sum::<usize>() + clip.root.len();
    if count > MAX_KEYS || clip.tracks.len() > MAX_KEYS {
        let message = format!("{count} keys exceed the maximum of {MAX_KEYS}");
        report.add(path, message, "remove some");
        return;
    }
    for (i, key) in clip.root.iter().enumerate() {
        let at = |name: &str| format!("{path}.root[{i}].{name}");
        report.vector(at("offset_m"), &key.offset_m, &range::POSITION);
        super::orientation(report, at("turn"), &key.turn);
    }
    let times = clip.root.iter().map(|key| key.time_s);
    in_order(report, at("root"), times, clip.length_s);
    for (i, track) in clip.tracks.iter().enumerate() {
        let keys = format!("{path}.tracks[{i}].keys");
        super::name(report, format_args!("{path}.tracks[{i}].part"), &track.part);
        if clip.tracks[..i]
            .iter()
            .any(|other| other.part == track.part)
        {
            let message = format!("there is already a track for `{}`", track.part);
            let part = format!("{path}.tracks[{i}].part");
            report.add(part, message, "keep one of the two");
        }
        for (j, key) in track.keys.iter().enumerate() {
            super::orientation(report, format_args!("{keys}[{j}].turn"), &key.turn);
        }
        let times = track.keys.iter().map(|key| key.time_s);
        in_order(report, &keys, times, clip.length_s);
    }
}

/// Checks that times grow from key to key and lie within the clip.
fn in_order(
    report: &mut Report,
    keys: impl Display,
    times: impl Iterator<Item = f64>,
    length_s: f64,
) {
    let mut before = f64::NEG_INFINITY;
    for (i, time_s) in times.enumerate() {
        if !(0.0..=length_s).contains(&time_s) {
            let message = "the time is outside the clip";
            let remedy = "give a time from 0 to its length";
            report.add(format_args!("{keys}[{i}].time_s"), message, remedy);
        } else if time_s <= before {
            let message = "the time is not later than the previous key's";
            let remedy = "sort the keys by time";
            report.add(format_args!("{keys}[{i}].time_s"), message, remedy);
        }
        before = time_s;
    }
}
