//! A recording as one line of text, to be pasted anywhere and played again.

use super::input::{Input, Tuning};
use super::recording::Recording;
use crate::budget::{SHOT_BYTES, SHOT_INPUTS};
use crate::physics::{Attachment, Blast, Spring};
use crate::scene::migrate::Older;
use crate::scene::{self, validate, Id, Launcher, Scene};
use crate::text::clean;
use data_encoding::BASE64URL_NOPAD;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use flate2::Compression;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::{to_raw_value, RawValue};
use serde_json::Value;
use std::fmt;
use std::io::{Read, Write};
use std::sync::Arc;

/// How the text begins; the number is the version.
const SIGN: &str = "ragdoll-shot-1:";
/// Most steps of a shot: a day at 60 a second.
const MOST_STEPS: u64 = 24 * 60 * 60 * 60;

/// What the text holds.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    scene: Box<RawValue>,
    #[serde(deserialize_with = "bounded")]
    inputs: Vec<(u64, WrittenInput)>,
    steps: u64,
    hash: String,
}

/// An [`Input`] in words.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum WrittenInput {
    Throw(Launcher),
    Pull {
        grip: Grip,
        target_m: [f64; 3],
        frequency_hz: f64,
        most_weights: f64,
    },
    Release,
    Pin(Grip),
    FreeAll,
    Blast {
        centre_m: [f64; 3],
        strength: f64,
        radius_m: f64,
    },
    HandOver(Id),
    Retune {
        solver: Box<RawValue>,
        gravity_m_s2: [f64; 3],
        air_velocity_m_s: [f64; 3],
    },
    Remodel(Box<RawValue>),
}

/// An [`Attachment`] in words.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Grip {
    World([f64; 3]),
    Particle(usize),
    Particles {
        ix: [usize; 4],
        weight: [f64; 4],
    },
    Limb {
        a: usize,
        b: usize,
        place: f64,
        offset_m: [f64; 3],
    },
    Body {
        body: usize,
        arm_m: [f64; 3],
    },
}

/// Reads the inputs, and no more than may be: a small text can say a short word very often.
fn bounded<'de, D: Deserializer<'de>>(source: D) -> Result<Vec<(u64, WrittenInput)>, D::Error> {
    struct Inputs;
    impl<'de> Visitor<'de> for Inputs {
        type Value = Vec<(u64, WrittenInput)>;

        fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(text, "a list of inputs with their steps")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<Self::Value, A::Error> {
            let mut inputs = Vec::new();
            while let Some(input) = all.next_element()? {
                let counted = SHOT_INPUTS.allow(inputs.len() + 1);
                counted.map_err(A::Error::custom)?;
                inputs.push(input);
            }
            Ok(inputs)
        }
    }
    source.deserialize_seq(Inputs)
}

/// A recording as one line of text.
///
/// # Errors
/// The recording cannot be written as text.
pub fn to_text(recording: &Recording) -> Result<String, String> {
    let failed = |error: &dyn std::fmt::Display| format!("the shot cannot be written: {error}");
    let inputs = recording.inputs.iter();
    let inputs = inputs.map(|(step, input)| Ok((*step, written(input)?)));
    let content = to_raw_value(&*recording.scene).and_then(|scene| {
        serde_json::to_vec(&Content {
            scene,
            inputs: inputs.collect::<Result<_, serde_json::Error>>()?,
            steps: recording.steps,
            hash: format!("{:016x}", recording.hash),
        })
    });
    let plain = content.map_err(|error| failed(&error))?;
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    let packed = encoder.write_all(&plain).and_then(|()| encoder.finish());
    let packed = packed.map_err(|error| failed(&error))?;
    Ok(SIGN.to_owned() + &BASE64URL_NOPAD.encode(&packed))
}

/// Whether a text is meant to be a shot.
pub fn is_shot(text: &str) -> bool {
    text.trim_start().starts_with(SIGN)
}

/// Reads a recording from its text; line breaks and spaces do not count.
///
/// # Errors
/// What is wrong with the text and what to do.
pub fn from_text(text: &str) -> Result<Recording, String> {
    let text: String = text.split_whitespace().collect();
    let coded = text.strip_prefix(SIGN).ok_or(
        "this text is not a shot; a shot starts with ragdoll-shot-1: \
         (Play > Takes > Copy shot as text)",
    )?;
    let broken = |_| "the shot text is damaged or incomplete; copy it again".to_owned();
    let packed = BASE64URL_NOPAD.decode(coded.as_bytes());
    let packed = packed.map_err(|error| broken(error.to_string()))?;
    let mut plain = Vec::new();
    let mut decoder = DeflateDecoder::new(&packed[..]).take(SHOT_BYTES.most as u64 + 1);
    let read = decoder.read_to_end(&mut plain);
    read.map_err(|error| broken(error.to_string()))?;
    let counted = SHOT_BYTES.allow(plain.len());
    counted.map_err(|bound| wrong(&bound.to_string()))?;
    let content: Content = serde_json::from_slice(&plain).map_err(|error| {
        let error = clean(&error.to_string());
        wrong(&error)
    })?;
    recording_of(content)
}

