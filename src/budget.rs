//! How much is taken of what a person hands over: the one table of bounds that readers ask
//! before they make anything of a file, a pasted text or a remembered setting.
//!
//! Bounds count bytes, things, products and what would be made of them, never time: the same file
//! must not fail on a slower machine. `docs/limits.md` shows [`TABLE`].

use std::fmt;

/// The most of something.
#[derive(Debug, PartialEq, Eq)]
pub struct Bound {
    /// What is counted, after a number: `nodes`.
    pub what: &'static str,
    /// How much of it is taken.
    pub most: usize,
    /// Whether bytes are counted.
    is_bytes: bool,
    /// What to do about more.
    pub remedy: &'static str,
}

impl Bound {
    const fn of(most: usize, what: &'static str, remedy: &'static str) -> Bound {
        Bound {
            what,
            most,
            is_bytes: false,
            remedy,
        }
    }

    const fn bytes(most: usize, what: &'static str, remedy: &'static str) -> Bound {
        Bound {
            is_bytes: true,
            ..Bound::of(most, what, remedy)
        }
    }

    /// Whether so much is taken.
    ///
    /// # Errors
    /// The bound, if it is more.
    pub const fn allow(&'static self, count: usize) -> Result<(), &'static Bound> {
        match count <= self.most {
            true => Ok(()),
            false => Err(self),
        }
    }

    /// The most as it is written in a sentence: `100,000`, or `64 MiB`.
    pub fn amount(&self) -> String {
        match self.is_bytes {
            true if self.most >= 1 << 20 => format!("{} MiB", self.most >> 20),
            true => format!("{} KiB", self.most >> 10),
            false => grouped(self.most),
        }
    }
}

/// What is wrong with a file that has more.
impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let link = if self.is_bytes { " of" } else { "" };
        write!(f, "more than {}{link} {}", self.amount(), self.what)
    }
}

/// A number with commas between thousands.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Counts against a bound, as things are come across.
#[derive(Debug)]
pub struct Account {
    bound: &'static Bound,
    so_far: usize,
}

impl Account {
    /// Nothing so far.
    pub const fn of(bound: &'static Bound) -> Account {
        Account { bound, so_far: 0 }
    }

    /// Adds so many, before they are made.
    ///
    /// # Errors
    /// The bound, if there are more with them.
    pub fn add(&mut self, count: usize) -> Result<(), &'static Bound> {
        self.so_far = self.so_far.saturating_add(count);
        self.bound.allow(self.so_far)
    }
}

const COARSER: &str = "use a coarser mesh";
const SPLIT: &str = "split the file";

/// Any file.
pub const FILE: Bound = Bound::bytes(64 << 20, "any file", "split it into smaller files");
/// Settings, and what belongs to a kept scene.
pub const SETTINGS: Bound = Bound::bytes(1 << 20, "settings", "remove the file");
/// A remembered name.
pub const NAME: Bound = Bound::of(200, "characters of a name", "use a shorter name");
/// A remembered path.
pub const PATH: Bound = Bound::of(4_096, "bytes of a remembered path", "use a shorter path");
/// A remembered title.
pub const TITLE: Bound = Bound::of(
    1_000,
    "characters of a remembered title",
    "use a shorter name",
);

/// Entries of a list of a scene.
pub const SCENE_THINGS: Bound = Bound::of(
    100_000,
    "entries of one list of a scene (bodies, particles, constraints, obstacles, ragdolls, …)",
    "use several scenes",
);
/// Triangles of a mesh.
pub const MESH_TRIANGLES: Bound = Bound::of(100_000, "triangles of a mesh", COARSER);
/// Corners of a mesh: three for each of as many triangles as there may be.
pub const MESH_CORNERS: Bound = Bound::of(3 * 100_000, "corners of a mesh", COARSER);
/// Parts of a mesh from glTF, each as often as it is placed.
pub const MESH_PARTS: Bound = Bound::of(
    100_000,
    "parts of an obstacle from a glTF file, each as often as it is placed",
    "merge the parts",
);
/// Triangles of a surface.
pub const SURFACE_TRIANGLES: Bound =
    Bound::of(20_000, "triangles of a cloth or another surface", COARSER);
