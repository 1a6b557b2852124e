//! How the rows of an assembly answer each other, from halves of their answers.

use super::vector::{add_times, add_times_three, padded, SIDES};
use crate::physics::interrupt::Interrupt;
use fearless_simd::Simd;
use std::ops::Range;

/// Half answers of rows, component by component, so that rows lie side by side in the
/// registers of a processor. Of each component it is known between which rows it is not zero:
/// rows of one limb lie side by side, and leave what is not on the way to the root alone.
#[derive(Debug, Clone, Default)]
pub struct HalfAnswers {
    rows: usize,
    values: Vec<f64>,
    /// Of each component the rows that may have it, in whole registers.
    spans: Vec<Range<usize>>,
    /// A component of which there is nothing.
    none: Vec<f64>,
}

impl HalfAnswers {
    /// Forgets what there is; there are so many rows.
    pub(super) fn begin(&mut self, rows: usize) {
        self.rows = rows;
        self.values.clear();
        self.spans.clear();
        self.none.clear();
        self.none.resize(self.stride(), 0.0);
    }

    /// Room for so many components of each row, all zero.
    pub fn resize(&mut self, components: usize) {
        self.values.clear();
        self.values.resize(components * self.stride(), 0.0);
        self.spans.clear();
        self.spans.resize(components, 0..0);
    }

    /// Distance of components.
    fn stride(&self) -> usize {
        padded(self.rows)
    }

    /// Adds to a component of a row.
    #[inline]
    pub fn add(&mut self, component: usize, row: usize, value: f64) {
        let stride = self.stride();
        self.values[component * stride + row] += value;
        let begin = row - row % SIDES;
        let span = &mut self.spans[component];
        *span = union(span, &(begin..begin + SIDES));
    }

    /// Gives components what rows they or others may have; returns those.
    #[inline(always)]
    pub fn spread(
        &mut self,
        to: Range<usize>,
        others: impl Iterator<Item = usize>,
    ) -> Range<usize> {
        let own = self.span_of(to.clone());
        let span = others.fold(own, |all, other| union(&all, &self.spans[other]));
        self.spans[to].fill(span.clone());
        span
    }

    /// Adds to some rows of a component so many times one before it.
    #[inline(always)]
    pub fn add_component<S: Simd>(
        &mut self,
        simd: S,
        (component, span): (usize, &Range<usize>),
        factor: f64,
        other: usize,
    ) {
        let stride = self.stride();
        let (before, rest) = self.values.split_at_mut(component * stride);
        let of = &before[other * stride..][span.clone()];
        add_times(simd, &mut rest[span.clone()], factor, of);
    }

    /// Adds to some rows of a component so many times each of three before it, which follow
    /// each other.
    #[inline(always)]
    pub fn add_three_components<S: Simd>(
        &mut self,
        simd: S,
        (component, span): (usize, &Range<usize>),
        factors: [f64; 3],
        first: usize,
    ) {
        let stride = self.stride();
        let (before, rest) = self.values.split_at_mut(component * stride);
        let of = |k: usize| &before[(first + k) * stride..][span.clone()];
        let to = &mut rest[span.clone()];
        add_times_three(simd, to, factors, [of(0), of(1), of(2)]);
    }

    /// Multiplies a component.
    #[inline(always)]
    pub fn scale(&mut self, component: usize, factor: f64) {
        let begin = component * self.stride();
        let span = &self.spans[component];
        for value in &mut self.values[begin + span.start..begin + span.end] {
            *value *= factor;
        }
    }

    /// The rows that may have some of these components.
    #[inline(always)]
    fn span_of(&self, components: Range<usize>) -> Range<usize> {
        let spans = self.spans[components].iter();
        spans.fold(0..0, |all, span| union(&all, span))
    }

    /// Adds the products of each row with those before it and itself, times a factor, to a
    /// matrix whose rows are as far apart.
    #[inline(always)]
    pub(super) fn products<S: Simd>(
        &self,
        simd: S,
        factor: f64,
        matrix: &mut [f64],
        interrupt: &Interrupt,
    ) {
        let (stride, components) = (self.stride(), self.spans.len());
        // Those of a joint are three.
        for first in (0..components).step_by(3) {
            if interrupt.is_due_after((first / 3) as u32) {
                return;
            }
            let span = self.span_of(first..components.min(first + 3));
            let component = |k: usize| match first + k < components {
                true => &self.values[(first + k) * stride..][..stride],
                false => &self.none[..],
            };
            let of = [component(0), component(1), component(2)];
            for i in span.start..span.end.min(self.rows) {
                let values = of.map(|component| factor * component[i]);
                let before = span.start..padded(i + 1);
                let products = &mut matrix[i * stride..][before.clone()];
                add_times_three(simd, products, values, of.map(|of| &of[before.clone()]));
            }
        }
    }
}

/// The smallest span with two in it.
#[inline(always)]
fn union(a: &Range<usize>, b: &Range<usize>) -> Range<usize> {
    match (a.is_empty(), b.is_empty()) {
        (true, _) => b.clone(),
        (_, true) => a.clone(),
        _ => a.start.min(b.start)..a.end.max(b.end),
    }
}

#[cfg(test)]
use {crate::physics::lanes::Instructions, fearless_simd::dispatch};

#[cfg(test)]
impl HalfAnswers {
    /// Room for so many rows.
    pub(in crate::physics::dynamics) fn of_rows(rows: usize) -> HalfAnswers {
        let mut halves = HalfAnswers::default();
        halves.begin(rows);
        halves
    }

    /// The products of each row with those before it and itself.
    pub(in crate::physics::dynamics) fn all_products(&self) -> Vec<Vec<f64>> {
        let stride = self.stride();
        let mut matrix = vec![0.0; self.rows * stride];
        let level = Instructions::default().level();
        dispatch!(level, simd => self.products(simd, 1.0, &mut matrix, &Interrupt::default()));
        let row = |i: usize| matrix[i * stride..][..=i].to_vec();
        (0..self.rows).map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_make_the_products_of_their_components() {
        let mut halves = HalfAnswers::of_rows(3);
        halves.resize(2);
        for (row, [first, second]) in [[1.0, 2.0], [0.0, 0.0], [10.0, -1.0]].iter().enumerate() {
            halves.add(0, row, *first);
            halves.add(1, row, *second);
        }
        let products = halves.all_products();
        assert_eq!(products[0], [5.0]);
        assert_eq!(products[2], [8.0, 0.0, 101.0]);
    }

    #[test]
    fn rows_far_apart_that_share_a_component_know_each_other() {
        let mut halves = HalfAnswers::of_rows(40);
        halves.resize(4);
        halves.add(0, 1, 2.0);
        halves.add(1, 39, 3.0);
        // A component of both, as of what they hang on.
        let level = Instructions::default().level();
        for other in [0, 1] {
            let span = halves.spread(3..4, [other].into_iter());
            dispatch!(level, simd => halves.add_component(simd, (3, &span), 1.0, other));
        }
        let products = halves.all_products();
        assert_eq!(products[39][1], 6.0);
        assert_eq!(products[39][39], 18.0);
        assert_eq!(products[1][1], 8.0);
        assert_eq!(products[39][20], 0.0);
    }
}
