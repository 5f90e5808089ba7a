//! Counts the steps of the loops that run over a text, so that a test can see whether reading stays
//! linear in it. Counts in tests only.

#[cfg(test)]
thread_local! {
    static STEPS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Notes that a loop took so many steps.
#[inline]
pub(crate) fn steps(_count: usize) {
    #[cfg(test)]
    STEPS.with(|s| s.set(s.get() + _count as u64));
}

/// The steps that reading takes.
#[cfg(test)]
pub(crate) fn count(read: impl FnOnce()) -> u64 {
    STEPS.with(|s| s.set(0));
    read();
    STEPS.with(std::cell::Cell::get)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extractor::Extractor;
    use crate::fact::Telling;
    use crate::known::NoKnownSubjects;
    use crate::lexicon::Lexicon;

    fn read(text: &str) -> u64 {
        let said_at = "2026-05-20T09:00:00Z".parse().expect("an instant");
        let known = &NoKnownSubjects;
        let telling = Telling {
            text,
            said_at,
            zone: chrono_tz::UTC,
            locale: "en-GB",
            kind: "chat",
            known_subjects: known,
        };
        count(|| {
            let _ = Extractor::new(Lexicon::built_in()).extract(&telling);
        })
    }

    #[test]
    fn twice_the_text_is_twice_the_work() {
        let pieces = [
            "blah blah foo bar ",
            "I live in Porto and ",
            "brother's ",
            "to B ",
            "that we all know ",
            "Tool1, ",
            "Ana ",
            "'s ",
            "a@b.c/d_e:f=g,",
            "(",
            "\"'“«`<(",
            "said: \"",
            "What? why? the port? ",
            "key: ",
            "x=1 ",
            "on Monday ",
            "aaaaaaaa",
            "港口是三一二八",
            "порт ",
            "🙏",
            "...",
            "I live in Porto. He moved to Rome. ",
            "The port of it is 80. Scratch that. ",
            "- port: 80\n",
            "# a\n- b:\n  - port: 80\n",
            "| x | 1 |\n",
            "Bob: I live in Rome\n",
            "a` ",
            "[",
        ];
        for piece in pieces {
            let small = read(&piece.repeat(800));
            let large = read(&piece.repeat(1600));
            assert!(small > 0, "{piece:?} was not read");
            assert!(large <= small * 5 / 2, "{piece:?}: {small} steps, twice the text {large}");
        }
    }
}
