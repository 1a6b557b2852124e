//! Models from which the characters of a scene were made, so that what their bones are can be
//! changed.

use crate::app::action::Action;
use crate::app::effect::Effects;
use crate::character::rig::{Mapping, Role};
use crate::editor::{put_figure, Command, Document, Item};
use crate::exchange::character::Rigging;
use crate::scene::{Character, Figure, Id, Ragdoll};

/// The models that were read since the scene was opened.
#[derive(Default)]
pub struct Models(Vec<Rigging>);

impl Models {
    /// That of a scene which was made from one.
    pub fn of(rigging: Option<Rigging>) -> Models {
        Models(rigging.into_iter().collect())
    }

    /// Keeps a model; one of the same name is replaced.
    pub fn keep(&mut self, rigging: Rigging) {
        self.0.retain(|other| other.name != rigging.name);
        self.0.push(rigging);
    }

    /// The model of a character, with what its bones are as the character has it.
    pub fn rigging(&self, character: &Character) -> Option<Rigging> {
        let known = self.0.iter().find(|known| known.name == character.source)?;
        let mut mapping = Mapping::none(&known.model);
        for part in &character.parts {
            let bone = known
                .model
                .joints
                .iter()
                .position(|joint| joint.name == part.bone);
            mapping.set(bone?, Some(Role::of_part(&part.part)?));
        }
        Some(Rigging {
            mapping,
            ..known.clone()
        })
    }
}

/// Makes another bone the beginning of a part of a character, or none.
pub fn map_bone(
    (document, models): (&Document, &Models),
    id: Id,
    (role, bone): (Role, Option<usize>),
    effects: &mut Effects,
) {
    let ragdoll = document.scene().ragdolls.iter().find(|r| r.id == id);
    let rigging = ragdoll.and_then(character).and_then(|c| models.rigging(c));
    let (Some(ragdoll), Some(mut rigging)) = (ragdoll, rigging) else {
        return effects.fail(
            "the model of this character is not loaded; drop its file on the \
                             window again",
        );
    };
    if let Some(old) = rigging.mapping.bone(role) {
        rigging.mapping.set(old, None);
    }
    if let Some(bone) = bone {
        rigging.mapping.set(bone, Some(role));
    }
    match rigging.ragdoll() {
        Ok(imported) => {
            let new = with_figure(ragdoll, imported.ragdoll);
            let command = Command::Replace(Box::new(Item::Ragdoll(new)), "Bone");
            effects.perform(Action::Edit(command));
        }
        Err(error) => effects.fail(error.to_string()),
    }
}

/// A ragdoll with the figure and the clips of another one.
fn with_figure(ragdoll: &Ragdoll, other: Ragdoll) -> Ragdoll {
    let mut new = ragdoll.clone();
    put_figure(&mut new, &other.figure);
    if let (Some(own), Some(clips)) = (&mut new.animation, other.animation) {
        own.clips = clips.clips;
    }
    new
}

/// What a ragdoll is made from, if that is a model.
fn character(ragdoll: &Ragdoll) -> Option<&Character> {
    match &ragdoll.figure {
        Figure::Character(character) => Some(character),
        _ => None,
    }
}
