//! One HTML page with everything: no scripts, nothing from elsewhere.

use super::finding::Finding;
use super::{Case, Effort, Result};
use crate::lab::table::escaped;
use std::fmt::Write;

const STYLE: &str = "body{font:15px/1.45 sans-serif;color:#222;background:#fff;max-width:60rem;\
margin:2rem auto;padding:0 1rem}h2{margin-top:2.5rem;border-top:1px solid #ccc;padding-top:1rem}\
table{border-collapse:collapse;margin:1rem 0;font-size:13px}td,th{border:1px solid #ccc;\
padding:.15rem .5rem;text-align:right}td:first-child,th:first-child{text-align:left}\
.findings td{text-align:left}code{background:#f2f2f2;padding:0 .25rem}svg{max-width:100%;\
height:auto}.holds{color:#00674b;font-weight:bold}.fails{color:#a13c00;font-weight:bold}";

/// The report of some experiments.
pub fn html(results: &[(&Case, Result)], effort: &Effort) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <title>Ragdoll Lab: experiments</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <h1>Ragdoll Lab: experiments</h1>\n\
         <p>The experiments of Delannoy's thesis on articulated bodies, repeated, with what the \
         data say about its findings. Two values count as different only if the ranges of their \
         nudged repeats do not overlap. Columns with * are times; they differ from run to run.</p>\n\
         <h2>Findings</h2>\n<table class=\"findings\">\n\
         <tr><th>experiment</th><th>body</th><th>finding</th><th>verdict</th><th>figures</th></tr>\n"
    );
    for (case, result) in results {
        for finding in &result.findings {
            page += &line(case, finding);
        }
    }
    page += "</table>\n";
    for (case, result) in results {
        let _ = write!(
            page,
            "<h2 id=\"{}\">{}</h2>\n<p>{}; folder <code>{}/</code></p>\n{}",
            case.name,
            escaped(case.title),
            escaped(case.source),
            case.name,
            result.plot.svg(case.title)
        );
        page += &result.table.html();
        for note in &result.notes {
            let _ = writeln!(page, "<p>{}</p>", escaped(note));
        }
        let _ = writeln!(
            page,
            "<p>Repeat: <code>{}</code>. State hash <code>{:016x}</code>, data hash \
             <code>{}</code>.</p>",
            escaped(&case.command(effort)),
            result.state_hash,
            result.table.hash()
        );
    }
    page + "</body>\n</html>\n"
}

fn line(case: &Case, finding: &Finding) -> String {
    let class = match finding.verdict {
        super::finding::Verdict::Holds => "holds",
        _ => "fails",
    };
    format!(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"{class}\">{}</td><td>{}</td></tr>\n",
        case.name,
        finding.body,
        escaped(&finding.claim),
        finding.verdict.words(),
        escaped(&finding.figures)
    )
}
