//! Everything that can be asked for, as plain data: what panels, tools, keys and scripts
//! say, and the options that they choose.

mod compare;
mod experiment;
mod fan;
mod keys;
mod layer;
mod lesson;
mod limits;
mod menus;
mod panel;
mod request;
mod setting;
mod synonyms;
mod tool;
mod trigger;
mod why;

pub use compare::{CompareOptions, Layout};
pub use experiment::{ExperimentAction, MOST_AIMS, MOST_NUDGES};
pub use fan::{
    missing, offered, FanAction, FanOptions, FanValues, Parameter, COUNT, FREE_RANGE, NUDGES,
    OTHER_PATH,
};
pub use keys::{Chord, KeyChange, KeyStroke};
pub use layer::{StageLayer, StageLayers};
pub use lesson::LessonAction;
pub use limits::{shown_ragdoll, Arcs, Chosen, Limb, LimitOptions, BROKEN_DEG};
pub use menus::{menu_path, Menu, MenuEntry, IN_NO_MENU, MENUS};
pub use panel::Panel;
pub use request::Request;
pub use setting::{Setting, BLAST_SECTION, BURST_SECTION, SETTINGS, SOLVER_SECTION};
pub use synonyms::{place_by_synonym, scene_has_synonym};
pub use tool::{NewJoint, Tool, ToolOptions};
pub use trigger::{find, info, ActionInfo, Trigger, ACTIONS};
pub use why::{WhyAbout, WhyAction, WhyMeasure, WhySpan};

use crate::character::rig::Role;
use crate::editor::generate::{BlueprintKind, Blueprints};
use crate::editor::limits::csv::LimitsTableError;
use crate::editor::{Command, Selection};
use crate::lab::Input;
use crate::physics::State;
use crate::platform::settings::{FigureLook, PlaceChoice, Quality};
use crate::scene::Id;
use glam::DVec3;
use std::collections::BTreeSet;
use std::f32::consts::FRAC_PI_2;
use std::path::PathBuf;

