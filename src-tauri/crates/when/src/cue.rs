//! The words that tell a question's intent and clock, as the table names them. What they mean
//! together is left to [`crate::intent`] and [`crate::belief`].

/// A group of words of `lexicon/en-cues.tsv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cue {
    /// "change" after "did".
    ChangeBase,
    /// "changed" after "has", or alone.
    ChangePast,
    ChangeNoun,
    /// "since when", "how long".
    ChangePhrase,
    /// "when" by itself: what stands around it tells.
    When,
    /// "when did".
    WhenDid,
    /// "when was": a change only with a participle after it.
    WhenBe,
    /// "how has": a history only with a verb of development after it.
    HowHas,
    Evolve,
    History,
    Previous,
    /// "old": previous only after a determiner.
    Old,
    /// "use to" after "did".
    UseTo,
    Current,
    /// "think" after "did we".
    BelieveBase,
    /// "we thought".
    BelievePast,
    Recorded,
    According,
    BeliefNoun,
    Learn,
    /// "before", "before that": previous only at the end of a question.
    PreviousEnd,
    /// A verb of a state in a statement ("was", "lived"), not of a happening ("moved").
    State,
    /// A verb or noun whose date is the value ("born", "deadline").
    Value,
    /// A verb of amounts that change ("rose", "cut"): "from 10 to 12" after it are no hours.
    AmountChange,
    /// A verb that asks for something at the start of a sentence ("call", "send").
    Imperative,
    /// A word of telling: a date beside it is when it was told ("she said yesterday").
    Telling,
    /// A noun that is numbered: "ports 2000 to 2020".
    Counted,
    /// What ends a validity with the day that is named ("expires on").
    Ends,
    /// What begins one ("first day is").
    Begins,
}

impl Cue {
    /// The group of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "change_base" => Cue::ChangeBase,
            "begins" => Cue::Begins,
            "change_past" => Cue::ChangePast,
            "change_noun" => Cue::ChangeNoun,
            "change_phrase" => Cue::ChangePhrase,
            "when" => Cue::When,
            "when_did" => Cue::WhenDid,
            "when_be" => Cue::WhenBe,
            "how_has" => Cue::HowHas,
            "evolve" => Cue::Evolve,
            "history" => Cue::History,
            "previous" => Cue::Previous,
            "old" => Cue::Old,
            "use_to" => Cue::UseTo,
            "current" => Cue::Current,
            "believe_base" => Cue::BelieveBase,
            "believe_past" => Cue::BelievePast,
            "recorded" => Cue::Recorded,
            "according" => Cue::According,
            "belief_noun" => Cue::BeliefNoun,
            "learn" => Cue::Learn,
            "previous_end" => Cue::PreviousEnd,
            "state" => Cue::State,
            "value" => Cue::Value,
            "amount_change" => Cue::AmountChange,
            "imperative" => Cue::Imperative,
            "telling" => Cue::Telling,
            "counted" => Cue::Counted,
            "ends" => Cue::Ends,
            _ => return None,
        })
    }
}
