//! The bytes of NumPy's archive of arrays: a ZIP file without compression of files in the format
//! NPY 1.0 (NumPy Enhancement Proposal 1). Sizes are written as ZIP64 has them, so that a long run
//! may exceed 4 GiB.

use flate2::Crc;

/// What an array holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Floating-point numbers of 8 bytes.
    Numbers,
    /// Words of so many letters at most.
    Words(usize),
}

/// The head of an array in the format NPY; its values follow, the last index changing first.
pub fn npy_head(kind: Kind, shape: &[u64]) -> Vec<u8> {
    /// The values begin at a multiple of this many bytes.
    const ALIGNED: usize = 64;
    const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";
    let letters = match kind {
        Kind::Numbers => "<f8".to_owned(),
        Kind::Words(longest) => format!("<U{longest}"),
    };
    let shape: String = shape.iter().map(|count| format!("{count}, ")).collect();
    let mut dictionary =
        format!("{{'descr': '{letters}', 'fortran_order': False, 'shape': ({shape}), }}");
    let begun = MAGIC.len() + 2 + dictionary.len() + 1;
    dictionary += &" ".repeat(begun.next_multiple_of(ALIGNED) - begun);
    dictionary.push('\n');
    let length = dictionary.len() as u16;
    [MAGIC, &length.to_le_bytes(), dictionary.as_bytes()].concat()
}

/// Numbers as an array holds them.
pub fn numbers(values: &[f64]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

/// Words as an array holds them: four bytes a letter, filled up with zeros.
pub fn words(words: &[String]) -> (Kind, Vec<u8>) {
    let longest = words.iter().map(|word| word.chars().count()).max();
    let longest = longest.unwrap_or(0).max(1);
    let letters = |word: &String| {
        let letters = word.chars().map(u32::from).chain(std::iter::repeat(0));
        letters
            .take(longest)
            .flat_map(u32::to_le_bytes)
            .collect::<Vec<u8>>()
    };
    (
        Kind::Words(longest),
        words.iter().flat_map(letters).collect(),
    )
}

/// The archive as far as it is written: what its end has to list.
#[derive(Default)]
pub struct Archive {
    entries: Vec<Entry>,
    length: u64,
}

struct Entry {
    name: String,
    begins: u64,
    size: u64,
    crc: u32,
}

/// The system that needs ZIP64.
const VERSION: u16 = 45;
/// Sizes that are told in full elsewhere.
const ELSEWHERE: u32 = u32::MAX;

impl Archive {
    /// What comes before the values of an array: the head of its file, which is the head of the
    /// array and has its length and the check sum of its values.
    pub fn begin(&mut self, name: &str, npy_head: &[u8], values: &Crc, length: u64) -> Vec<u8> {
        let mut crc = Crc::new();
        crc.update(npy_head);
        crc.combine(values);
        let entry = Entry {
            name: format!("{name}.npy"),
            begins: self.length,
            size: npy_head.len() as u64 + length,
            crc: crc.sum(),
        };
        let mut bytes = Vec::new();
        bytes.extend(0x0403_4b50_u32.to_le_bytes());
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(entry.common(&[entry.size, entry.size]));
        bytes.extend(entry.name.as_bytes());
        bytes.extend(extra(&[entry.size, entry.size]));
        bytes.extend(npy_head);
        self.length += bytes.len() as u64 + length;
        self.entries.push(entry);
        bytes
    }

    /// The list at the end.
    pub fn end(self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for entry in &self.entries {
            let sizes = [entry.size, entry.size, entry.begins];
            bytes.extend(0x0201_4b50_u32.to_le_bytes());
            bytes.extend([VERSION, VERSION].iter().flat_map(|v| v.to_le_bytes()));
            bytes.extend(entry.common(&sizes));
            // No comment, first disk, no attributes.
            bytes.extend([0; 10]);
            bytes.extend(ELSEWHERE.to_le_bytes());
            bytes.extend(entry.name.as_bytes());
            bytes.extend(extra(&sizes));
        }
        let (count, size) = (self.entries.len() as u64, bytes.len() as u64);
        // The end of ZIP64, where to find it, and the end as old programs look for it.
        bytes.extend(0x0606_4b50_u32.to_le_bytes());
        bytes.extend(44_u64.to_le_bytes());
        bytes.extend([VERSION, VERSION].iter().flat_map(|v| v.to_le_bytes()));
        bytes.extend([0; 8]);
        bytes.extend(
            [count, count, size, self.length]
                .iter()
                .flat_map(|v| v.to_le_bytes()),
        );
        bytes.extend(0x0706_4b50_u32.to_le_bytes());
        bytes.extend([0; 4]);
        bytes.extend((self.length + size).to_le_bytes());
        bytes.extend(1_u32.to_le_bytes());
        bytes.extend(0x0605_4b50_u32.to_le_bytes());
        bytes.extend([0; 4]);
        bytes.extend([u16::MAX; 2].iter().flat_map(|v| v.to_le_bytes()));
        bytes.extend([ELSEWHERE; 2].iter().flat_map(|v| v.to_le_bytes()));
        bytes.extend([0; 2]);
        bytes
    }
}

impl Entry {
    /// What both heads of a file have: no flags, no compression, the first day that can be told,
    /// the check sum, and the lengths of what follows.
    fn common(&self, sizes: &[u64]) -> Vec<u8> {
        const FIRST_DAY: u16 = 1 << 5 | 1;
        let mut bytes = vec![0; 6];
        bytes.extend(FIRST_DAY.to_le_bytes());
        bytes.extend(self.crc.to_le_bytes());
        bytes.extend([ELSEWHERE; 2].iter().flat_map(|v| v.to_le_bytes()));
        bytes.extend((self.name.len() as u16).to_le_bytes());
        bytes.extend((extra(sizes).len() as u16).to_le_bytes());
        bytes
    }
}

/// Sizes in full.
fn extra(sizes: &[u64]) -> Vec<u8> {
    let mut bytes = Vec::from(1_u16.to_le_bytes());
    bytes.extend((8 * sizes.len() as u16).to_le_bytes());
    bytes.extend(sizes.iter().flat_map(|size| size.to_le_bytes()));
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_of_arrays_are_aligned_and_name_type_and_shape() {
        for shape in [&[][..], &[3], &[12_345, 20, 3]] {
            let head = npy_head(Kind::Numbers, shape);
            assert_eq!(head.len() % 64, 0);
            assert_eq!(
                head.len(),
                10 + usize::from(u16::from_le_bytes([head[8], head[9]]))
            );
        }
        let head = String::from_utf8_lossy(&npy_head(Kind::Words(7), &[2])).into_owned();
        assert!(head.contains("{'descr': '<U7', 'fortran_order': False, 'shape': (2, ), }"));
    }

    #[test]
    fn words_are_filled_up() {
        let (kind, bytes) = words(&["ab".into(), "c".into()]);
        assert_eq!(kind, Kind::Words(2));
        assert_eq!(bytes, [97, 0, 0, 0, 98, 0, 0, 0, 99, 0, 0, 0, 0, 0, 0, 0]);
    }
}