/// Points of a hull.
pub const HULL_POINTS: Bound = Bound::of(4_096, "points of a convex hull", "use only its corners");
/// Pieces of a compound body.
pub const COMPOUND_PIECES: Bound =
    Bound::of(256, "pieces of a compound body", "use fewer, larger pieces");
/// Pieces of all compound bodies.
pub const PIECES: Bound = Bound::of(
    100_000,
    "pieces of all compound bodies",
    "use fewer pieces, or several scenes",
);
/// Pairs that collision rules are about.
pub const RULE_PAIRS: Bound = Bound::of(
    1_000_000,
    "pairs of collision rules, with each step of stairs by itself",
    "use fewer rules about stairs",
);
/// Limbs of all ragdolls.
pub const LIMBS: Bound = Bound::of(120_000, "limbs of all ragdolls", "use fewer ragdolls");
/// Steps of all stairs.
pub const STAIR_STEPS: Bound = Bound::of(100_000, "steps of all stairs", "use fewer steps");
/// A shot as text, unpacked.
pub const SHOT_BYTES: Bound = Bound::bytes(
    64 << 20,
    "a shot as text, unpacked",
    "copy a shot of a smaller scene",
);
/// Inputs of a shot.
pub const SHOT_INPUTS: Bound = Bound::of(100_000, "inputs of a shot as text", "use a shorter run");

/// Elements of XML.
pub const XML_ELEMENTS: Bound = Bound::of(500_000, "elements of a MuJoCo or URDF file", SPLIT);
/// Attributes of XML.
pub const XML_ATTRIBUTES: Bound =
    Bound::of(2_000_000, "attributes of a MuJoCo or URDF file", SPLIT);
/// Attributes of an element; a reader compares each with each.
pub const XML_OWN_ATTRIBUTES: Bound = Bound::of(
    100,
    "attributes of one element",
    "remove those that the format does not have",
);
/// Namespaces of XML; a reader compares them at every level.
pub const XML_NAMESPACES: Bound = Bound::of(
    64,
    "namespaces of a MuJoCo or URDF file",
    "remove the `xmlns` attributes",
);
/// Numbers of an attribute.
pub const XML_NUMBERS: Bound = Bound::of(1_000_000, "numbers of one attribute", COARSER);
/// Classes of MuJoCo.
pub const MJCF_CLASSES: Bound = Bound::of(
    1_000,
    "default classes of a MuJoCo file",
    "merge some of them",
);
/// What classes take from those around them, each with a copy.
pub const MJCF_DEFAULTS: Bound = Bound::of(
    500_000,
    "attributes of all default classes, with those that they take over",
    "nest fewer classes",
);
/// The value of an attribute of a class, which is read for each element.
pub const MJCF_DEFAULT: Bound = Bound::of(
    1_000,
    "characters of an attribute of a default class",
    "write it at the element that needs it",
);

/// Points of meshes of MuJoCo whose hull is sought.
pub const MJCF_HULLS: Bound = Bound::of(
    100_000,
    "points of the meshes of a MuJoCo file that have no closed surface",
    "give them faces that close",
);

