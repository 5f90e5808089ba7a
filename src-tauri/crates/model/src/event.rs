//! What can be told to a ledger, and how each thing told met its key.

use serde::{Deserialize, Serialize};

macro_rules! names {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, specta::Type)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The name used in the database, in JSON and in the window.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $($name::$variant => $text),+ }
            }

            /// The value of a name, if there is one.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($text => Some($name::$variant),)+ _ => None }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

names! {
    /// The kinds of entry in the log. An episode is an entry too, so that one chain covers all.
    EventKind {
        Space = "space",
        Episode = "episode",
        Assert = "assert",
        End = "end",
        Void = "void",
        Confirm = "confirm",
        Relation = "relation",
        Alias = "alias",
        Resolve = "resolve",
        Proposal = "proposal",
        Claim = "claim",
        Forget = "forget",
        Batch = "batch",
    }
}

names! {
    /// Who stands behind an event; later in the list yields to earlier where a relation asks.
    Authority { User = "user", Document = "document", Agent = "agent", Model = "model" }
}

names! {
    /// What an episode is.
    EpisodeKind {
        Chat = "chat",
        Note = "note",
        Commit = "commit",
        File = "file",
        Import = "import",
        Agent = "agent",
    }
}

names! {
    /// How `valid_from` was known.
    ValidFromSource {
        /// The source states it.
        Stated = "stated",
        /// The moment the episode was said.
        SaidAt = "said_at",
        /// Neither was given: the moment it was recorded.
        Recorded = "recorded",
        /// True since some unknown time; stored as null.
        Unknown = "unknown",
    }
}

names! {
    /// Why an interval stops where it does.
    ClosingRule {
        StatedEnd = "stated_end",
        Observed = "observed",
        Ended = "ended",
        LaterValidTime = "later_valid_time",
    }
}

names! {
    /// How many values a key has at a time.
    Cardinality {
        /// One at a time.
        One = "one",
        /// Many; every object has a timeline of its own.
        Set = "set",
        /// One for ever: a second value is a dispute.
        Fixed = "fixed",
    }
}

names! {
    /// What a less authoritative contradiction does.
    OnConflict { Supersede = "supersede", Confirm = "confirm" }
}

names! {
    /// How a fact told met its key.
    Outcome {
        Novel = "novel",
        Duplicate = "duplicate",
        Reinforced = "reinforced",
        Superseded = "superseded",
        Backfilled = "backfilled",
        Unsettled = "unsettled",
        Ended = "ended",
        NothingToEnd = "nothing_to_end",
        Voided = "voided",
        Disputed = "disputed",
        Pending = "pending",
        Held = "held",
        Refused = "refused",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_agree_with_their_json() {
        for outcome in Outcome::ALL {
            assert_eq!(serde_json::to_string(outcome).unwrap(), format!("\"{outcome}\""));
            assert_eq!(Outcome::from_name(outcome.as_str()), Some(*outcome));
        }
        for kind in EventKind::ALL {
            assert_eq!(serde_json::to_string(kind).unwrap(), format!("\"{kind}\""));
        }
        for rule in ClosingRule::ALL {
            assert_eq!(serde_json::to_string(rule).unwrap(), format!("\"{rule}\""));
        }
    }
}
