//! From a surface of the scene to the triangles that collide and the volume that is kept.

use super::build::Builder;
use super::constraint::NOT_SIMULATED;
use crate::physics::constraint::{Gas, KeptVolume, Membrane};
use crate::physics::{Constraint, TriangleModel};
use crate::scene::{self, Id};

impl Builder<'_> {
    /// Adds the triangles of a surface, and gives what holds their volume.
    pub(super) fn membrane(
        &mut self,
        id: Id,
        surface: &scene::Surface,
    ) -> Result<Constraint, String> {
        let particle = |id: &Id| self.map.particles.get(id).copied();
        let corners = |[a, b, c]: &[Id; 3]| Some([particle(a)?, particle(b)?, particle(c)?]);
        let triangles: Option<Vec<_>> = surface.triangles.iter().map(corners).collect();
        let triangles = triangles.ok_or(NOT_SIMULATED)?;
        let first = self.model.triangles.len();
        let material = self.surface(surface.material);
        self.model
            .triangles
            .extend(triangles.iter().map(|&corners| TriangleModel {
                corners,
                radius: 0.5 * surface.thickness_m,
                surface: material,
                is_first: [false; 3],
                meets_joined: surface.meets_joined,
                meets_itself: surface.meets_itself,
                air_density: surface.air_density_kg_m3,
                torn: false,
            }));
        let added = first..self.model.triangles.len();
        self.map.surfaces.insert(id, added);
        let mut membrane = Membrane::new(&triangles, None);
        membrane.volume = surface.volume_strength.map(|strength| KeptVolume {
            volume: membrane.volume(&self.state) * surface.pressure,
            relaxation_factor: strength,
        });
        let now = membrane.volume(&self.state).abs();
        let start = surface.gas_volume_m3.unwrap_or(now);
        membrane.gas = surface.gas_pa.map(|pressure| Gas {
            amount: pressure * start,
            outside: surface.outside_pa,
            start,
        });
        Ok(Constraint::Membrane(membrane))
    }
}
