//! That verdicts on shots are as seldom wrong, and as often found, as they are said to be: on
//! made-up shots whose truth is known.

use ragdoll_lab::lab::experiment::effect::Trend;
use ragdoll_lab::lab::experiment::finding::Verdict;
use ragdoll_lab::lab::experiment::shot_claim::{decide, Counts, ShotClaim, ALPHA};
use ragdoll_lab::lab::experiment::source::Source;
use ragdoll_lab::lab::experiment::Effort;
use ragdoll_lab::physics::random::SplitMix64;

const TRIALS: u32 = 1000;
const FEW_TRIALS: u32 = 200;
const SHOTS: usize = 24;
/// The least shift that counts, in standard deviations.
const LEAST: f64 = 0.5;

/// A number of the normal distribution, by the polar method of Marsaglia.
fn normal(random: &mut SplitMix64) -> f64 {
    loop {
        let (x, y) = (random.between(-1.0, 1.0), random.between(-1.0, 1.0));
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * square.ln() / square).sqrt();
        }
    }
}

/// A claim on so many cases, over which the values grow evenly by `shift`.
fn question(random: &mut SplitMix64, cases: usize, shots: usize, shift: f64) -> ShotClaim {
    let case = |place: usize| {
        let shift = shift * place as f64 / (cases - 1) as f64;
        let shots = (0..shots).map(|_| shift + normal(random)).collect();
        (format!("case {place}"), shots)
    };
    ShotClaim {
        body: String::new(),
        claim: "it grows".into(),
        source: Source::Ours,
        trend: Trend::Rises,
        counts: Counts::From(LEAST),
        unit: "m",
        cases: (0..cases).map(case).collect(),
    }
}

/// The claims of an experiment in which nothing has an effect: four on two ends and one over
/// seven values.
fn nothing(random: &mut SplitMix64) -> Vec<ShotClaim> {
    let ends = (0..4).map(|_| question(random, 2, SHOTS, 0.0));
    let mut questions: Vec<_> = ends.collect();
    questions.push(question(random, 7, SHOTS, 0.0));
    questions
}

/// Whether a verdict says that there is an effect that counts, in either direction.
fn is_effect(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Holds | Verdict::DoesNotHold)
}

#[test]
fn a_label_that_changes_nothing_is_seldom_called_an_effect() {
    let mut random = SplitMix64::new(1);
    let is_wrong = |_: &u32| {
        let found = decide(&nothing(&mut random));
        found.iter().any(|f| is_effect(f.verdict))
    };
    let wrong = (0..TRIALS).filter(is_wrong).count() as f64;
    let trials = f64::from(TRIALS);
    let three_errors = 3.0 * (trials * ALPHA * (1.0 - ALPHA)).sqrt();
    assert!(
        wrong <= trials * ALPHA + three_errors,
        "{wrong} of {trials}"
    );
}

/// The verdicts of all trials on a claim on two cases of so many shots with some shift.
fn verdicts(seed: u64, trials: u32, shots: usize, shift: f64) -> Vec<Verdict> {
    let mut random = SplitMix64::new(seed);
    let verdict = |_| {
        let asked = [question(&mut random, 2, shots, shift)];
        decide(&asked)[0].verdict
    };
    (0..trials).map(verdict).collect()
}

#[test]
fn an_effect_that_counts_is_found_and_one_that_does_not_is_told_to_be_too_small() {
    let share = |shots, shift, wanted| {
        let found = verdicts(2, FEW_TRIALS, shots, shift).into_iter();
        found.filter(|verdict| *verdict == wanted).count() as f64 / f64::from(FEW_TRIALS)
    };
    let standard = Effort::default().aims as usize;
    for (shift, wanted) in [(2.0, Verdict::Holds), (-2.0, Verdict::DoesNotHold)] {
        let found = share(standard, shift, wanted);
        assert!(found > 0.95, "{shift}: {found}");
    }
    // Beyond chance, but less than what counts: with more shots that is told.
    assert!(share(400, 0.2, Verdict::TooSmall) > 0.9);
    assert!(share(standard, 0.2, Verdict::Holds) < 0.01);
}

#[test]
fn more_shots_do_not_turn_a_verdict_around() {
    for shift in [-1.0, -0.5, -0.2, 0.0, 0.2, 0.5, 1.0] {
        for shots in [SHOTS, 2 * SHOTS] {
            let found = verdicts(5, FEW_TRIALS, shots, shift);
            let counts = |wanted| found.iter().filter(|verdict| **verdict == wanted).count();
            let both = counts(Verdict::Holds).min(counts(Verdict::DoesNotHold));
            assert_eq!(both, 0, "{shift} {shots}");
        }
    }
}

#[test]
fn a_claim_on_a_trend_needs_every_step() {
    let mut random = SplitMix64::new(6);
    let mut asked = question(&mut random, 3, 8 * SHOTS, 4.0);
    assert_eq!(decide(&[asked.clone()])[0].verdict, Verdict::Holds);
    // The middle beyond the end: it rises from end to end, and falls by 2 in between.
    asked.cases[1].1.iter_mut().for_each(|value| *value += 4.0);
    assert_eq!(decide(&[asked.clone()])[0].verdict, Verdict::DoesNotHold);
    // Too few shots to tell that no step falls.
    let few = question(&mut random, 7, SHOTS, 1.5);
    assert_eq!(decide(&[few])[0].verdict, Verdict::CannotBeTold);
    asked.cases.truncate(2);
    asked.trend = Trend::Stays;
    assert_eq!(decide(&[asked])[0].verdict, Verdict::DoesNotHold);
}

#[test]
fn a_claim_has_the_statistics_of_its_test() {
    let mut random = SplitMix64::new(3);
    let ends = (0..4).map(|_| question(&mut random, 2, SHOTS, 9.0));
    let mut asked: Vec<_> = ends.collect();
    asked.push(question(&mut random, 7, SHOTS, 60.0));
    asked[1].trend = Trend::Falls;
    asked[2].cases.truncate(1);
    let found = decide(&asked);
    let verdicts = found.iter().map(|f| f.verdict).collect::<Vec<_>>();
    use Verdict::{DoesNotHold, Holds, NotMeasured};
    assert_eq!(verdicts, [Holds, DoesNotHold, NotMeasured, Holds, Holds]);
    let statistics = found.iter().map(|f| f.statistics);
    let [first, second, third, _, fifth] = statistics.collect::<Vec<_>>()[..] else {
        panic!("five are asked for");
    };
    let first = first.unwrap();
    assert_eq!(
        (first.test, first.balance, first.sample),
        ("Mann-Whitney", 1.0, 2 * SHOTS)
    );
    assert_eq!(second.unwrap().balance, -1.0);
    assert_eq!(third, None);
    let fifth = fifth.unwrap();
    assert_eq!(
        (fifth.test, fifth.sample),
        ("Jonckheere-Terpstra", 7 * SHOTS)
    );
    let effect = found[0].effect.unwrap();
    assert!(effect.low < effect.size && effect.size < effect.high);
    assert_eq!((effect.least, effect.unit), (LEAST, "m"));
    let json = serde_json::to_value(&found[0]).unwrap();
    for key in [
        "verdict", "source", "effect", "balance", "p", "sample", "test",
    ] {
        assert!(json.get(key).is_some(), "{key}");
    }
}