/// Buffers of glTF.
pub const GLTF_BUFFERS: Bound = Bound::of(1_000, "buffers of a glTF file", "pack it as .glb");
/// Bytes of buffers.
pub const GLTF_BYTES: Bound = Bound::bytes(64 << 20, "buffers of a glTF file", COARSER);
/// Entries of the text of glTF.
pub const GLTF_ENTRIES: Bound = Bound::of(
    2_000_000,
    "entries of lists and objects in the text of a glTF file",
    "export fewer things",
);
/// Objects of the text of glTF; each takes up to half a kilobyte.
pub const GLTF_OBJECTS: Bound = Bound::of(
    500_000,
    "objects in the text of a glTF file",
    "export fewer things",
);
/// Numbers read, each as often as it is.
pub const GLTF_NUMBERS: Bound = Bound::of(
    32_000_000,
    "numbers of accessors, each as often as it is used",
    "export fewer meshes and animations",
);
/// Elements of an accessor.
pub const GLTF_ELEMENTS: Bound = Bound::of(
    400_000,
    "elements of an accessor, and vertices or triangles of a glTF file",
    COARSER,
);
/// Nodes of glTF.
pub const GLTF_NODES: Bound = Bound::of(100_000, "nodes of a glTF file", "merge some of its nodes");
/// Joints of a skinned model.
pub const GLTF_JOINTS: Bound = Bound::of(1_000, "bones of a model", "export fewer bones");
/// Parts of meshes.
pub const GLTF_PARTS: Bound = Bound::of(1_000, "mesh parts of a model", "merge the parts");
/// Edge of a picture of a model.
pub const GLTF_IMAGE: Bound = Bound::of(
    4_096,
    "pixels along an edge of a PNG or JPEG of a model",
    "export smaller images",
);
/// Pixels of all pictures of a model; to read one takes time for each, whether that ends well or not.
pub const GLTF_PIXELS: Bound = Bound::of(
    4 * 4_096 * 4_096,
    "pixels of all PNG and JPEG of a model",
    "export smaller images",
);
/// Files of pictures.
pub const GLTF_PICTURES: Bound = Bound::bytes(
    128 << 20,
    "all PNG and JPEG of a model",
    "export smaller images",
);
/// Skins.
pub const GLTF_SKINS: Bound = Bound::of(256, "skins of a model", "export only one character");
/// Materials.
pub const GLTF_MATERIALS: Bound = Bound::of(64, "materials of a model", "merge some materials");
/// Channels of an animation.
pub const GLTF_CHANNELS: Bound =
    Bound::of(10_000, "channels of an animation", "export fewer bones");
/// Frames of animations, times the nodes and channels that are looked at for each.
pub const GLTF_PLACES: Bound = Bound::of(
    10_000_000,
    "frames of all animations, times nodes and channels",
    "export fewer or shorter animations",
);
/// Bodies times systems of collision filters.
pub const GLTF_SYSTEMS: Bound = Bound::of(
    1_000_000,
    "collision systems, each as often as a collider names it",
    "use fewer collision systems",
);
/// Vertices of a skinned model.
pub const MODEL_VERTICES: Bound =
    Bound::of(u16::MAX as usize, "vertices of a skinned model", COARSER);

/// Pages of a lesson.
pub const LESSON_PAGES: Bound = Bound::of(100, "pages of a lesson", "split the lesson");
/// Runs beside on a page.
pub const LESSON_BESIDE: Bound =
    Bound::of(5, "runs beside on a page of a lesson", "use several pages");
/// A lesson.
pub const LESSON_BYTES: Bound = Bound::bytes(4 << 20, "a lesson", "split the lesson");
/// Scenes of a lesson, each as often as it is read.
pub const LESSON_SCENES: Bound = Bound::bytes(
    16 << 20,
    "scenes of a lesson, each as often as a page or a run beside uses it",
    "use smaller scenes or fewer pages",
);

/// An experiment.
pub const EXPERIMENT_BYTES: Bound = Bound::bytes(4 << 20, "an experiment", "use a smaller scene");
/// Cases of an experiment: each target with each throw and each value.
pub const EXPERIMENT_CASES: Bound = Bound::of(
    10_000,
    "targets of an experiment, times throws and values",
    "use fewer values",
);
/// Scenes of an experiment, each as often as it is thrown in.
pub const EXPERIMENT_SCENES: Bound = Bound::bytes(
    64 << 20,
    "scenes of an experiment, each as often as a case uses it",
    "use a smaller scene or fewer values",
);
/// Lines of the plot of an experiment, and claims.
pub const EXPERIMENT_LINES: Bound = Bound::of(
    100,
    "claims of an experiment, or lines of its plot",
    "split the experiment",
);

