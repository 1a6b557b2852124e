//! One HTML page with everything: no scripts, nothing from elsewhere.

use super::effect::{signed, Effect};
use super::finding::{Finding, Verdict};
use super::source::Source;
use super::{tally, Case, Effort, Result};
use crate::lab::plot::{css, Style};
use crate::text::in_xml;
use std::fmt::Write;

const STYLE: &str = include_str!("style.css");
/// Headings of the two kinds of claims.
const OF_PAPERS: &str = "Claims of the papers";
const OWN: &str = "Own claims";

/// The report of some experiments.
pub fn html(results: &[(&Case<'_>, Result)], effort: &Effort) -> String {
    let sections = results.iter();
    let sections = sections.map(|(case, result)| section(case, result, effort));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Ragdoll Lab: experiments</title>\n<style>\n{STYLE}{dark}</style>\n</head>\n\
         <body>\n{head}{tally}{contents}{findings}{sections}</body>\n</html>\n",
        dark = inks_for_the_dark(),
        head = HEAD,
        tally = tallies(results),
        contents = contents(results),
        findings = findings(results),
        sections = sections.collect::<String>()
    )
}

const HEAD: &str = "<h1>Do ragdolls do what the papers say?</h1>\n\
    <p>Ragdoll Lab tests claims of Delannoy's thesis on articulated bodies, of Baltman and \
    Radeztsky, of Gästrin and of Jakobsen, and some claims of its own. Each claim of a paper is \
    paraphrased, with its author and section. The verdict is computed from the data.</p>\n\
    <p>A claim holds if its effect is as large as the smallest effect that counts, which is set \
    before anything is run. Where chance plays a part, every case is thrown many times with random \
    aiming errors, and the effect has an interval; all intervals of an experiment contain the true \
    effects in 99 of 100 repeats. The claim holds if the whole interval counts, does not hold if \
    it counts in the other direction, and is inconclusive if the interval reaches across. Times \
    depend on the machine, so claims on times are shown and not judged. Columns with * are \
    times.</p>\n";

/// Where a reader prefers light on dark, the inks of the plots are changed by the page.
fn inks_for_the_dark() -> String {
    let (light, dark) = (Style::light().inks(), Style::dark().inks());
    let mut rules = String::from("@media screen and (prefers-color-scheme: dark) {\n");
    for (light, dark) in light.into_iter().zip(dark).map(|(l, d)| (css(l), css(d))) {
        for property in ["fill", "stroke"] {
            let _ = writeln!(
                rules,
                "  svg [{property}=\"{light}\"] {{ {property}: {dark}; }}"
            );
        }
    }
    rules + "}\n"
}

/// How many claims have which verdict: those of the papers, then our own.
fn tallies(results: &[(&Case<'_>, Result)]) -> String {
    let all = results.iter();
    let all: Vec<Finding> = all
        .flat_map(|(case, result)| case.findings(result))
        .collect();
    let (of_papers, ours): (Vec<_>, Vec<_>) = all.iter().partition(|f| f.is_of_a_paper());
    tally_list(OF_PAPERS, &of_papers) + &tally_list(OWN, &ours)
}

fn tally_list(title: &str, findings: &[&Finding]) -> String {
    let mut list = format!("<h3>{title}</h3>\n<ul class=\"tally\">\n");
    for (verdict, count) in tally(findings.iter().copied()) {
        let _ = writeln!(
            list,
            "<li class=\"{}\"><b>{count}</b> {} {}</li>",
            class(verdict),
            sign(verdict),
            verdict.words()
        );
    }
    list + "</ul>\n"
}

fn contents(results: &[(&Case<'_>, Result)]) -> String {
    let line = |(case, _): &(&Case<'_>, Result)| {
        format!(
            "<li><a href=\"#{}\">{}</a></li>\n",
            case.name,
            in_xml(case.title)
        )
    };
    let lines: String = results.iter().map(line).collect();
    format!("<nav aria-label=\"Contents\">\n<h3>Contents</h3>\n<ol>\n{lines}</ol>\n</nav>\n")
}

/// All verdicts on one page: what the papers claim, then what only we do.
fn findings(results: &[(&Case<'_>, Result)]) -> String {
    format!(
        "<section id=\"findings\">\n<h2>Findings</h2>\n{}{}</section>\n",
        verdicts(OF_PAPERS, results, Finding::is_of_a_paper),
        verdicts(OWN, results, |finding| !finding.is_of_a_paper())
    )
}

fn verdicts(
    title: &str,
    results: &[(&Case<'_>, Result)],
    is_meant: impl Fn(&Finding) -> bool,
) -> String {
    let mut table = format!(
        "<h3>{title}</h3>\n<div class=\"scroll\">\n<table class=\"findings\">\n\
         <tr><th>experiment</th><th>claim</th><th>figures</th><th>effect</th>\
         <th>verdict</th></tr>\n"
    );
    for (case, result) in results {
        let found = case.findings(result).into_iter();
        for finding in found.filter(|finding| is_meant(finding)) {
            let _ = writeln!(
                table,
                "<tr><td><a href=\"#{name}\">{name}</a></td><td>{}{}{}</td><td>{}</td>\
                 <td class=\"effect\">{}</td><td class=\"verdict {}\">{} {}</td></tr>",
                in_xml(&finding.claim),
                of_body(&finding),
                place(&finding),
                in_xml(&finding.figures),
                finding
                    .effect
                    .map_or(String::new(), |effect| of_effect(&effect)),
                class(finding.verdict),
                sign(finding.verdict),
                finding.verdict.words(),
                name = case.name,
            );
        }
    }
    table + "</table>\n</div>\n"
}

/// An effect with its interval, and from where on it counts.
fn of_effect(effect: &Effect) -> String {
    let Effect {
        size,
        low,
        high,
        least,
        unit,
    } = *effect;
    let interval = match low < high {
        true => format!("<small>[{}, {}]</small>", signed(low), signed(high)),
        false => String::new(),
    };
    format!(
        "{} {unit}{interval}<small>counts from {least} {unit}</small>",
        signed(size),
        unit = in_xml(unit)
    )
}

/// Where in a paper a claim stands, and what is said there.
fn place(finding: &Finding) -> String {
    match &finding.source {
        Source::ClaimedBy(place) => format!(
            "<small>{}, {}: {}</small>",
            in_xml(&place.author),
            in_xml(&place.section),
            in_xml(&place.words)
        ),
        Source::Ours => String::new(),
    }
}

fn section(case: &Case<'_>, result: &Result, effort: &Effort) -> String {
    let notes = result.notes.iter();
    let notes: String = notes
        .map(|note| format!("<li>{}</li>\n", in_xml(note)))
        .collect();
    let claims = case.findings(result);
    let claims: String = claims.iter().map(claim).collect();
    format!(
        "<section id=\"{name}\">\n<h2>{title}</h2>\n\
         <p class=\"soft\">{source}; folder <code>{name}/</code></p>\n\
         <ul class=\"claims\">\n{claims}</ul>\n\
         <figure>\n{svg}<figcaption>{caption}</figcaption>\n</figure>\n\
         <div class=\"scroll\">\n{table}</div>\n\
         <h3>Notes</h3>\n<ul class=\"notes\">\n{notes}</ul>\n\
         <p class=\"repeat\">Repeat with <code>{command}</code>. State hash \
         <code>{state:016x}</code>, data hash <code>{data}</code>.</p>\n</section>\n",
        name = case.name,
        title = in_xml(case.title),
        source = in_xml(case.source),
        svg = case.plot(result.points()).svg(case.title),
        caption = in_xml(case.caption),
        table = result.table.html(),
        command = in_xml(&case.command(effort)),
        state = result.state_hash,
        data = result.table.hash()
    )
}

/// A claim with its figures, and what to make of it where it does not hold.
fn claim(finding: &Finding) -> String {
    let small = |text: &str| match text {
        "" => String::new(),
        text => format!("<small>{}</small>", in_xml(text)),
    };
    let effect = finding.effect.map(|effect| effect.to_string());
    let statistics = finding.statistics.map(|statistics| statistics.to_string());
    format!(
        "<li><span class=\"verdict {}\">{} {}:</span> {}{}{}{}{}{}{}</li>\n",
        class(finding.verdict),
        sign(finding.verdict),
        finding.verdict.words(),
        in_xml(&finding.claim),
        of_body(finding),
        small(&finding.figures),
        small(&effect.unwrap_or_default()),
        small(&statistics.unwrap_or_default()),
        small(finding.verdict.note()),
        small(&finding.source.to_string())
    )
}

fn of_body(finding: &Finding) -> String {
    match finding.body.as_str() {
        "" => String::new(),
        body => format!(" <span class=\"soft\">({})</span>", in_xml(body)),
    }
}

fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::DoesNotHold => "fails",
        Verdict::TooSmall => "small",
        Verdict::CannotBeTold | Verdict::NotComparable | Verdict::NotMeasured => "open",
    }
}

/// Tells verdicts apart without colours.
fn sign(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "✓",
        Verdict::DoesNotHold => "✗",
        Verdict::TooSmall => "≈",
        Verdict::CannotBeTold => "?",
        Verdict::NotComparable => "∥",
        Verdict::NotMeasured => "–",
    }
}
