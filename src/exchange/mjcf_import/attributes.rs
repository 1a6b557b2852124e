//! Classes of elements with the defaults of their attributes.

use crate::exchange::assembly::xml::{error, Element, ImportError};
use roxmltree::Node;
use std::collections::BTreeMap;

/// Deepest nesting of classes.
const MOST_CLASSES: usize = 1_000;

/// The attributes of each kind of element by class.
#[derive(Debug, Default)]
pub struct Classes<'a> {
    of: BTreeMap<String, BTreeMap<&'a str, BTreeMap<&'a str, &'a str>>>,
}

/// The class of what names none.
pub const MAIN: &str = "main";

impl<'a> Classes<'a> {
    /// Those of a file.
    pub fn read(root: Node<'a, '_>) -> Result<Classes<'a>, ImportError> {
        let mut classes = Classes::default();
        classes.of.insert(MAIN.into(), BTreeMap::new());
        // What is inside takes what is outside, so outer ones come first.
        let tops = root.children().filter(|node| node.has_tag_name("default"));
        let mut next: Vec<(Node<'_, '_>, String)> =
            tops.map(|node| (node, String::new())).collect();
        let mut count = 0;
        while let Some((node, outer)) = next.pop() {
            count += 1;
            if count > MOST_CLASSES {
                let message = format!("there are more than {MOST_CLASSES} default classes");
                return Err(error(node, message, "merge some of them"));
            }
            let name = match node.attribute("class") {
                Some(name) => name.to_string(),
                None if outer.is_empty() => MAIN.into(),
                None => {
                    let message = "a default class has no name";
                    return Err(error(node, message, "give it a `class`"));
                }
            };
            let mut own = classes.of.get(&outer).cloned().unwrap_or_default();
            if outer.is_empty() {
                own = classes.of.get(&name).cloned().unwrap_or_default();
            }
            for kind in node.children().filter(Node::is_element) {
                if kind.has_tag_name("default") {
                    next.push((kind, name.clone()));
                    continue;
                }
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