/// Columns of a table; each is a panel of its plot.
pub const TABLE_COLUMNS: Bound = Bound::of(2_000, "columns of a table (CSV)", "use fewer columns");
/// Cells of a table.
pub const TABLE_CELLS: Bound = Bound::of(
    10_000_000,
    "cells of a table (CSV)",
    "use fewer rows or columns",
);

/// A limit table; one has three kilobytes.
pub const LIMITS_BYTES: Bound = Bound::bytes(1 << 20, "a limit table (CSV)", "keep only the table");
/// Rows of a limit table; a figure has eighteen parts.
pub const LIMITS_ROWS: Bound =
    Bound::of(1_000, "rows of a limit table (CSV)", "keep only the table");
/// Columns of a limit table; one has fourteen.
pub const LIMITS_COLUMNS: Bound =
    Bound::of(100, "columns of a limit table (CSV)", "keep only the table");

/// Threads.
pub const THREADS: Bound = Bound::of(128, "threads", "use as many as there are cores");
/// Edge of a picture.
pub const PICTURE_EDGE: Bound = Bound::of(
    8_192,
    "pixels along an edge of a picture",
    "make it smaller",
);
/// Pixels of a picture; a renderer takes some fifty bytes for each.
pub const PICTURE_PIXELS: Bound = Bound::of(12_000_000, "pixels of a picture", "make it smaller");

/// All of them, in the order of the page.
pub const TABLE: &[&Bound] = &[
    &FILE,
    &SCENE_THINGS,
    &MESH_TRIANGLES,
    &MESH_CORNERS,
    &MESH_PARTS,
    &SURFACE_TRIANGLES,
    &HULL_POINTS,
    &COMPOUND_PIECES,
    &PIECES,
    &RULE_PAIRS,
    &LIMBS,
    &STAIR_STEPS,
    &SHOT_BYTES,
    &SHOT_INPUTS,
    &XML_ELEMENTS,
    &XML_ATTRIBUTES,
    &XML_OWN_ATTRIBUTES,
    &XML_NAMESPACES,
    &XML_NUMBERS,
    &MJCF_CLASSES,
    &MJCF_DEFAULTS,
    &MJCF_DEFAULT,
    &MJCF_HULLS,
    &GLTF_BUFFERS,
    &GLTF_BYTES,
    &GLTF_ENTRIES,
    &GLTF_OBJECTS,
    &GLTF_NUMBERS,
    &GLTF_ELEMENTS,
    &GLTF_NODES,
    &GLTF_JOINTS,
    &GLTF_SKINS,
    &GLTF_PARTS,
    &GLTF_MATERIALS,
    &GLTF_IMAGE,
    &GLTF_PIXELS,
    &GLTF_PICTURES,
    &GLTF_CHANNELS,
    &GLTF_PLACES,
    &GLTF_SYSTEMS,
    &MODEL_VERTICES,
    &LESSON_BYTES,
    &LESSON_PAGES,
    &LESSON_BESIDE,
    &LESSON_SCENES,
    &EXPERIMENT_BYTES,
    &EXPERIMENT_CASES,
    &EXPERIMENT_SCENES,
    &EXPERIMENT_LINES,
    &TABLE_COLUMNS,
    &TABLE_CELLS,
    &LIMITS_BYTES,
    &LIMITS_ROWS,
    &LIMITS_COLUMNS,
    &SETTINGS,
    &NAME,
    &PATH,
    &TITLE,
    &THREADS,
    &PICTURE_EDGE,
    &PICTURE_PIXELS,
];

/// How many objects a text in JSON has, and how many entries all its lists and objects together,
/// at most one too many; without reading it.
pub fn count_json(text: &[u8]) -> (usize, usize) {
    let (mut objects, mut entries, mut in_text, mut is_escaped) = (0, 0, false, false);
    for byte in text {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_text => is_escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'{' => objects += 1,
            b',' | b'[' => entries += 1,
            _ => {}
        }
    }
    (objects, objects + entries)
}

