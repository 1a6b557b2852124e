//! What each action does: which part carries it out.

use super::following::{redo, undo};
use super::opening::{reset, save_over};
use super::{lesson, Program};
use crate::app::action::{
    Action, Answer, ExperimentAction, FanAction, Panel, Request, Tool, Trigger, WhyAction,
};
use crate::app::jobs::Then;
use crate::app::playback::Playback;
use crate::app::workspace::{aim_at, create, map_bone, Leaving, Question, Workspace};
use crate::editor::{Document, Selection};
use crate::platform::dialogs::{ExportFormat, FilePurpose, PlotFormat};
use crate::scene::Id;
use std::collections::BTreeSet;
use std::path::Path;

impl Program {
    /// Carries out what a person asks for.
    pub fn perform(&mut self, action: Action) {
        if !self.question_allows(&action) {
            return;
        }
        if !action.goes_on() {
            self.ui.forget_failure();
        }
        self.carry_out(action);
    }

    /// Whether an action may be carried out before the question that waits is answered.
    fn question_allows(&self, action: &Action) -> bool {
        match (self.question(), action) {
            (Question::None, _) | (_, Action::Answer(_) | Action::Do(Trigger::Cancel)) => true,
            // What is offered now is offered at the next start too.
            (Question::Recover(_), Action::Do(Trigger::Quit)) => true,
            _ => false,
        }
    }

    /// Carries out an action, whoever asks for it.
    pub(super) fn carry_out(&mut self, action: Action) {
        let (workspace, playback, ui) = (&mut self.workspace, &mut self.playback, &mut self.ui);
        match action {
            Action::Do(trigger) => self.trigger(trigger),
            // The document.
            Action::Edit(command) => self.edit(&command, Document::apply),
            Action::Change(command) => self.edit(&command, Document::change),
            Action::Begin(label) => workspace.document.begin(label),
            Action::Commit => {
                workspace.document.commit();
            }
            Action::Abort => {
                self.travel_history(Document::abort);
            }
            Action::GoTo(index) => {
                self.travel_history(|document| document.go_to(index));
            }
            Action::Select(selection) => {
                self.run(|program, effects| program.workspace.select(selection, effects));
            }
            Action::Hide(ids, hidden) => set_marks(&mut workspace.view_state.hidden, &ids, hidden),
            Action::Lock(ids, locked) => set_marks(&mut workspace.view_state.locked, &ids, locked),
            Action::AimAt(target) => {
                self.run(|program, effects| aim_at(&program.workspace.document, target, effects));
            }
            Action::Create(kind) => {
                if self.workbench.tool == Tool::Throw {
                    self.workbench.tool = Tool::Select;
                }
                self.run(|program, effects| create(kind, &program.workbench, effects));
            }
            Action::OpenShipped(name) => self.leave(Leaving::OpenShipped(name)),
            Action::OpenFile(path) if FilePurpose::Mesh.fits(&path) => {
                self.read(&path, Then::Drop);
            }
            Action::OpenFile(path) if FilePurpose::Limits.fits(&path) => {
                self.open_chosen(FilePurpose::Limits, &path);
            }
            Action::OpenFile(path) => self.leave(Leaving::OpenFile(path)),
            Action::SaveTo(path) => save_over(self, &path, false),
            Action::Answer(answer) => self.answer(answer),
            // The tools.
            Action::SetTool(tool) => self.workbench.tool = tool,
            Action::ToggleLayer(layer) => self.workbench.layers.toggle(layer),
            Action::ShowOnly(layer) => self.workbench.layers.show_only(layer),
            Action::ShowLimb(limb) => self.workbench.limb = limb,
            Action::SetLimitOptions(options) => self.workbench.limits = options,
            Action::SetToolOptions(options) => self.workbench.options = options,
            Action::SetBlueprints(blueprints) => self.workbench.blueprints = *blueprints,
            // What the person sees.
            Action::ShowPanel(panel) => ui.panels.dock.show(panel),
            Action::TogglePanel(panel) => ui.panels.dock.toggle(panel),
            Action::ShowSetting(setting) => ui.show_setting(setting),
            Action::ShowSelection if self.workbench.tool == Tool::Throw => {}
            Action::ShowSelection => ui.panels.dock.show_selection(),
            Action::AskForName(id) => ui.panels.outliner.renaming = id,
            Action::ShowTableErrors(faults) => ui.panels.limits.show_faults(faults),
            Action::SetLook(look) => self.ui.settings.look = look,
            Action::SetPlace(place) => self.ui.settings.place = place,
            Action::MapBone(id, role, bone) => self.run(|program, effects| {
                let workspace = &program.workspace;
                let models = (&workspace.document, &workspace.models);
                map_bone(models, id, (role, bone), effects);
            }),
            Action::SetQuality(quality) => {
                self.run(|program, effects| program.ui.set_quality(quality, effects));
            }
            Action::ScaleText(factor) => ui.scale_text(factor),
            Action::Remember(path) => ui.settings.remember(&path),
            Action::Keys(change) => ui.change_keys(change),
            Action::Ask(request) => self.requests.push(request),
            // What plays.
            Action::SetSpeed(speed) => playback.session.pace.set_speed(speed),
            Action::ScaleSpeed(factor) => {
                let pace = &mut playback.session.pace;
                pace.set_speed(pace.speed * factor);
            }
            Action::SetPlaying(playing) => playback.session.playing = playing,
            Action::Restart => {
                let scene = workspace.document.scene().clone();
                self.jobs.fan.is_shown = false;
                self.run(|program, effects| program.playback.restart(&scene, effects));
            }
            Action::Input(input) => {
                playback.session.apply(&input);
            }
            Action::ShowState(state) => playback.session.simulation.world.restore(&state),
            Action::GoToStep(step) => playback.go_to_step(step),
            Action::Preview(step) => {
                let hurries = playback.stepping_budget.is_some();
                playback.preview.at(step, &playback.session, hurries);
            }
            Action::Throw => self.play(Playback::throw),
            Action::ThrowAtPointer => self.play(Playback::throw_at_pointer),
            Action::PlayTake(index) => self.play(|playback, around, effects| {
                playback.play_take(index, around, effects);
            }),
            Action::CompareTake(index) => {
                self.run(|program, effects| program.playback.compare_take(index, effects));
            }
            Action::RenameTake(index, name) => playback.session.takes.rename(index, &name),
            Action::DeleteTake(index) => playback.session.takes.remove(index),
            Action::SetCompareOptions(options) => self.run(|program, effects| {
                program.playback.set_compare_options(*options, effects);
            }),
            // What works beside the window.
            Action::Experiment(action) => self.experiment(action),
            Action::Fan(action) => self.fan(action),
            Action::Lesson(action) => lesson::teach(self, &action),
            Action::Why(action) => self.run(|program, effects| {
                if action == WhyAction::Ask {
                    program.ui.panels.dock.show(Panel::Why);
                }
                if let WhyAction::SetBound(quantity, most) = action {
                    program.playback.watch.bounds.set(quantity, most);
                    return;
                }
                if let WhyAction::PauseWhenUnsound(pauses) = action {
                    program.playback.watch.pauses_when_unsound = pauses;
                    return;
                }
                let (playback, document) = (&program.playback, &program.workspace.document);
                (program.jobs).ask_why(action, (playback, document), effects);
            }),
        }
    }

