//! Newton's steps on the rows of an island.
//!
//! Sweeps find out soon which contacts press, stick and slide, and then take long to share
//! the load. What they lead to is a zero of a function that is smooth but for edges, `λ −
//! proj(λ − (G λ + J v + g λ − r) / d)`, and Newton's method finds it in one or two steps from
//! the impulses of the last substep (Alart and Curnier, "A mixed formulation for frictional
//! contact problems prone to Newton like solution methods", 1991).

use super::island::{length, Island};
use super::vector::{add_times, add_times_three, dot, padded, SIDES};
use super::{AssemblyRows, Bound};
use fearless_simd::Simd;

/// Most rows of an island; beyond, a sweep costs far less.
pub(super) const MOST_ROWS: usize = 240;
/// Share of its diagonal by which each row is made to give way at first: points of one face
/// share their load in many ways, of which one near the present one is taken.
pub(super) const GIVE: f64 = 1e-9;
/// Share of its diagonal below which what is left of a row counts as nothing.
const REDUNDANT: f64 = 1e-12;

/// A linear system; scratch memory.
#[derive(Debug, Clone, Default)]
pub(super) struct Newton {
    /// Rows whose impulses are not zero.
    rows: Vec<usize>,
    /// The first place of each in an assembly.
    in_assembly: Vec<usize>,
    /// Place of each row of the island among them; beyond all of one that is not.
    places: Vec<usize>,
    /// How the changes of their impulses change what is to be zero, row by row, each followed
    /// by what is missing and padded.
    matrix: Vec<f64>,
    /// Diagonals as they were.
    own: Vec<f64>,
    /// Inverses of those that elimination leaves; zero of a row of which nothing is left.
    inverse: Vec<f64>,
    changes: Vec<f64>,
    /// Those of rows that slide together; scratch memory.
    sliding: Vec<f64>,
}

impl Newton {
    /// Takes a step, in which rows give way by a share of their diagonal; the rates follow.
    #[inline(always)]
    pub fn step<S: Simd>(
        &mut self,
        simd: S,
        island: &mut Island,
        give: f64,
        of_assembly: &[AssemblyRows],
    ) {
        self.choose(simd, island, of_assembly);
        self.fill(island, give, of_assembly);
        self.slide(simd, island);
        self.eliminate(simd);
        for (&row, change) in self.rows.iter().zip(&self.changes) {
            island.impulses[row] += change;
        }
        island.keep_to_bounds();
        island.find_rates(simd, of_assembly);
    }

    /// Lists the rows that push; the impulses of all others become zero.
    #[inline(always)]
    fn choose<S: Simd>(&mut self, simd: S, island: &mut Island, of_assembly: &[AssemblyRows]) {
        self.places.clear();
        self.places.resize(island.rows.len(), usize::MAX);
        let mut row = 0;
        self.rows.clear();
        while row < island.rows.len() {
            let this = &island.rows[row];
            let count = this.bound.rows();
            let pushes = this.stiffness > 0.0
                && match this.bound {
                    Bound::Push => island.unbounded(row, 1)[0] > 0.0,
                    Bound::Friction { normal, .. } => self.places[normal] != usize::MAX,
                    _ => true,
                };
            if pushes {
                for row in row..row + count {
                    self.places[row] = self.rows.len();
                    self.rows.push(row);
                }
            }
            row += count;
        }
        for row in 0..island.rows.len() {
            if self.places[row] == usize::MAX {
                let change = -island.impulses[row];
                island.impulses[row] = 0.0;
                island.push(simd, row, change, of_assembly);
            }
        }
    }

    /// Distance of the rows of the matrix.
    fn stride(&self) -> usize {
        padded(self.rows.len() + 1)
    }

    /// Fills in what takes each row to its wanted rate.
    #[inline(always)]
    fn fill(&mut self, island: &Island, give: f64, of_assembly: &[AssemblyRows]) {
        let (count, stride) = (self.rows.len(), self.stride());
        self.in_assembly.clear();
        let parts = |&row: &usize| island.rows[row].parts().first();
        let places = self.rows.iter().filter_map(parts);
        self.in_assembly.extend(places.map(|&(part, _)| part.place));
        self.matrix.clear();
        self.matrix.resize(count * stride, 0.0);
        for (place, &row) in self.rows.iter().enumerate() {
            let into = &mut self.matrix[place * stride..][..stride];
            for &(part, _) in island.rows[row].parts() {
                let answers = of_assembly[part.assembly].answers(part.place);
                if island.is_of_one_assembly() {
                    for (into, &other) in into.iter_mut().zip(&self.in_assembly) {
                        *into = answers[other];
                    }
                    continue;
                }
                for (into, &other) in into.iter_mut().zip(&self.rows) {
                    for &(other, _) in island.rows[other].parts() {
                        if other.assembly == part.assembly {
                            *into += answers[other.place];
                        }
                    }
                }
            }
            into[place] = into[place] * (1.0 + give) + island.rows[row].give;
            into[count] = -island.missing(row);
        }
    }

