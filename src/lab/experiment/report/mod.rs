//! One HTML page with everything: no scripts, nothing from elsewhere.

use super::finding::{Finding, Verdict};
use super::{Case, Effort, Result};
use crate::lab::plot::{css, Style};
use crate::text::in_xml;
use std::fmt::Write;

const STYLE: &str = include_str!("style.css");

/// The report of some experiments.
pub fn html(results: &[(&Case, Result)], effort: &Effort) -> String {
    let sections = results.iter();
    let sections = sections.map(|(case, result)| section(case, result, effort));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Ragdoll Lab: experiments</title>\n<style>\n{STYLE}{dark}</style>\n</head>\n\
         <body>\n{head}{tally}{contents}{findings}{sections}</body>\n</html>\n",
        dark = inks_for_the_dark(),
        head = HEAD,
        tally = tally(results),
        contents = contents(results),
        findings = findings(results),
        sections = sections.collect::<String>()
    )
}

const HEAD: &str = "<h1>Do ragdolls do what the thesis says?</h1>\n\
    <p>The experiments of Delannoy's thesis on articulated bodies, and the cost table of Baltman \
    and Radeztsky, repeated with Ragdoll Lab. Each claim has a verdict that is computed from the \
    data. Two values count as different only if the ranges of their nudged repeats, the <em>chaos \
    band</em>, do not overlap. Columns with * are times; they differ from run to run.</p>\n";

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

/// How many claims have which verdict.
fn tally(results: &[(&Case, Result)]) -> String {
    let all = results.iter();
    let all: Vec<Finding> = all
        .flat_map(|(case, result)| case.findings(result))
        .collect();
    let mut list = String::from("<ul class=\"tally\">\n");
    for verdict in Verdict::ALL {
        let count = all.iter().filter(|found| found.verdict == verdict).count();
        if count > 0 {
            let _ = writeln!(
                list,
                "<li class=\"{}\"><b>{count}</b> {} {}</li>",
                class(verdict),
                sign(verdict),
                verdict.words()
            );
        }
    }
    list + "</ul>\n"
}

fn contents(results: &[(&Case, Result)]) -> String {
    let line = |(case, _): &(&Case, Result)| {
        format!(
            "<li><a href=\"#{}\">{}</a></li>\n",
            case.name,
            in_xml(case.title)
        )
    };
    let lines: String = results.iter().map(line).collect();
    format!("<nav aria-label=\"Contents\">\n<h3>Contents</h3>\n<ol>\n{lines}</ol>\n</nav>\n")
}

/// All verdicts on one page.
fn findings(results: &[(&Case, Result)]) -> String {
    let mut table = String::from(
        "<section id=\"findings\">\n<h2>Findings</h2>\n<table class=\"findings\">\n\
         <tr><th>experiment</th><th>claim</th><th>verdict</th></tr>\n",
    );
    for (case, result) in results {
        for finding in case.findings(result) {
            let _ = writeln!(
                table,
                "<tr><td><a href=\"#{name}\">{name}</a></td><td>{}{}</td>\
                 <td class=\"verdict {}\">{} {}</td></tr>",
                in_xml(&finding.claim),
                of_body(&finding),
                class(finding.verdict),
                sign(finding.verdict),
                finding.verdict.words(),
                name = case.name,
            );
        }
    }
    table + "</table>\n</section>\n"
}

fn section(case: &Case, result: &Result, effort: &Effort) -> String {
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
         <h3>To know</h3>\n<ul class=\"notes\">\n{notes}</ul>\n\
         <p class=\"repeat\">Repeat: <code>{command}</code>. State hash <code>{state:016x}</code>, \
         data hash <code>{data}</code>.</p>\n</section>\n",
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
    format!(
        "<li><span class=\"verdict {}\">{} {}:</span> {}{}<small>{}</small><small>{}</small>{}</li>\n",
        class(finding.verdict),
        sign(finding.verdict),
        finding.verdict.words(),
        in_xml(&finding.claim),
        of_body(finding),
        in_xml(&finding.figures),
        in_xml(&finding.source.to_string()),
        match finding.verdict.note() {
            "" => String::new(),
            note => format!("<small><em>{}</em></small>", in_xml(note)),
        }
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
        Verdict::CannotBeTold | Verdict::NotMeasured => "open",
    }
}

/// Tells verdicts apart without colours.
fn sign(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "✓",
        Verdict::DoesNotHold => "✗",
        Verdict::CannotBeTold => "≈",
        Verdict::NotMeasured => "–",
    }
}
