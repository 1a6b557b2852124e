//! What came out of an experiment: findings, plot, table, notes.

use super::named;
use crate::app::jobs::experiments::Report;
use crate::app::panels::plots::PlotView;
use crate::app::panels::widgets::{dressed, note, text_scale};
use crate::lab::experiment::finding::{Finding, Verdict};
use crate::lab::experiment::{tally, Case};
use crate::lab::plot::Shared;
use crate::view::theme::{color32, legible_on, mark};
use egui_macroquad::egui::{self, Color32, RichText, ScrollArea, Sense, Ui};
use egui_phosphor::regular as icon;

/// Height of a plot at normal text size, points.
const PLOT_PT: f32 = 208.0;
/// Most height that the table takes, points.
const TABLE_PT: f32 = 208.0;

/// Tells verdicts apart without colours.
fn sign(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => icon::CHECK,
        Verdict::DoesNotHold => icon::X,
        Verdict::TooSmall => icon::APPROXIMATE_EQUALS,
        Verdict::CannotBeTold => icon::QUESTION_MARK,
        Verdict::NotComparable => icon::CLOCK,
        Verdict::NotMeasured => icon::MINUS,
    }
}

fn color(ui: &Ui, verdict: Verdict) -> Color32 {
    let colors = dressed(ui);
    color32(match verdict {
        Verdict::Holds => legible_on(colors.ground, mark::WITHIN_LIMIT),
        Verdict::DoesNotHold => colors.error,
        Verdict::CannotBeTold => colors.warning,
        Verdict::TooSmall | Verdict::NotComparable | Verdict::NotMeasured => colors.text_weak,
    })
}

/// How many claims of the papers and how many of our own have which verdict; whether it was
/// clicked.
pub(super) fn tally_button(ui: &mut Ui, case: &Case<'_>, report: &Report, is_open: bool) -> bool {
    let (of_papers, ours): (Vec<_>, Vec<_>) =
        report.findings.iter().partition(|f| f.is_of_a_paper());
    let kinds = [("papers", of_papers), ("own", ours)];
    let some = kinds.iter().filter(|(_, findings)| !findings.is_empty());
    let (signs, words): (Vec<_>, Vec<_>) = some
        .map(|(kind, findings)| {
            let tally = tally(findings.iter().copied());
            let signs = tally
                .iter()
                .map(|(v, count)| format!("{} {count}", sign(*v)));
            let words = tally
                .iter()
                .map(|(v, count)| format!("{count} {}", v.words()));
            let [signs, words] = [signs.collect::<Vec<_>>(), words.collect()];
            (
                format!("{kind} {}", signs.join("  ")),
                format!("{kind}: {}", words.join(", ")),
            )
        })
        .unzip();
    let tip = format!("Findings, {}. Click to show or hide them", words.join("; "));
    let response = ui.selectable_label(is_open, signs.join("   "));
    let response = response.on_hover_text(tip);
    named(&response, &format!("Result of {}", case.name));
    response.clicked()
}

pub(super) fn report_ui(ui: &mut Ui, case: &Case<'_>, report: &Report) {
    for finding in &report.findings {
        finding_ui(ui, finding);
    }
    for (number, panel) in report.plot.panels.iter().enumerate() {
        let view = PlotView {
            panel,
            shared: Shared::default(),
            height: PLOT_PT * text_scale(ui.ctx()),
            sense: Sense::hover(),
        };
        let (_, response) = view.show(ui);
        note(&response, &format!("Plot {} of {}", number + 1, case.name));
        response.on_hover_text(case.caption);
    }
    wrapped(ui, RichText::new(case.caption).small());
    table_ui(ui, case, &report.brief);
    if !report.data.table.timing_keys().is_empty() {
        ui.small("* Timings differ from run to run");
    }
    for remark in &report.data.notes {
        wrapped(ui, RichText::new(format!("• {remark}")).small());
    }
    let hashes = format!(
        "state {:016x}\ndata  {}",
        report.data.state_hash,
        report.data.table.hash()
    );
    ui.label(RichText::new(hashes).small().monospace())
        .on_hover_text("Equal hashes mean bit-identical results");
}

fn wrapped(ui: &mut Ui, text: RichText) {
    ui.add(egui::Label::new(text).wrap());
}

fn finding_ui(ui: &mut Ui, finding: &Finding) {
    let verdict = finding.verdict;
    let of = match finding.body.as_str() {
        "" => String::new(),
        body => format!(" ({body})"),
    };
    let mut details = vec![finding.figures.clone()];
    details.extend(finding.effect.map(|effect| effect.to_string()));
    details.extend(finding.statistics.map(|statistics| statistics.to_string()));
    details.push(finding.source.to_string());
    let details = details.join("\n");
    let tip = format!("{details}\n{}", verdict.note());
    ui.horizontal_top(|ui| {
        ui.label(RichText::new(sign(verdict)).color(color(ui, verdict)));
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            ui.label(RichText::new(verdict.words()).color(color(ui, verdict)));
            wrapped(ui, RichText::new(format!("{}{of}", finding.claim)));
            let figures = egui::Label::new(RichText::new(&details));
            let response = ui.add(figures.wrap()).on_hover_text(tip.trim_end());
            note(&response, &format!("Finding: {}{of}", finding.claim));
        });
    });
}

/// The table in columns of letters of one width; only what is in sight is laid out.
fn table_ui(ui: &mut Ui, case: &Case<'_>, lines: &[Vec<String>]) {
    let height = ui.text_style_height(&egui::TextStyle::Monospace);
    let widths = widths(lines);
    ui.push_id(("table", case.name), |ui| {
        let scroll = ScrollArea::both()
            .max_height(TABLE_PT)
            .auto_shrink([false, true]);
        let output = scroll.show_rows(ui, height, lines.len(), |ui, rows| {
            ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
            let shown = lines.iter().enumerate().take(rows.end).skip(rows.start);
            for (row, line) in shown {
                let text = RichText::new(aligned(line, &widths)).monospace();
                ui.label(if row == 0 { text.strong() } else { text });
            }
        });
        let table = ui.interact(output.inner_rect, ui.id().with("all"), Sense::hover());
        note(&table, &format!("Table of {}", case.name));
    });
}

fn widths(lines: &[Vec<String>]) -> Vec<usize> {
    let columns = lines.first().map_or(0, Vec::len);
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    (0..columns).map(width).collect()
}

fn aligned(line: &[String], widths: &[usize]) -> String {
    let cells = line.iter().zip(widths);
    let cells = cells.map(|(cell, width)| format!("{cell:>width$}"));
    cells.collect::<Vec<_>>().join("  ")
}
