//! Randomness: salts, and ids that sort by time and collide with none of another run.

use memstrata_model::{EventKind, Instant};

use crate::error::LedgerError;

/// Bytes of an id that was made here.
pub(crate) const LENGTH: usize = 22;

/// Random bytes of the system, asked for in larger portions.
#[derive(Debug)]
pub(crate) struct Randomness {
    bytes: [u8; 1024],
    used: usize,
}

impl Default for Randomness {
    fn default() -> Self {
        Randomness { bytes: [0; 1024], used: 1024 }
    }
}

impl Randomness {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], LedgerError> {
        if self.used + N > self.bytes.len() {
            // A write alone needs few of them.
            let portion = if self.bytes.iter().all(|byte| *byte == 0) { 128 } else { self.bytes.len() };
            self.used = self.bytes.len() - portion;
            fill(&mut self.bytes[self.used..])?;
        }
        let mut taken = [0; N];
        taken.copy_from_slice(&self.bytes[self.used..self.used + N]);
        self.used += N;
        Ok(taken)
    }

    pub fn salt(&mut self) -> Result<Vec<u8>, LedgerError> {
        Ok(self.take::<16>()?.to_vec())
    }

    /// A letter for the kind, and what makes an id unique.
    pub fn id(&mut self, kind: EventKind, at: Instant) -> Result<String, LedgerError> {
        let letter = match kind {
            EventKind::Episode => 'e',
            EventKind::Batch => 'b',
            EventKind::Claim => 'c',
            _ => 'v',
        };
        let mut id = String::with_capacity(LENGTH);
        id.push(letter);
        push_suffix(&mut id, at, self.take()?);
        Ok(id)
    }
}

fn fill(bytes: &mut [u8]) -> Result<(), LedgerError> {
    getrandom::fill(bytes).map_err(|error| LedgerError::Random(error.to_string()))
}

/// The rest of an id: sorts by time and collides with none of another run. The system time and
/// 40 random bits, in Crockford's base 32.
///
/// # Errors
/// The system has no random bits to give.
pub fn fresh_suffix(at: Instant) -> Result<String, LedgerError> {
    let mut random = [0; 5];
    fill(&mut random)?;
    let mut suffix = String::with_capacity(21);
    push_suffix(&mut suffix, at, random);
    Ok(suffix)
}

const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Whether an id can have been made for an entry of this system time.
pub(crate) fn is_made_for(id: &str, at: Instant) -> bool {
    time_of(id) == Some(at)
}

/// The system time that an id tells, if it can have been made here.
pub(crate) fn time_of(id: &str) -> Option<Instant> {
    let bytes = id.as_bytes();
    if bytes.len() != LENGTH {
        return None;
    }
    let mut time: u64 = 0;
    for (place, byte) in bytes.iter().enumerate().skip(1) {
        let digit = DIGITS.iter().position(|digit| digit == byte)?;
        if place <= 13 {
            time = time.checked_mul(32)?.checked_add(digit as u64)?;
        }
    }
    // The inverse of what `push_suffix` does.
    Some(Instant::from_micros(time.cast_signed().wrapping_add(Instant::MIN.micros())))
}

fn push_suffix(to: &mut String, at: Instant, random: [u8; 5]) {
    let mut digit = |value: u64| to.push(DIGITS[(value & 31) as usize] as char);
    let time = at.micros().wrapping_sub(Instant::MIN.micros()).cast_unsigned();
    (0..13).rev().for_each(|place| digit(time >> (place * 5)));
    let random = random.into_iter().fold(0, |bits, byte| (bits << 8) | u64::from(byte));
    (0..8).for_each(|place| digit(random >> (place * 5)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_tells_the_time_it_was_made_at() {
        let mut randomness = Randomness::default();
        for at in
            [Instant::MIN, Instant::from_micros(0), Instant::from_micros(1_772_355_600_000_001), Instant::MAX]
        {
            let id = randomness.id(EventKind::Assert, at).unwrap();
            assert_eq!(time_of(&id), Some(at), "{id}");
        }
        for other in ["", "v1", "vuuuuuuuuuuuuuuuuuuuuu", "vzzzzzzzzzzzzzzzzzzzzz", "v0000000000000000000000"]
        {
            assert_eq!(time_of(other), None, "{other}");
        }
    }
}