fn recording_of(content: Content) -> Result<Recording, String> {
    let Content {
        scene,
        inputs,
        steps,
        hash,
    } = content;
    let hash = u64::from_str_radix(&hash, 16).map_err(|_| wrong("its hash is invalid"))?;
    if steps > MOST_STEPS {
        return Err(wrong("it is longer than a day"));
    }
    if !inputs.is_sorted_by_key(|(step, _)| *step) {
        return Err(wrong("its inputs are out of order"));
    }
    let (scene, mut older) = scene_of(&scene)?;
    let inputs = inputs.into_iter();
    let inputs = inputs.map(|(step, written)| Ok((step, input(written, &mut older)?)));
    Ok(Recording {
        scene: Arc::new(scene),
        inputs: inputs.collect::<Result<_, String>>()?,
        steps,
        hash,
    })
}

fn wrong(what: &str) -> String {
    format!("the shot cannot be played: {what}; copy it again")
}

/// A scene as a shot holds it, which is checked.
fn scene_of(text: &RawValue) -> Result<(Scene, Option<Older>), String> {
    let read = scene::read_own(text.get());
    let (scene, older) = read.map_err(|problems| wrong(&clean(&problems.to_string())))?;
    check(&scene)?;
    Ok((scene, older))
}

fn check(scene: &Scene) -> Result<(), String> {
    match validate(scene).first() {
        Some(problem) => Err(wrong(&problem.to_string())),
        None => Ok(()),
    }
}

fn written(input: &Input) -> Result<WrittenInput, serde_json::Error> {
    Ok(match input {
        Input::Throw(shot) => WrittenInput::Throw(shot.clone()),
        Input::Pull {
            grip,
            target,
            spring,
        } => WrittenInput::Pull {
            grip: grip_of(grip),
            target_m: target.to_array(),
            frequency_hz: spring.frequency_hz,
            most_weights: spring.most_weights,
        },
        Input::Release => WrittenInput::Release,
        Input::Pin(grip) => WrittenInput::Pin(grip_of(grip)),
        Input::FreeAll => WrittenInput::FreeAll,
        Input::Blast(blast) => WrittenInput::Blast {
            centre_m: blast.centre.to_array(),
            strength: blast.strength,
            radius_m: blast.radius,
        },
        Input::HandOver(ragdoll) => WrittenInput::HandOver(*ragdoll),
        Input::Retune(tuning) => WrittenInput::Retune {
            solver: to_raw_value(&tuning.solver)?,
            gravity_m_s2: tuning.gravity_m_s2,
            air_velocity_m_s: tuning.air_velocity_m_s,
        },
        Input::Remodel(scene) => WrittenInput::Remodel(to_raw_value(&**scene)?),
    })
}

/// The input of a written input, whose numbers are checked; `older` is of the scene that it meets.
fn input(written: WrittenInput, older: &mut Option<Older>) -> Result<Input, String> {
    let input = match written {
        WrittenInput::Throw(shot) => {
            check(&Scene {
                launcher: Some(shot.clone()),
                ..Scene::default()
            })?;
            Input::Throw(shot)
        }
        WrittenInput::Pull {
            grip,
            target_m,
            frequency_hz,
            most_weights,
        } => Input::Pull {
            grip: attachment(grip),
            target: target_m.into(),
            spring: Spring {
                frequency_hz,
                most_weights,
            },
        },
        WrittenInput::Release => Input::Release,
        WrittenInput::Pin(grip) => Input::Pin(attachment(grip)),
        WrittenInput::FreeAll => Input::FreeAll,
        WrittenInput::Blast {
            centre_m,
            strength,
            radius_m,
        } => Input::Blast(Blast {
            centre: centre_m.into(),
            strength,
            radius: radius_m,
        }),
        WrittenInput::HandOver(ragdoll) => Input::HandOver(ragdoll),
        WrittenInput::Retune {
            solver,
            gravity_m_s2,
            air_velocity_m_s,
        } => {
            let unreadable = |error: serde_json::Error| wrong(&clean(&error.to_string()));
            let solver: Value = serde_json::from_str(solver.get()).map_err(unreadable)?;
            let solver = match older {
                Some(older) => older.solver(solver),
                None => solver,
            };
            let tuning = Tuning {
                solver: serde_json::from_value(solver).map_err(unreadable)?,
                gravity_m_s2,
                air_velocity_m_s,
            };
            check(&tuning.bare_scene())?;
            Input::Retune(Box::new(tuning))
        }
        WrittenInput::Remodel(scene) => {
            let (scene, of_scene) = scene_of(&scene)?;
            *older = of_scene;
            Input::Remodel(Arc::new(scene))
        }
    };
    Ok(input)
}

fn grip_of(attachment: &Attachment) -> Grip {
    match *attachment {
        Attachment::World(point) => Grip::World(point.to_array()),
        Attachment::Particle(particle) => Grip::Particle(particle),
        Attachment::Particles { ix, weight } => Grip::Particles { ix, weight },
        Attachment::Limb {
            a,
            b,
            place,
            offset,
        } => Grip::Limb {
            a,
            b,
            place,
            offset_m: offset.to_array(),
        },
        Attachment::Body { body, arm } => Grip::Body {
            body,
            arm_m: arm.to_array(),
        },
    }
}

fn attachment(grip: Grip) -> Attachment {
    match grip {
        Grip::World(point) => Attachment::World(point.into()),
        Grip::Particle(particle) => Attachment::Particle(particle),
        Grip::Particles { ix, weight } => Attachment::Particles { ix, weight },
        Grip::Limb {
            a,
            b,
            place,
            offset_m,
        } => Attachment::Limb {
            a,
            b,
            place,
            offset: offset_m.into(),
        },
        Grip::Body { body, arm_m } => Attachment::Body {
            body,
            arm: arm_m.into(),
        },
    }
}
