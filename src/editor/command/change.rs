//! Passes each command on, and the changes of single fields.

use super::Edit;
use crate::editor::command::{arrange, Command};
use crate::editor::error::EditError;
use crate::editor::item::Item;
use crate::editor::names;
use crate::editor::things::Things;
use crate::scene::{
    is_rigid, part_names, Figure, Id, Muscle, PartOverride, Physique, Ragdoll, Scene,
};
use std::collections::BTreeSet;

impl Edit<'_> {
    /// Carries a command out; on an error the scene may be half changed.
    pub(super) fn carry_out(&mut self, command: &Command) -> Result<(), EditError> {
        match command {
            Command::SetLauncher(launcher, _) => self.scene.launcher = Some(launcher.clone()),
            Command::RemoveLauncher => self.scene.launcher = None,
            Command::SetSolver(solver, _) => self.scene.solver.clone_from(solver),
            Command::SetGravity(gravity) => self.scene.gravity_m_s2 = *gravity,
            Command::SetWind(velocity) => self.scene.air_velocity_m_s = *velocity,
            Command::SetPlace(place) => self.scene.place = *place,
            Command::SetSceneName(name) => self.scene.name.clone_from(name),
            Command::SetDescription(text) => self.scene.description.clone_from(text),
            Command::SetFigure(id, figure, _) => set_figure(self.scene, *id, figure)?,
            Command::SetSelfCollision(id, collide) => {
                ragdoll(self.scene, *id)?.self_collision = *collide;
            }
            Command::Insert(things, what) | Command::InsertBeside(things, what) => {
                self.insert(things, what)?;
            }
            Command::Remove(ids) => self.remove(ids)?,
            Command::Replace(item, _) => self.put((**item).clone())?,
            Command::Rename(id, name) => self.rename(*id, |old| old.clone_from(name))?,
            Command::SetGroup(ids, group) => self.set_group(ids, group)?,
            Command::RenameGroup(from, to) => self.rename_group(from, to)?,
            Command::SetMaterial(ids, material) => self.set_material(ids, *material)?,
            Command::Transform(ids, motion) => self.transform(ids, motion)?,
            Command::Duplicate {
                ids,
                offset_m,
                count,
            } => self.duplicate(ids, *offset_m, *count)?,
            Command::MoveConstraint(id, to) => arrange::place(self.scene, *id, *to)?,
            Command::SortConstraints(policy) => arrange::sort(self.scene, *policy)?,
            Command::SetCollision(a, b, collide) => {
                arrange::set_collision(self.scene, a, b, *collide);
            }
            Command::AlignToGround(ids) => self.align_to_ground(ids)?,
            Command::MakeBodies(ids) => self.make_bodies(ids)?,
            Command::Merge(ids) => self.merge(ids)?,
            Command::Separate(ids) => self.separate(ids)?,
            Command::BreakJoint(id) => self.break_joint(*id)?,
            Command::SwapJoint(id) => self.swap_joint(*id)?,
            Command::SetJointKind(id, kind) => self.set_joint_kind(*id, *kind)?,
            Command::KeepPose(posed) => *self.scene = (**posed).clone(),
            Command::Batch(_, commands) => {
                commands.iter().try_for_each(|c| self.carry_out(c))?;
            }
        }
        Ok(())
    }

    fn insert(&mut self, things: &Things, what: &str) -> Result<(), EditError> {
        if things.items.is_empty() {
            let remedy = "choose something, or a larger number";
            return Err(EditError::refused(
                what,
                "there is nothing to insert",
                remedy,
            ));
        }
        let added = things.clone().insert_into(self.scene, &mut self.ids);
        self.outcome.added.extend(added);
        Ok(())
    }

    fn rename(&mut self, id: Id, change: impl FnOnce(&mut String)) -> Result<(), EditError> {
        let mut item = self.item(id)?;
        change(item.name_mut());
        self.put(item)
    }

    fn set_group(&mut self, ids: &BTreeSet<Id>, group: &str) -> Result<(), EditError> {
        for &id in ids {
            self.rename(id, |name| *name = names::in_group(name, group))?;
        }
        Ok(())
    }

    fn rename_group(&mut self, from: &str, to: &str) -> Result<(), EditError> {
        let renamed = |mut item: Item| {
            let name = names::in_renamed_group(item.name(), from, to)?;
            *item.name_mut() = name;
            Some(item)
        };
        let members: Vec<Item> = Item::all(self.scene).filter_map(renamed).collect();
        if members.is_empty() {
            let remedy = "choose a group that contains objects";
            return Err(EditError::refused(from, "this group is empty", remedy));
        }
        members.into_iter().try_for_each(|item| self.put(item))
    }

    fn set_material(&mut self, ids: &BTreeSet<Id>, material: Option<Id>) -> Result<(), EditError> {
        for &id in ids {
            let mut item = self.item(id)?;
            let (title, word) = (item.title(), item.kind().word());
            let Some(place) = item.material_mut() else {
                let reason = format!("a {word} has no material");
                let remedy = "choose bodies, obstacles, particles, sticks or ragdolls";
                return Err(EditError::refused(title, reason, remedy));
            };
            *place = material;
            self.put(item)?;
        }
        Ok(())
    }
}

fn ragdoll(scene: &mut Scene, id: Id) -> Result<&mut Ragdoll, EditError> {
    let what = "ragdoll";
    let found = scene.ragdolls.iter_mut().find(|r| r.id == id);
    found.ok_or(EditError::Missing { what, id })
}

/// What else holds a part that the new figure lacks makes the scene unsound.
fn set_figure(scene: &mut Scene, id: Id, figure: &Figure) -> Result<(), EditError> {
    put_figure(ragdoll(scene, id)?, figure);
    Ok(())
}

/// Makes a ragdoll of another figure: what it has of its own stays as far as the figure has a
/// place for it.
pub fn put_figure(ragdoll: &mut Ragdoll, figure: &Figure) {
    let old = std::mem::replace(&mut ragdoll.figure, figure.clone());
    if !matches!((&old, figure), (Figure::Mx(_), Figure::Mx(_))) && old != *figure {
        // Pose and targets are those of the parts of one figure.
        ragdoll.pose = None;
        ragdoll.parts.iter_mut().for_each(|own| own.target = None);
    }
    let names = part_names(figure);
    if !is_rigid(figure) {
        for own in &mut ragdoll.parts {
            // All that a limb of particles has.
            *own = PartOverride {
                mass_kg: own.mass_kg,
                ..PartOverride::of(own.part.clone())
            };
        }
        ragdoll.physique = Physique::default();
        ragdoll.orthogonal_drag_per_s = None;
        ragdoll.muscles = Muscle::default();
        ragdoll.animation = None;
    }
    let is_there = |own: &PartOverride| names.contains(&own.part.as_str());
    (ragdoll.parts).retain(|own| is_there(own) && !own.is_empty());
}
