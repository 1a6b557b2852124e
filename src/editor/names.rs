//! Groups: the names of things are paths.
//!
//! The scene format has no groups of its own. The part of a name before its last
//! `/` is the group of the thing, so a group is saved with the names, survives every
//! program that reads the format, and costs no new key.

/// The group of a thing with this name; empty if it has none.
pub fn group_of(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(group, _)| group)
}

/// The name without its group.
pub fn short_name(name: &str) -> &str {
    name.rsplit_once('/').map_or(name, |(_, short)| short)
}

/// The same name in another group, in none if that is empty.
pub fn in_group(name: &str, group: &str) -> String {
    let (group, short) = (group.trim_matches('/'), short_name(name));
    if group.is_empty() {
        short.to_string()
    } else {
        format!("{group}/{short}")
    }
}

/// The same name once the group `from` is called `to`, both whole paths; none if it is
/// not in that group or one below it.
pub fn in_renamed_group(name: &str, from: &str, to: &str) -> Option<String> {
    if from.is_empty() || !is_in_group(name, from) {
        return None;
    }
    let rest = name.strip_prefix(from)?.trim_start_matches('/');
    Some(match to.trim_matches('/') {
        "" => rest.to_owned(),
        to => format!("{to}/{rest}"),
    })
}

/// Whether a thing is in a group or in one below it.
pub fn is_in_group(name: &str, group: &str) -> bool {
    let rest = name.strip_prefix(group);
    rest.is_some_and(|rest| group.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_is_the_path_before_the_name() {
        assert_eq!(in_group("brick", "wall/left"), "wall/left/brick");
        assert_eq!(in_group("wall/left/brick", "tower"), "tower/brick");
        assert_eq!(in_group("wall/brick", ""), "brick");
        assert_eq!(group_of("wall/left/brick"), "wall/left");
        let renamed = |from, to| in_renamed_group("wall/left/brick", from, to);
        assert_eq!(renamed("wall", "a/b").as_deref(), Some("a/b/left/brick"));
        assert_eq!(
            renamed("wall/left", "wall/right").as_deref(),
            Some("wall/right/brick")
        );
        assert_eq!(renamed("wall", "").as_deref(), Some("left/brick"));
        assert_eq!((renamed("wal", "a"), renamed("", "a")), (None, None));
        assert!(is_in_group("wall/left/brick", "wall") && !is_in_group("walls/brick", "wall"));
    }
}
