//! Links between pages: the file is there, and the heading.

use crate::pages::{pages, root, Page};
use pulldown_cmark::{Event, Tag, TagEnd};
use std::collections::BTreeSet;
use std::fs;

/// The names by which headings can be linked to, as GitHub makes them.
fn anchors(page: &Page) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let mut heading: Option<String> = None;
    for event in page.events() {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let text = heading.take().unwrap_or_default().to_lowercase();
                let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
                let name: String = text.chars().filter(kept).collect();
                anchors.insert(name.replace(' ', "-"));
            }
            _ => {}
        }
    }
    anchors
}

fn links(page: &Page) -> Vec<String> {
    let link = |event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            Some(dest_url.to_string())
        }
        _ => None,
    };
    page.events().filter_map(link).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let pages = pages();
    let mut broken = Vec::new();
    let mut count = 0;
    for page in &pages {
        for link in links(page) {
            if link.contains("://") {
                continue;
            }
            count += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let folder = page.path.parent().unwrap();
            let target = match file.is_empty() {
                true => root().join(&page.path),
                false => root().join(folder).join(file),
            };
            let Ok(target) = fs::canonicalize(&target) else {
                broken.push(format!("{}: {link}", page.path.display()));
                continue;
            };
            let of_target = pages
                .iter()
                .find(|page| fs::canonicalize(root().join(&page.path)).unwrap() == target);
            let has_anchor = of_target.is_some_and(|page| anchors(page).contains(anchor));
            if !anchor.is_empty() && !has_anchor {
                broken.push(format!("{}: {link}: no such heading", page.path.display()));
            }
        }
    }
    assert!(count > 100, "{count} links");
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn every_page_is_linked_to() {
    let pages = pages();
    let mut linked = BTreeSet::new();
    for page in &pages {
        let folder = root().join(page.path.parent().unwrap());
        for link in links(page) {
            let file = link.split('#').next().unwrap_or_default();
            linked.extend(fs::canonicalize(folder.join(file)));
        }
    }
    for page in &pages {
        let path = fs::canonicalize(root().join(&page.path)).unwrap();
        let is_entry = page.path.ends_with("README.md") && page.path.components().count() == 1;
        assert!(
            is_entry || linked.contains(&path),
            "{path:?} is linked to by no page"
        );
    }
}