/// What a panel, a key or a script asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// A parameterless action of the table.
    Do(Trigger),
    /// A change of the scene.
    Edit(Command),
    /// Begin a gesture, which becomes one step of the history with this label.
    Begin(String),
    /// Put this in place of what the gesture has done so far.
    Change(Command),
    /// End the gesture.
    Commit,
    /// Take the gesture back.
    Abort,
    /// Go to a state of the history by its place.
    GoTo(usize),
    /// Select.
    Select(Selection),
    /// Show something of a scene on the stage, or no longer.
    ToggleLayer(StageLayer),
    /// Show one thing of a scene alone, through bodies of glass.
    ShowOnly(StageLayer),
    /// Hide things on the stage, or show them again.
    Hide(BTreeSet<Id>, bool),
    /// Lock things on the stage, or unlock them.
    Lock(BTreeSet<Id>, bool),
    /// Choose what the mouse does.
    SetTool(Tool),
    /// Open a panel and bring it to the front.
    ShowPanel(Panel),
    /// Open a panel, or close it.
    TogglePanel(Panel),
    /// Show a setting: its panel, its section, and the keys in its field.
    ShowSetting(Setting),
    /// Bring what shows the selection to the front.
    ShowSelection,
    /// Let the person type a name for a thing.
    AskForName(Option<Id>),
    /// Show what is wrong with a limit table that was not taken over.
    ShowTableErrors(Vec<LimitsTableError>),
    /// Choose how the tools work.
    SetToolOptions(ToolOptions),
    /// Look at the joint of a limb.
    ShowLimb(Option<Limb>),
    /// Choose how limits are shown and edited.
    SetLimitOptions(LimitOptions),
    /// Set the numbers that new things are made from.
    SetBlueprints(Box<Blueprints>),
    /// Create a thing and select it.
    Create(BlueprintKind),
    /// Open a shipped scene by name.
    OpenShipped(&'static str),
    /// Open a file.
    OpenFile(PathBuf),
    /// Put a file on the list of recent ones.
    Remember(PathBuf),
    /// Playback speed, 1 = real time.
    SetSpeed(f64),
    /// Multiply the playback speed.
    ScaleSpeed(f64),
    /// Do something to what plays; in the past that begins another future.
    Input(Input),
    /// Put the scene into a state without making a step, while it stands at its start.
    ShowState(Box<State>),
    /// Begin the scene anew.
    Restart,
    /// Let time go on, or stop it.
    SetPlaying(bool),
    /// Choose how much the picture may cost.
    SetQuality(Quality),
    /// Choose where scenes are seen to be.
    SetPlace(PlaceChoice),
    /// Choose how ragdolls are drawn.
    SetLook(FigureLook),
    /// Make a bone of its model the beginning of a part of a character, or none.
    MapBone(Id, Role, Option<usize>),
    /// Make text larger by a factor.
    ScaleText(f32),
    /// Have the window do something after the frame.
    Ask(Request),
    /// Choose what is compared, and how.
    SetCompareOptions(Box<CompareOptions>),
    /// About the experiments.
    Experiment(ExperimentAction),
    /// About the shot fan.
    Fan(FanAction),
    /// About why something moves.
    Why(WhyAction),
    /// Ask for a lesson, or for what comes next in it.
    Lesson(LessonAction),
    /// Throw the launcher's ball.
    Throw,
    /// Throw it at what the pointer is over, in the world as it is seen.
    ThrowAtPointer,
    /// Turn the launcher so that the ball arrives at a point, m.
    AimAt(DVec3),
    /// Go to a step of the run and stay there.
    GoToStep(u64),
    /// Look how the figure was at a step, beside how it is; nothing ends that.
    Preview(Option<u64>),
    /// Play a take by its place.
    PlayTake(usize),
    /// Run a take beside the scene, by its place.
    CompareTake(usize),
    /// Give a take another name.
    RenameTake(usize, String),
    /// Take a take out of the list.
    DeleteTake(usize),
    /// Change which key does what.
    Keys(KeyChange),
    /// Save the scene under this name.
    SaveTo(PathBuf),
    /// Answer to the question that waits.
    Answer(Answer),
}

/// Answer to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Save, then go on.
    Save,
    /// Go on without saving.
    Discard,
    /// Stay; answers every question.
    Cancel,
    /// Open the file again as it is on disk.
    Reload,
    /// Keep the scene whatever the file holds.
    Keep,
    /// Save under another name.
    SaveAs,
    /// Restore the scene at this place of the list.
    Restore(usize),
    /// Throw away the scene at this place of the list.
    Forget(usize),
}

impl Action {
    /// Whether it is part of something that goes on, such as a drag: what was said of that
    /// before stays.
    pub fn goes_on(&self) -> bool {
        matches!(
            self,
            Action::Begin(_)
                | Action::Commit
                | Action::Input(_)
                | Action::ShowState(_)
                | Action::AimAt(_)
        )
    }
}