    /// Rows at a bound are to stay there instead: with `w` where the impulses `λ` would go
    /// without it, `u` the direction of that and `R` the bound, `λ = R u(w)`.
    #[inline(always)]
    fn slide<S: Simd>(&mut self, simd: S, island: &Island) {
        let (count, stride) = (self.rows.len(), self.stride());
        let mut place = 0;
        while place < count {
            let row = self.rows[place];
            let this = &island.rows[row];
            let together = this.bound.rows();
            let longest = island.longest(this.bound);
            let wanted = island.unbounded(row, together);
            let long = length(&wanted);
            if longest < long {
                let along = wanted.map(|x| x / long);
                let turning = longest / long;
                let rows = &mut self.matrix[place * stride..][..together * stride];
                self.sliding.clear();
                self.sliding.extend_from_slice(rows);
                for k in 0..together {
                    let into = &mut rows[k * stride..][..stride];
                    into.fill(0.0);
                    for o in 0..together {
                        let own = if o == k { 1.0 } else { 0.0 };
                        let across = turning * (own - along[k] * along[o]);
                        add_times(simd, into, across, &self.sliding[o * stride..][..stride]);
                        into[place + o] += this.stiffness * (own - across);
                    }
                    if let Bound::Friction {
                        normal,
                        coefficient,
                    } = this.bound
                    {
                        into[self.places[normal]] -= this.stiffness * coefficient * along[k];
                    }
                    let beyond = island.impulses[row + k] - longest * along[k];
                    into[count] = -this.stiffness * beyond;
                }
            }
            place += together;
        }
    }

    /// Solves the system by elimination. It is that of a definite matrix but for what slides,
    /// and so needs no other order of its rows.
    #[inline(always)]
    fn eliminate<S: Simd>(&mut self, simd: S) {
        let (count, stride) = (self.rows.len(), self.stride());
        self.own.clear();
        self.own
            .extend((0..count).map(|k| self.matrix[k * stride + k]));
        self.inverse.clear();
        let mut done = 0;
        while done < count {
            // Three rows at once, since each goes through all below them.
            let together = (count - done).min(3);
            for k in done..done + together {
                let (above, row) = self.matrix.split_at_mut(k * stride);
                for pivot in done..k {
                    let of = &above[pivot * stride..][..stride];
                    let factor = row[pivot] * self.inverse[pivot];
                    add_times(simd, &mut row[..stride], -factor, of);
                }
                self.inverse
                    .push(match row[k].abs() > REDUNDANT * self.own[k] {
                        true => 1.0 / row[k],
                        false => 0.0,
                    });
            }
            let (above, below) = self.matrix.split_at_mut((done + together) * stride);
            // What is left of the diagonal is not looked at again.
            let begin = done - done % SIDES;
            let pivot = |k: usize| &above[(done + k) * stride..][..stride];
            let inverse = &self.inverse[done..];
            if let &[first, second, third] = inverse {
                let of = [pivot(0), pivot(1), pivot(2)];
                for row in below.chunks_exact_mut(stride) {
                    let a = row[done] * first;
                    let b = (row[done + 1] - a * of[0][done + 1]) * second;
                    let known = a * of[0][done + 2] + b * of[1][done + 2];
                    let c = (row[done + 2] - known) * third;
                    let of = of.map(|of| &of[begin..]);
                    add_times_three(simd, &mut row[begin..], [-a, -b, -c], of);
                }
            }
            done += together;
        }
        self.changes.clear();
        self.changes.resize(count, 0.0);
        for k in (0..count).rev() {
            let row = &self.matrix[k * stride..][..stride];
            let known = dot(&row[k + 1..count], &self.changes[k + 1..]);
            self.changes[k] = (row[count] - known) * self.inverse[k];
        }
    }
}
