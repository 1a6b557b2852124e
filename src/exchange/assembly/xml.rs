//! Elements of files in XML.

use super::sound::Spot;
use crate::budget::{self, Bound};
use crate::text::part;
use glam::DVec3;
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::BTreeMap;
use std::fmt;

/// Why a file is no scene: where, what, and what to do.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportError {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub remedy: &'static str,
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ImportError {
            line,
            column,
            message,
            remedy,
        } = self;
        write!(f, "{line}:{column}: {message}; {remedy}")
    }
}

impl std::error::Error for ImportError {}

/// An error at an element.
pub fn error(node: Node<'_, '_>, message: impl Into<String>, remedy: &'static str) -> ImportError {
    error_at(node.document(), node.range().start, message, remedy)
}

/// An error at a byte of a document.
pub fn error_at(
    document: &Document<'_>,
    spot: usize,
    message: impl Into<String>,
    remedy: &'static str,
) -> ImportError {
    let place = document.text_pos_at(spot);
    ImportError {
        line: place.row,
        column: place.col,
        message: part(&message.into()),
        remedy,
    }
}

/// An error of a text that cannot be read, at a byte of it.
fn too_much(text: &str, spot: usize, bound: &'static Bound) -> ImportError {
    let before = text.get(..spot).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    ImportError {
        line: before.matches('\n').count() as u32 + 1,
        column: line.chars().count() as u32 + 1,
        message: bound.to_string(),
        remedy: bound.remedy,
    }
}

/// An error of an element that has too much.
pub fn error_of(node: Node<'_, '_>, bound: &'static Bound) -> ImportError {
    error(node, bound.to_string(), bound.remedy)
}

/// The document of a file, whose outermost element has to be of a kind.
pub fn document<'a>(
    text: &'a str,
    root: &str,
    remedy: &'static str,
) -> Result<Document<'a>, ImportError> {
    budget::allow_xml(text).map_err(|(bound, spot)| too_much(text, spot, bound))?;
    let options = ParsingOptions {
        nodes_limit: budget::XML_ELEMENTS.most as u32,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        if let roxmltree::Error::NodesLimitReached = error {
            return too_much(text, 0, &budget::XML_ELEMENTS);
        }
        let place = error.pos();
        ImportError {
            line: place.row,
            column: place.col,
            message: part(&error.to_string()),
            remedy: "correct the XML, or save it again with the program that wrote it",
        }
    })?;
    let outermost = document.root_element();
    let kind = outermost.tag_name().name();
    if kind != root {
        let message = format!("the root element is `{kind}`");
        return Err(error(outermost, message, remedy));
    }
    Ok(document)
}

/// An element with the defaults of its class, if it has one.
#[derive(Debug, Clone, Copy)]
pub struct Element<'a, 'b> {
    pub node: Node<'a, 'b>,
    pub class: Option<&'b BTreeMap<&'a str, &'a str>>,
}

impl<'a, 'b> Element<'a, 'b> {
    /// An element that has what it says and nothing else.
    pub fn plain(node: Node<'a, 'b>) -> Element<'a, 'b> {
        Element { node, class: None }
    }

    /// Where it stands. The line is not told: to count lines for each of many takes the square of
    /// the time.
    pub fn spot(&self) -> Spot {
        Some(self.node.range().start)
    }

    /// The first element of a kind in it.
    pub fn child(&self, kind: &str) -> Option<Element<'a, 'b>> {
        let mut inside = self.node.children();
        let found = inside.find(|node| node.has_tag_name(kind));
        found.map(Element::plain)
    }

    /// The text of an attribute.
    pub fn text(&self, key: &str) -> Option<&str> {
        let of_class = || self.class.and_then(|class| class.get(key).copied());
        self.node.attribute(key).or_else(of_class)
    }

    /// What the element is called. Of one without a name the line is not told: to count lines for
    /// each of many takes the square of the time.
    pub fn name(&self) -> String {
        let kind = self.node.tag_name().name();
        match self.node.attribute("name") {
            Some(name) => format!("{kind} `{}`", super::short(name)),
            None => format!("a {kind} without a name"),
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
            let counted = budget::XML_NUMBERS.allow(numbers.len() + 1);
            counted.map_err(|bound| error_of(self.node, bound))?;
            match word.parse::<f64>() {
                Ok(number) if number.is_finite() => numbers.push(number),
                _ => {
                    let word: String = word.chars().take(20).collect();
                    return Err(wrong(format!(
                        "`{key}` has `{word}`, which is not a number"
                    )));
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

    /// The direction of an attribute.
    pub fn direction(&self, key: &str, otherwise: DVec3) -> Result<DVec3, ImportError> {
        let given = self.vector(key, otherwise)?;
        given.try_normalize().ok_or_else(|| {
            let message = format!("`{key}` has length zero");
            error(self.node, message, "write an axis that is not zero")
        })
    }

    fn exactly<const N: usize>(&self, key: &str, numbers: &[f64]) -> Result<[f64; N], ImportError> {
        numbers.try_into().map_err(|_| {
            let message = format!("`{key}` has {} numbers, not {N}", numbers.len());
            error(self.node, message, "write as many as the format requires")
        })
    }
}