impl Trigger {
    /// The action with parameters that an action of the table is a short name of.
    pub fn meaning(self) -> Option<Action> {
        let from_side = |yaw, pitch| Action::Ask(Request::LookFrom(Some((yaw, pitch))));
        Some(match self {
            Trigger::SelectNone => Action::Select(Selection::default()),
            Trigger::ToolThrow => Action::SetTool(Tool::Throw),
            Trigger::ToolSelect => Action::SetTool(Tool::Select),
            Trigger::ToolMove => Action::SetTool(Tool::Move),
            Trigger::ToolRotate => Action::SetTool(Tool::Rotate),
            Trigger::ToolScale => Action::SetTool(Tool::Scale),
            Trigger::ToolLimits => Action::SetTool(Tool::Limits),
            Trigger::ToolPose => Action::SetTool(Tool::Pose),
            Trigger::ToolJoint => Action::SetTool(Tool::Joint),
            Trigger::CreateBall => Action::Create(BlueprintKind::Ball),
            Trigger::CreateBox => Action::Create(BlueprintKind::Box),
            Trigger::CreateCapsule => Action::Create(BlueprintKind::Capsule),
            Trigger::CreateCylinder => Action::Create(BlueprintKind::Cylinder),
            Trigger::CreateStone => Action::Create(BlueprintKind::Stone),
            Trigger::CreateParticle => Action::Create(BlueprintKind::Particle),
            Trigger::CreateStick => Action::Create(BlueprintKind::Stick),
            Trigger::CreatePlane => Action::Create(BlueprintKind::Plane),
            Trigger::CreateBlock => Action::Create(BlueprintKind::Block),
            Trigger::CreateRamp => Action::Create(BlueprintKind::Ramp),
            Trigger::CreateStairs => Action::Create(BlueprintKind::Stairs),
            Trigger::CreateLandscape => Action::Create(BlueprintKind::Landscape),
            Trigger::CreateRagdoll => Action::Create(BlueprintKind::Ragdoll),
            Trigger::CreateRope => Action::Create(BlueprintKind::Rope),
            Trigger::CreateChain => Action::Create(BlueprintKind::Chain),
            Trigger::CreateCloth => Action::Create(BlueprintKind::Cloth),
            Trigger::CreateFlag => Action::Create(BlueprintKind::Flag),
            Trigger::CreateNet => Action::Create(BlueprintKind::Net),
            Trigger::CreateCape => Action::Create(BlueprintKind::Cape),
            Trigger::CreateJelly => Action::Create(BlueprintKind::Jelly),
            Trigger::CreateRing => Action::Create(BlueprintKind::Ring),
            Trigger::CreateStack => Action::Create(BlueprintKind::Stack),
            Trigger::CreatePyramid => Action::Create(BlueprintKind::Pyramid),
            Trigger::CreateWall => Action::Create(BlueprintKind::Wall),
            Trigger::CreateDominoes => Action::Create(BlueprintKind::Dominoes),
            Trigger::ShowBodies => Action::ToggleLayer(StageLayer::Bodies),
            Trigger::ShowJoints => Action::ToggleLayer(StageLayer::Joints),
            Trigger::ShowLimits => Action::ToggleLayer(StageLayer::Limits),
            Trigger::ShowContacts => Action::ToggleLayer(StageLayer::Contacts),
            Trigger::ShowForces => Action::ToggleLayer(StageLayer::Forces),
            Trigger::ShowVelocities => Action::ToggleLayer(StageLayer::Velocities),
            Trigger::ShowTrails => Action::ToggleLayer(StageLayer::Trails),
            Trigger::ShowMasses => Action::ToggleLayer(StageLayer::Masses),
            Trigger::ShowInertia => Action::ToggleLayer(StageLayer::Inertia),
            Trigger::ShowGhosts => Action::ToggleLayer(StageLayer::Ghosts),
            Trigger::ShowJointErrors => Action::ToggleLayer(StageLayer::JointErrors),
            Trigger::ShowContactShapes => Action::ToggleLayer(StageLayer::ContactShapes),
            Trigger::ShowIslands => Action::ToggleLayer(StageLayer::Islands),
            Trigger::ShowVolumes => Action::ToggleLayer(StageLayer::Volumes),
            Trigger::ShowGlass => Action::ToggleLayer(StageLayer::Glass),
            Trigger::ShowLabels => Action::ToggleLayer(StageLayer::Labels),
            Trigger::OnlyBodies => Action::ShowOnly(StageLayer::Bodies),
            Trigger::OnlyJoints => Action::ShowOnly(StageLayer::Joints),
            Trigger::OnlyLimits => Action::ShowOnly(StageLayer::Limits),
            Trigger::OnlyContacts => Action::ShowOnly(StageLayer::Contacts),
            Trigger::OnlyForces => Action::ShowOnly(StageLayer::Forces),
            Trigger::OnlyVelocities => Action::ShowOnly(StageLayer::Velocities),
            Trigger::OnlyTrails => Action::ShowOnly(StageLayer::Trails),
            Trigger::OnlyMasses => Action::ShowOnly(StageLayer::Masses),
            Trigger::OnlyGhosts => Action::ShowOnly(StageLayer::Ghosts),
            Trigger::Throw => Action::Throw,
            Trigger::Slower => Action::ScaleSpeed(0.5),
            Trigger::Faster => Action::ScaleSpeed(2.0),
            Trigger::RealTime => Action::SetSpeed(1.0),
            Trigger::FrameAll => Action::Ask(Request::LookFrom(None)),
            Trigger::FrameSelection => Action::Ask(Request::FrameSelection),
            Trigger::ViewFront => from_side(0.0, 0.1),
            Trigger::ViewSide => from_side(FRAC_PI_2, 0.1),
            Trigger::ViewTop => from_side(0.0, 1.5),
            Trigger::TextLarger => Action::ScaleText(1.1),
            Trigger::TextSmaller => Action::ScaleText(1.0 / 1.1),
            Trigger::LookSkin => Action::SetLook(FigureLook::Skin),
            Trigger::LookLimbs => Action::SetLook(FigureLook::Limbs),
            Trigger::LookBoth => Action::SetLook(FigureLook::Both),
            Trigger::PlaceOfScene => Action::SetPlace(PlaceChoice::OfScene),
            Trigger::PlaceStudio => Action::SetPlace(PlaceChoice::Studio),
            Trigger::PlaceYard => Action::SetPlace(PlaceChoice::Yard),
            Trigger::PlaceHall => Action::SetPlace(PlaceChoice::Hall),
            Trigger::PlaceNight => Action::SetPlace(PlaceChoice::Night),
            Trigger::QualityLow => Action::SetQuality(Quality::Low),
            Trigger::QualityMedium => Action::SetQuality(Quality::Medium),
            Trigger::QualityHigh => Action::SetQuality(Quality::High),
            Trigger::QualityAuto => Action::SetQuality(Quality::Auto),
            Trigger::FullScreen => Action::Ask(Request::FullScreen),
            Trigger::Screenshot => Action::Ask(Request::Screenshot),
            Trigger::Record => Action::Ask(Request::Record),
            Trigger::RecordShot => Action::Ask(Request::RecordShot),
            Trigger::PanelScenes => Action::TogglePanel(Panel::Scenes),
            Trigger::PanelOutliner => Action::TogglePanel(Panel::Outliner),
            Trigger::PanelCreate => Action::TogglePanel(Panel::Create),
            Trigger::PanelInspector => Action::TogglePanel(Panel::Inspector),
            Trigger::PanelThrow => Action::TogglePanel(Panel::Throw),
            Trigger::PanelOrder => Action::TogglePanel(Panel::Order),
            Trigger::PanelDoctor => Action::TogglePanel(Panel::Doctor),
            Trigger::PanelLimits => Action::TogglePanel(Panel::Limits),
            Trigger::PanelCompare => Action::TogglePanel(Panel::Compare),
            Trigger::PanelPlots => Action::TogglePanel(Panel::Plots),
            Trigger::Profiler => Action::TogglePanel(Panel::Cost),
            Trigger::PanelExperiments => Action::TogglePanel(Panel::Experiments),
            Trigger::PanelSweep => Action::TogglePanel(Panel::Sweep),
            Trigger::PanelWhy => Action::TogglePanel(Panel::Why),
            Trigger::PanelLessons => Action::TogglePanel(Panel::Lessons),
            Trigger::PanelPrinted => Action::TogglePanel(Panel::Printed),
            Trigger::AskWhy => Action::Why(WhyAction::Ask),
            Trigger::PanelHistory => Action::TogglePanel(Panel::History),
            _ => return None,
        })
    }
}
