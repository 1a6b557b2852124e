//! What stands in which menu, and in which order.

use super::Trigger;

/// A menu, or a menu within one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Menu {
    /// Name on screen.
    pub name: &'static str,
    /// What it holds, from top to bottom.
    pub entries: &'static [MenuEntry],
}

/// What can stand in a menu.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MenuEntry {
    /// An action.
    Do(Trigger),
    /// A line between two groups.
    Separator,
    /// A menu that opens beside this one.
    Submenu(Menu),
    /// A menu of the files that were opened last.
    RecentFiles,
}

use MenuEntry::{Do, RecentFiles, Separator, Submenu};

/// A menu within a menu.
const fn submenu(name: &'static str, entries: &'static [MenuEntry]) -> MenuEntry {
    Submenu(Menu { name, entries })
}

/// The menu bar.
pub const MENUS: [Menu; 9] = [
    Menu {
        name: "File",
        entries: &[
            Do(Trigger::New),
            Do(Trigger::Open),
            RecentFiles,
            Separator,
            Do(Trigger::Save),
            Do(Trigger::SaveAs),
            Separator,
            submenu(
                "Import",
                &[Do(Trigger::ImportMesh), Do(Trigger::ImportLimits)],
            ),
            submenu(
                "Export",
                &[
                    Do(Trigger::ExportMjcf),
                    Do(Trigger::ExportUrdf),
                    Do(Trigger::ExportGltf),
                    Separator,
                    Do(Trigger::ExportLimits),
                    Separator,
                    Do(Trigger::ExportPlotsCsv),
                    Do(Trigger::ExportPlotsPng),
                    Do(Trigger::ExportPlotsSvg),
                ],
            ),
            submenu(
                "Presets",
                &[Do(Trigger::SavePreset), Do(Trigger::PlacePreset)],
            ),
            Separator,
            Do(Trigger::Recover),
            Do(Trigger::Quit),
        ],
    },
    Menu {
        name: "Edit",
        entries: &[
            Do(Trigger::Undo),
            Do(Trigger::Redo),
            Separator,
            Do(Trigger::Cut),
            Do(Trigger::Copy),
            Do(Trigger::Paste),
            Do(Trigger::Duplicate),
            Do(Trigger::Delete),
            Do(Trigger::Rename),
            Separator,
            submenu(
                "Select",
                &[
                    Do(Trigger::SelectAll),
                    Do(Trigger::SelectNone),
                    Do(Trigger::SelectInverse),
                    Separator,
                    Do(Trigger::SelectConnected),
                    Do(Trigger::SelectSameKind),
                    Do(Trigger::SelectSameMaterial),
                ],
            ),
            submenu("Grouping", &[Do(Trigger::Group), Do(Trigger::Ungroup)]),
            submenu(
                "Visibility",
                &[
                    Do(Trigger::Hide),
                    Do(Trigger::ShowAll),
                    Separator,
                    Do(Trigger::Lock),
                    Do(Trigger::UnlockAll),
                ],
            ),
            Separator,
            submenu("Joint", &[Do(Trigger::BreakJoint), Do(Trigger::SwapJoint)]),
            submenu(
                "Body",
                &[
                    Do(Trigger::MakeBodies),
                    Do(Trigger::Merge),
                    Do(Trigger::Separate),
                    Do(Trigger::AlignToGround),
                    Separator,
                    Do(Trigger::KeepPose),
                    Do(Trigger::PoseAsClip),
                ],
            ),
            Separator,
            Do(Trigger::Preferences),
        ],
    },
    Menu {
        name: "Create",
        entries: &[
            Do(Trigger::CreateRagdoll),
            Do(Trigger::CreateLauncher),
            Separator,
            submenu(
                "Bodies",
                &[
                    Do(Trigger::CreateBall),
                    Do(Trigger::CreateBox),
                    Do(Trigger::CreateCapsule),
                    Do(Trigger::CreateCylinder),
                    Do(Trigger::CreateStone),
                    Separator,
                    Do(Trigger::CreateParticle),
                    Do(Trigger::CreateStick),
                ],
            ),
            submenu(
                "Soft",
                &[
                    Do(Trigger::CreateRope),
                    Do(Trigger::CreateChain),
                    Do(Trigger::CreateCloth),
                    Do(Trigger::CreateFlag),
                    Do(Trigger::CreateNet),
                    Do(Trigger::CreateCape),
                    Do(Trigger::CreateJelly),
                    Do(Trigger::CreateRing),
                ],
            ),
            submenu(
                "Obstacles",
                &[
                    Do(Trigger::CreatePlane),
                    Do(Trigger::CreateBlock),
                    Do(Trigger::CreateRamp),
                    Do(Trigger::CreateStairs),
                    Do(Trigger::CreateLandscape),
                ],
            ),
            submenu(
                "Stacks",
                &[
                    Do(Trigger::CreateStack),
                    Do(Trigger::CreatePyramid),
                    Do(Trigger::CreateWall),
                    Do(Trigger::CreateDominoes),
                ],
            ),
        ],
    },
    Menu {
        name: "Play",
        entries: &[
            Do(Trigger::PlayPause),
            Do(Trigger::Reset),
            Separator,
            submenu(
                "Step",
                &[
                    Do(Trigger::Step),
                    Do(Trigger::StepBack),
                    Do(Trigger::StepTen),
                    Do(Trigger::StepBackTen),
                    Separator,
                    Do(Trigger::StepInside),
                    Do(Trigger::StepBackInside),
                ],
            ),
            submenu(
                "Speed",
                &[
                    Do(Trigger::Slower),
                    Do(Trigger::Faster),
                    Do(Trigger::RealTime),
                    Separator,
                    Do(Trigger::SlowHits),
                ],
            ),
            submenu(
                "Go to",
                &[
                    Do(Trigger::NextMark),
                    Do(Trigger::PreviousMark),
                    Do(Trigger::GoToEnd),
                    Separator,
                    Do(Trigger::Bookmark),
                ],
            ),
            Do(Trigger::GoOnFromHere),
            Separator,
            submenu(
                "Takes",
                &[
                    Do(Trigger::KeepTake),
                    Do(Trigger::PreviousTake),
                    Do(Trigger::NextTake),
                    Separator,
                    Do(Trigger::CopyShot),
                    Do(Trigger::PasteShot),
                ],
            ),
            Do(Trigger::HandOver),
        ],
    },
    Menu {
        name: "Throw",
        entries: &[
            Do(Trigger::Throw),
            Do(Trigger::RepeatShot),
            Do(Trigger::ThrowFromCamera),
            Do(Trigger::LauncherToCamera),
            Separator,
            Do(Trigger::Pin),
            Do(Trigger::FreeAll),
            Do(Trigger::Blast),
            Do(Trigger::BreakOff),
        ],
    },
    Menu {
        name: "View",
        entries: &[
            submenu(
                "Frame",
                &[
                    Do(Trigger::FrameAll),
                    Do(Trigger::FrameSelection),
                    Do(Trigger::FitTime),
                ],
            ),
            submenu(
                "Camera",
                &[
                    Do(Trigger::ViewFront),
                    Do(Trigger::ViewSide),
                    Do(Trigger::ViewTop),
                ],
            ),
            Do(Trigger::FollowShot),
            Separator,
            submenu(
                "Show",
                &[
                    Do(Trigger::ShowBodies),
                    Do(Trigger::ShowJoints),
                    Do(Trigger::ShowLimits),
                    Do(Trigger::ShowContacts),
                    Do(Trigger::ShowForces),
                    Do(Trigger::ShowVelocities),
                    Do(Trigger::ShowTrails),
                    Do(Trigger::ShowMasses),
                    Do(Trigger::ShowGhosts),
                    Separator,
                    Do(Trigger::ShowContactShapes),
                    Do(Trigger::ShowInertia),
                    Do(Trigger::ShowIslands),
                    Do(Trigger::ShowVolumes),
                    Do(Trigger::ShowJointErrors),
                    Do(Trigger::ShowGlass),
                    Do(Trigger::ShowLabels),
                ],
            ),
            submenu(
                "Show only",
                &[
                    Do(Trigger::OnlyBodies),
                    Do(Trigger::OnlyJoints),
                    Do(Trigger::OnlyLimits),
                    Do(Trigger::OnlyContacts),
                    Do(Trigger::OnlyForces),
                    Do(Trigger::OnlyVelocities),
                    Do(Trigger::OnlyTrails),
                    Do(Trigger::OnlyMasses),
                    Do(Trigger::OnlyGhosts),
                ],
            ),
            submenu(
                "Dummies",
                &[
                    Do(Trigger::LookSkin),
                    Do(Trigger::LookLimbs),
                    Do(Trigger::LookBoth),
                    Separator,
                    Do(Trigger::LinearSkins),
                ],
            ),
            Separator,
            submenu(
                "Quality",
                &[
                    Do(Trigger::QualityAuto),
                    Do(Trigger::QualityLow),
                    Do(Trigger::QualityMedium),
                    Do(Trigger::QualityHigh),
                ],
            ),
            submenu(
                "Place",
                &[
                    Do(Trigger::PlaceOfScene),
                    Separator,
                    Do(Trigger::PlaceStudio),
                    Do(Trigger::PlaceYard),
                    Do(Trigger::PlaceHall),
                    Do(Trigger::PlaceNight),
                ],
            ),
            Do(Trigger::ToggleTheme),
            submenu(
                "Text size",
                &[Do(Trigger::TextLarger), Do(Trigger::TextSmaller)],
            ),
            Separator,
            Do(Trigger::FullScreen),
            Do(Trigger::Screenshot),
            submenu("Record", &[Do(Trigger::Record), Do(Trigger::RecordShot)]),
        ],
    },
    Menu {
        name: "Analyze",
        entries: &[
            Do(Trigger::AskWhy),
            Do(Trigger::Compare),
            Do(Trigger::CompareMethods),
            Do(Trigger::PanelPlots),
            Do(Trigger::Profiler),
            Separator,
            Do(Trigger::PanelDoctor),
            Do(Trigger::PanelLimits),
            Separator,
            Do(Trigger::PanelSweep),
            Do(Trigger::PanelExperiments),
            Do(Trigger::RunTwice),
        ],
    },
    Menu {
        name: "Panels",
        entries: &[
            Do(Trigger::PanelScenes),
            Do(Trigger::PanelThrow),
            Do(Trigger::PanelCreate),
            Do(Trigger::PanelInspector),
            Do(Trigger::PanelOutliner),
            Do(Trigger::PanelOrder),
            Do(Trigger::PanelHistory),
            Do(Trigger::PanelCompare),
            Do(Trigger::PanelWhy),
            Separator,
            Do(Trigger::TogglePanels),
            Do(Trigger::ResetPanels),
        ],
    },
    Menu {
        name: "Help",
        entries: &[
            Do(Trigger::Manual),
            Do(Trigger::PanelLessons),
            Do(Trigger::Palette),
            Do(Trigger::Help),
            Separator,
            Do(Trigger::PanelPrinted),
            Separator,
            Do(Trigger::About),
        ],
    },
];

