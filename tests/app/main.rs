//! The application without its window: panels, tools, documents, and what each action does.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod actions;
mod after_throws;
mod bodies;
mod breaking;
mod characters;
#[path = "../common/mod.rs"]
mod common;
mod comparing;
mod compilations;
mod compound;
mod dialogs;
mod editor;
mod experiments_window;
mod files;
mod follow;
mod foreign_bodies;
mod guides;
mod inside;
mod kills;
mod lessons;
mod limits_table;
mod panels;
mod panels_compare;
mod panels_create;
mod panels_dock;
mod panels_experiments;
mod panels_inspector;
mod panels_limits;
mod panels_lists;
mod panels_muscles;
mod panels_plots;
mod panels_printed;
mod panels_timeline;
mod panels_toolbar;
mod panels_why;
mod posed;
mod program;
mod pull_stage;
mod recovery;
mod result_card;
mod retuning;
mod skins;
mod slow_steps;
mod tasks;
mod throwing;
mod told;
mod tools;
mod tools_limits;
mod tools_pose;
mod typing;
mod ui_kit;