    /// Carries out an action of the table.
    fn trigger(&mut self, trigger: Trigger) {
        if let Some(action) = trigger.meaning() {
            return self.carry_out(action);
        }
        let taken = self.ui.trigger(trigger)
            || self.run(|program, effects| {
                (program.workspace).trigger(trigger, &program.workbench, effects)
            })
            || self.play(|playback, around, effects| playback.trigger(trigger, around, effects));
        if taken {
            return;
        }
        let folder = self.workspace.folder();
        match trigger {
            Trigger::New => self.leave(Leaving::New),
            Trigger::Open => self.leave(Leaving::AskForFile),
            Trigger::PasteShot => self.leave(Leaving::PasteShot),
            Trigger::Quit => self.leave(Leaving::Quit),
            Trigger::Save => self.run(|program, effects| program.workspace.save(effects)),
            Trigger::SaveAs => self.run(|program, effects| program.workspace.ask_to_save(effects)),
            Trigger::PlacePreset => self.requests.push(Request::OpenDialog(FilePurpose::Preset)),
            Trigger::ImportMesh => self.requests.push(Request::OpenDialog(FilePurpose::Mesh)),
            Trigger::ExportMjcf => {
                (self.requests).push(export_dialog(ExportFormat::Mjcf, &self.workspace));
            }
            Trigger::ExportUrdf => {
                (self.requests).push(export_dialog(ExportFormat::Urdf, &self.workspace));
            }
            Trigger::ExportGltf => {
                (self.requests).push(export_dialog(ExportFormat::Gltf, &self.workspace));
            }
            Trigger::ExportPlotsCsv => self.requests.push(plots_dialog(PlotFormat::Csv, &folder)),
            Trigger::ExportPlotsPng => self.requests.push(plots_dialog(PlotFormat::Png, &folder)),
            Trigger::ExportPlotsSvg => self.requests.push(plots_dialog(PlotFormat::Svg, &folder)),
            Trigger::Reset => reset(self),
            Trigger::Undo => undo(self),
            Trigger::Redo => redo(self),
            Trigger::ToggleLocal => self.workbench.options.local = !self.workbench.options.local,
            Trigger::ToggleSnap => self.workbench.options.snap = !self.workbench.options.snap,
            Trigger::Cancel => self.cancel(),
            other => debug_assert!(false, "nobody carries out {other:?}"),
        }
    }

