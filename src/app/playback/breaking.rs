//! Limbs that a person breaks off while the scene plays.

use super::{Session, Surroundings};
use crate::app::action::Action;
use crate::app::effect::Effects;
use crate::compile::part_title;
use crate::compile::parts_in_force;
use crate::editor::limits::break_off as broken_off;
use crate::editor::{Command, Item};
use crate::scene::Ragdoll;

/// Breaks the limb that the pointer is over, else that whose joint is looked at, off its
/// ragdoll: an edit, with which the run goes on.
pub(super) fn break_off(session: &Session, around: Surroundings<'_>, effects: &mut Effects) {
    let Some((ragdoll, part)) = limb_in_question(session, around) else {
        return effects.fail("point at a limb of a ragdoll to break it off");
    };
    let parts = parts_in_force(ragdoll);
    let name = part_title(part);
    match parts.iter().find(|known| known.name == part) {
        None => effects.fail(
            "only limbs of rigid ragdolls can break off; this ragdoll consists \
                              of particles",
        ),
        Some(root) if root.parent.is_none() => {
            effects.fail(format!("{name} is the root; point at another limb"));
        }
        Some(limb) if limb.broken_off => effects.say(format!(
            "{name} is already broken off; rejoin it from the menu of its row in the limit table"
        )),
        Some(_) => {
            let item = Item::Ragdoll(broken_off(ragdoll, part, true));
            effects.perform(Action::Edit(Command::replace(item, "Break off")));
            effects.say(format!("{name} broken off"));
        }
    }
}

fn limb_in_question<'a>(
    session: &'a Session,
    around: Surroundings<'a>,
) -> Option<(&'a Ragdoll, &'a str)> {
    let map = &session.simulation.map;
    let pointed_at = around.pointed_at.and_then(|hit| map.part_of(hit.owner));
    let limb = around.workbench.limb.as_ref();
    let (id, part) = pointed_at.or(limb.map(|limb| (limb.ragdoll, limb.part.as_str())))?;
    let mut ragdolls = around.document.scene().ragdolls.iter();
    let ragdoll = ragdolls.find(|ragdoll| ragdoll.id == id)?;
    Some((ragdoll, part))
}
