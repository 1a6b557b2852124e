//! A small reader of XML that tells whether a text is well-formed.

/// Makes sure that a text is well-formed XML, as far as our own files make use of it:
/// elements, attributes in double quotes, texts with the five entities.
pub fn expect_well_formed(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut roots = 0;
    for (place, part) in text.split('<').enumerate() {
        if place == 0 {
            assert!(part.is_empty(), "begins with {part:?}");
            continue;
        }
        let (tag, words) = part.split_once('>').expect("a tag has an end");
        assert!(
            !open.is_empty() || roots == 0,
            "more than one root: <{tag}>"
        );
        match (tag.strip_prefix('/'), tag.strip_suffix('/')) {
            (Some(name), _) => assert_eq!(open.pop(), Some(name), "</{name}>"),
            (None, Some(empty)) => expect_element(empty),
            (None, None) => {
                expect_element(tag);
                open.push(name_of(tag));
                roots += usize::from(open.len() == 1);
            }
        }
        assert!(!open.is_empty() || words.trim().is_empty(), "{words:?}");
        expect_words(words);
    }
    assert!(open.is_empty() && roots == 1, "{open:?} left open");
}

fn name_of(tag: &str) -> &str {
    tag.split(' ').next().unwrap_or(tag)
}

fn expect_element(tag: &str) {
    let name = name_of(tag);
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    assert!(is_name(name), "<{tag}>");
    let mut rest = tag[name.len()..].trim_start();
    while !rest.is_empty() {
        let (key, value) = rest.split_once("=\"").expect(tag);
        let (value, more) = value.split_once('"').expect(tag);
        assert!(is_name(key), "{key} in <{tag}>");
        expect_words(value);
        rest = more.trim_start();
    }
}

fn expect_words(words: &str) {
    for after in words.split('&').skip(1) {
        let (entity, _) = after.split_once(';').expect("an entity has an end");
        assert!(
            ["amp", "lt", "gt", "quot", "apos"].contains(&entity),
            "&{entity};"
        );
    }
    let allowed = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    assert!(words.chars().all(allowed), "{words:?}");
}

#[test]
fn faults_are_found() {
    expect_well_formed("<svg a=\"1\" b-c=\"x &amp; y\">\n<p d=\"\"/><t>&lt;</t>\n</svg>\n");
    for wrong in [
        "",
        "x<a></a>",
        "<a>",
        "<a></b>",
        "<a></a><b></b>",
        "<a></a>x",
        "<a b></a>",
        "<a b=1></a>",
        "<a>&</a>",
        "<a>&nbsp;</a>",
        "<a>\u{1b}</a>",
        "<a b=\"\u{ffff}\"/>",
    ] {
        let found = std::panic::catch_unwind(|| expect_well_formed(wrong));
        assert!(found.is_err(), "{wrong:?}");
    }
}