/// What is too much of a text in XML, and the byte where; without reading it.
///
/// # Errors
/// The bound and the place.
pub fn allow_xml(text: &str) -> Result<(), (&'static Bound, usize)> {
    let bytes = text.as_bytes();
    let mut all = Account::of(&XML_ATTRIBUTES);
    let mut spaces = Account::of(&XML_NAMESPACES);
    let mut at = 0;
    while let Some(tag) = find(text, at, "<") {
        let rest = &text[tag..];
        let end = ["<!--", "<![CDATA[", "<?"]
            .iter()
            .zip(["-->", "]]>", "?>"])
            .find_map(|(begin, end)| rest.starts_with(begin).then_some(end));
        if let Some(end) = end {
            at = find(text, tag, end).map_or(text.len(), |found| found + end.len());
            continue;
        }
        let mut own = Account::of(&XML_OWN_ATTRIBUTES);
        let (mut quote, mut name) = (None, tag);
        at = tag + 1;
        while let Some(&byte) = bytes.get(at) {
            match (byte, quote) {
                (b'>', None) => break,
                (b'"' | b'\'', None) => quote = Some(byte),
                (byte, Some(open)) if byte == open => {
                    quote = None;
                    name = at + 1;
                }
                (b'=', None) => {
                    let counted = own.add(1).and_then(|()| all.add(1));
                    let is_space = text
                        .get(name..at)
                        .is_some_and(|name| name.contains("xmlns"));
                    let counted = counted.and_then(|()| spaces.add(usize::from(is_space)));
                    counted.map_err(|bound| (bound, tag))?;
                }
                _ => {}
            }
            at += 1;
        }
    }
    Ok(())
}

/// Where a word begins from a place on.
fn find(text: &str, from: usize, word: &str) -> Option<usize> {
    text.get(from..)?.find(word).map(|found| from + found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_say_how_much_is_too_much() {
        assert_eq!(XML_ELEMENTS.allow(500_000), Ok(()));
        let refused = XML_ELEMENTS.allow(500_001).unwrap_err().to_string();
        assert_eq!(
            refused,
            "more than 500,000 elements of a MuJoCo or URDF file"
        );
        let large = GLTF_BYTES.to_string();
        assert_eq!(large, "more than 64 MiB of buffers of a glTF file");
        let mut account = Account::of(&LESSON_PAGES);
        assert_eq!(account.add(100), Ok(()));
        assert_eq!(account.add(usize::MAX), Err(&LESSON_PAGES));
    }

    #[test]
    fn json_is_counted_outside_of_its_texts() {
        let text = br#"{"a,{\"[": [1, {"b": {}}, "x,y"], "c": 0}"#;
        assert_eq!(count_json(text), (3, 7));
        assert_eq!(count_json(br#""{{{"#), (0, 0));
    }

    #[test]
    fn xml_is_counted_by_its_tags() {
        let many = |count, name: &str| {
            let own: String = (0..count).map(|i| format!(" {name}{i}='=>'")).collect();
            format!("<?x a=''?><!-- <a b='' --><c><![CDATA[<a ='']]>é{own}<d{own}/></c>")
        };
        assert_eq!(allow_xml(&many(100, "a")), Ok(()));
        let (bound, place) = allow_xml(&many(101, "a")).unwrap_err();
        assert_eq!(bound, &XML_OWN_ATTRIBUTES);
        assert!(many(101, "a")[place..].starts_with("<d"));
        let nested = "<a xmlns:b='u'>".repeat(65);
        assert_eq!(allow_xml(&nested), Err((&XML_NAMESPACES, 64 * 15)));
        for torn in ["<", "<!--", "<a b='", "<a b", ">", "=", "<![CDATA[é"] {
            assert_eq!(allow_xml(torn), Ok(()), "{torn}");
        }
    }
}
