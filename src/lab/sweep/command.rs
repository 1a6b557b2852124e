//! A sweep as the command that makes it.

use super::Order;
use crate::scene::range::Plain;

impl Order {
    /// The command that makes the whole sweep of a scene of that name, without a folder.
    pub fn command(&self, scene: &str) -> String {
        let mut words = vec!["ragdoll-lab sweep".to_string(), quoted(scene)];
        words.extend(self.axes.iter().map(|axis| option("set", axis)));
        words.extend(self.fixed.iter().map(|setting| option("fix", setting)));
        words.push(option("nudges", &self.nudges));
        words.push(option("nudge", &Plain(self.nudge_m)));
        words.push(option("limit", &Plain(self.limit_s)));
        words.join(" ")
    }
}

fn option(name: &str, value: &impl ToString) -> String {
    format!("--{name} {}", quoted(&value.to_string()))
}

/// A word as a shell reads it back.
pub fn quoted(word: &str) -> String {
    let harmless = |c: char| c.is_ascii_alphanumeric() || "_-+=.,:/@%".contains(c);
    match !word.is_empty() && word.chars().all(harmless) {
        true => word.into(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}
