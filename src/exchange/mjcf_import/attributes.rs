//! Attributes of elements with the defaults of their classes.

use super::ImportError;
use glam::DVec3;
use roxmltree::Node;
use std::collections::BTreeMap;

/// Most numbers of an attribute.
const MOST_NUMBERS: usize = 10_000;
/// Deepest nesting of classes.
const MOST_CLASSES: usize = 1_000;

/// An error at an element.
pub fn error(node: Node<'_, '_>, message: String, remedy: &'static str) -> ImportError {
    let place = node.document().text_pos_at(node.range().start);
    ImportError {
        line: place.row,
        column: place.col,
        message,
        remedy,
    }
}

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
                let message = format!("there are more than {MOST_CLASSES} classes of defaults");
                return Err(error(node, message, "join some of them"));
            }
            let name = match node.attribute("class") {
                Some(name) => name.to_string(),
                None if outer.is_empty() => MAIN.into(),
                None => {
                    let message = "a class of defaults has no name".into();
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
            let message = format!("there is no class `{class}` of defaults");
            return Err(error(node, message, "name a class of a `default`"));
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

/// An element with the defaults of its class.
#[derive(Debug, Clone, Copy)]
pub struct Element<'a, 'b> {
    pub node: Node<'a, 'b>,
    class: Option<&'b BTreeMap<&'a str, &'a str>>,
}

impl Element<'_, '_> {
    /// The text of an attribute.
    pub fn text(&self, key: &str) -> Option<&str> {
        let of_class = || self.class.and_then(|class| class.get(key).copied());
        self.node.attribute(key).or_else(of_class)
    }

    /// The name of the element, or what it is.
    pub fn name(&self) -> String {
        let kind = self.node.tag_name().name();
        match self.node.attribute("name") {
            Some(name) => format!("{kind} `{name}`"),
            None => {
                let place = self.node.document().text_pos_at(self.node.range().start);
                format!("the {kind} in line {}", place.row)
            }
        }
    }

    /// The numbers of an attribute.
    pub fn numbers(&self, key: &str) -> Result<Option<Vec<f64>>, ImportError> {
        let Some(text) = self.text(key) else {
            return Ok(None);
        };
        let wrong =
            |what: String| error(self.node, what, "write finite numbers with spaces between");
        let mut numbers = Vec::new();
        for word in text.split_ascii_whitespace() {
            match word.parse::<f64>() {
                Ok(number) if number.is_finite() && numbers.len() < MOST_NUMBERS => {
                    numbers.push(number);
                }
                _ => {
                    let word: String = word.chars().take(20).collect();
                    return Err(wrong(format!("`{key}` has `{word}`, which is no number")));
                }
            }
        }
        Ok(Some(numbers))
    }

    /// A number.
    pub fn number(&self, key: &str, otherwise: f64) -> Result<f64, ImportError> {
        Ok(match self.numbers(key)? {
            None => otherwise,
            Some(numbers) => self.exactly::<1>(key, &numbers)?[0],
        })
    }

    /// So many numbers.
    pub fn some<const N: usize>(&self, key: &str) -> Result<Option<[f64; N]>, ImportError> {
        let numbers = self.numbers(key)?;
        numbers
            .map(|numbers| self.exactly::<N>(key, &numbers))
            .transpose()
    }

    /// A vector.
    pub fn vector(&self, key: &str, otherwise: DVec3) -> Result<DVec3, ImportError> {
        Ok(self.some::<3>(key)?.map_or(otherwise, DVec3::from))
    }

    fn exactly<const N: usize>(&self, key: &str, numbers: &[f64]) -> Result<[f64; N], ImportError> {
        numbers.try_into().map_err(|_| {
            let message = format!("`{key}` has {} numbers and not {N}", numbers.len());
            error(self.node, message, "write as many as the reference says")
        })
    }
}
