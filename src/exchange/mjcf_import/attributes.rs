//! Classes of elements with the defaults of their attributes.

use crate::budget::{self, Account};
use crate::exchange::assembly::xml::{error, error_of, Element, ImportError};
use roxmltree::Node;
use std::collections::BTreeMap;

/// The attributes of each kind of element by class.
#[derive(Debug, Default)]
pub struct Classes<'a> {
    of: BTreeMap<&'a str, BTreeMap<&'a str, BTreeMap<&'a str, &'a str>>>,
}

/// The class of what names none.
pub const MAIN: &str = "main";

impl<'a> Classes<'a> {
    /// Those of a file.
    pub fn read(root: Node<'a, '_>) -> Result<Classes<'a>, ImportError> {
        let mut classes = Classes::default();
        classes.of.insert(MAIN, BTreeMap::new());
        // What is inside takes what is outside, so outer ones come first.
        let tops = root.children().filter(|node| node.has_tag_name("default"));
        let mut next: Vec<(Node<'_, '_>, &str)> = tops.map(|node| (node, "")).collect();
        let (mut count, mut taken_over) = (0, Account::of(&budget::MJCF_DEFAULTS));
        while let Some((node, outer)) = next.pop() {
            count += 1;
            let refuse = |bound| error_of(node, bound);
            budget::MJCF_CLASSES.allow(count).map_err(refuse)?;
            let name = match node.attribute("class") {
                Some(name) => name,
                None if outer.is_empty() => MAIN,
                None => {
                    let message = "a default class has no name";
                    return Err(error(node, message, "give it a `class`"));
                }
            };
            let taken = match outer.is_empty() {
                true => classes.of.get(name),
                false => classes.of.get(outer),
            };
            let attributes = taken.into_iter().flat_map(BTreeMap::values);
            let attributes = attributes.map(BTreeMap::len).sum();
            taken_over.add(attributes).map_err(refuse)?;
            let mut own = taken.cloned().unwrap_or_default();
            for kind in node.children().filter(Node::is_element) {
                if kind.has_tag_name("default") {
                    next.push((kind, name));
                    continue;
                }
                // What a class says is read again for each element.
                let long = kind.attributes().map(|own| own.value().len()).max();
                let short = budget::MJCF_DEFAULT.allow(long.unwrap_or(0));
                short.map_err(|bound| error_of(kind, bound))?;
                let known = own.entry(kind.tag_name().name()).or_default();
                known.extend(kind.attributes().map(|own| (own.name(), own.value())));
            }
            classes.of.insert(name, own);
        }
        Ok(classes)
    }

    /// An element with what its class says, or that of the body around it.
    pub fn element<'b>(
        &'b self,
        node: Node<'a, 'b>,
        outer: &str,
    ) -> Result<Element<'a, 'b>, ImportError> {
        let class = node.attribute("class").unwrap_or(outer);
        let Some(known) = self.of.get(class) else {
            let message = format!("there is no default class `{class}`");
            return Err(error(node, message, "use the class of a `default` element"));
        };
        Ok(Element {
            node,
            class: known.get(node.tag_name().name()),
        })
    }

    /// Whether there is such a class.
    pub fn has(&self, class: &str) -> bool {
        self.of.contains_key(class)
    }
}