/// Actions that stand in no menu: the toolbar has the tools, and Cancel would close the menu.
pub const IN_NO_MENU: [Trigger; 11] = [
    Trigger::ToolThrow,
    Trigger::ToolSelect,
    Trigger::ToolMove,
    Trigger::ToolRotate,
    Trigger::ToolScale,
    Trigger::ToolLimits,
    Trigger::ToolPose,
    Trigger::ToolJoint,
    Trigger::ToggleLocal,
    Trigger::ToggleSnap,
    Trigger::Cancel,
];

/// The names of the menus that lead to an action, from the menu bar inwards; none for one that
/// is in no menu.
pub fn menu_path(trigger: Trigger) -> Vec<&'static str> {
    MENUS
        .iter()
        .find_map(|menu| path_within(menu, trigger))
        .unwrap_or_default()
}

fn path_within(menu: &Menu, trigger: Trigger) -> Option<Vec<&'static str>> {
    menu.entries.iter().find_map(|entry| match entry {
        Do(of) if *of == trigger => Some(vec![menu.name]),
        Submenu(inner) => {
            let mut path = path_within(inner, trigger)?;
            path.insert(0, menu.name);
            Some(path)
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::action::ACTIONS;

    /// More entries, separators aside, cannot be taken in at a glance.
    const MOST_ENTRIES: usize = 18;

    fn all(menu: &Menu, visit: &mut impl FnMut(&Menu)) {
        visit(menu);
        for entry in menu.entries {
            if let Submenu(inner) = entry {
                all(inner, visit);
            }
        }
    }

    #[test]
    fn every_action_is_in_one_menu_and_under_its_name() {
        let mut placed = Vec::new();
        for menu in &MENUS {
            all(menu, &mut |menu| {
                placed.extend(menu.entries.iter().filter_map(|entry| match entry {
                    Do(trigger) => Some(*trigger),
                    _ => None,
                }));
            });
        }
        for line in ACTIONS {
            let times = placed.iter().filter(|of| **of == line.trigger).count();
            let wanted = usize::from(!IN_NO_MENU.contains(&line.trigger));
            assert_eq!(times, wanted, "{}", line.label);
            if wanted == 1 {
                assert_eq!(menu_path(line.trigger).first(), Some(&line.menu));
            }
        }
    }

    #[test]
    fn no_menu_is_long() {
        for menu in &MENUS {
            all(menu, &mut |menu| {
                let entries = menu.entries.iter().filter(|entry| **entry != Separator);
                assert!(entries.count() <= MOST_ENTRIES, "{}", menu.name);
            });
        }
    }
}