    /// Closes or cancels the innermost thing: a question, the palette, the help sheet,
    /// a gesture, the tool, the selection. Never quits.
    fn cancel(&mut self) {
        if self.question() != Question::None {
            self.answer(Answer::Cancel);
        } else if self.ui.close_sheet() {
        } else if self.workspace.document.in_gesture() {
            self.travel_history(Document::abort);
        } else if !matches!(self.workbench.tool, Tool::Throw | Tool::Select) {
            self.workbench.tool = Tool::Select;
        } else {
            self.carry_out(Action::Select(Selection::default()));
        }
    }

    fn experiment(&mut self, action: ExperimentAction) {
        let folder = self.workspace.folder();
        self.run(|program, effects| match action {
            ExperimentAction::Run(name) => program.jobs.run_experiment(name, effects),
            ExperimentAction::Cancel => program.jobs.cancel_experiment(effects),
            ExperimentAction::Watch(name) => program.leave(Leaving::Watch(name)),
            ExperimentAction::Save(name) => {
                (program.jobs).ask_to_save_experiment(name, &folder, effects);
            }
            ExperimentAction::SetEffort(effort) => program.jobs.set_effort(*effort),
        });
    }

    fn fan(&mut self, action: FanAction) {
        let scene = self.workspace.document.scene().clone();
        let folder = self.workspace.folder();
        self.run(|program, effects| match action {
            FanAction::Run => program.jobs.run_fan(&scene, effects),
            FanAction::Cancel => program.jobs.cancel_fan(effects),
            FanAction::Clear => program.jobs.fan.clear(),
            FanAction::SetOptions(options) => program.jobs.set_fan_options(*options),
            FanAction::Show(shown) => program.jobs.fan.is_shown = shown,
            FanAction::Play(index) => program.play_fan_shot(index),
            FanAction::ExportTable => {
                (program.jobs).ask_to_export_fan(FilePurpose::SweepTable, &folder, effects);
            }
            FanAction::ExportPlot => {
                (program.jobs).ask_to_export_fan(FilePurpose::SweepPlot, &folder, effects);
            }
            FanAction::CopyCommand => {
                let workspace = &program.workspace;
                let path = workspace.path().map(|path| path.display().to_string());
                let name = path.as_deref().unwrap_or(&workspace.title);
                let is_saved = workspace.document.is_saved_as_it_is();
                (program.jobs).copy_fan_command(&scene, name, is_saved, effects);
            }
        });
    }

    /// Makes a shot of the fan a take and plays it.
    fn play_fan_shot(&mut self, index: usize) {
        let fan = self.jobs.fan.fan();
        let Some((fan, shot)) = fan.and_then(|fan| Some((fan, fan.shots().get(index)?))) else {
            return;
        };
        let key = fan.path().rsplit('.').next().unwrap_or_default();
        let name = format!("{key} {}", fan.value(index));
        let (recording, seconds) = (shot.recording.clone(), shot.seconds);
        let takes = &mut self.playback.session.takes;
        let place = takes.keep(recording, seconds, shot.result.clone());
        takes.rename(place, &name);
        self.carry_out(Action::PlayTake(place));
        self.playback.session.playing = true;
    }
}

/// Asks under which name the scene is to be exported.
fn export_dialog(format: ExportFormat, workspace: &Workspace) -> Request {
    let purpose = FilePurpose::Export(format);
    let ending = purpose.extensions().first().copied().unwrap_or_default();
    // What follows the last dot of a shipped scene is no ending.
    let title = workspace.title.as_str();
    let name = title.strip_suffix(".json").unwrap_or(title);
    let name = name.replace(' ', "-");
    Request::SaveDialog(purpose, workspace.folder().join(format!("{name}.{ending}")))
}

/// Asks under which name the plots are to be saved.
fn plots_dialog(format: PlotFormat, folder: &Path) -> Request {
    let purpose = FilePurpose::Plots(format);
    let ending = purpose.extensions().first().copied().unwrap_or_default();
    Request::SaveDialog(purpose, folder.join(format!("plots.{ending}")))
}

/// Adds ids to a set of marked ones or takes them out.
fn set_marks(marks: &mut BTreeSet<Id>, ids: &BTreeSet<Id>, on: bool) {
    for id in ids {
        if on {
            marks.insert(*id);
        } else {
            marks.remove(id);
        }
    }
}
