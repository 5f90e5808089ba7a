//! The word classes of `lexicon/en-words.tsv`: words that the grammar asks for by what they do in a
//! sentence, where no sense of their own is wanted. What each class is for is told in the table.

/// Declares the classes, and under which name the table holds each.
macro_rules! classes {
    ($($class:ident $name:literal,)+) => {
        /// A class of words.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Words {
            $($class,)+
        }

        /// Every class, with its name in the table.
        const CLASSES: &[(&str, Words)] = &[$(($name, Words::$class),)+];
    };
}

classes! {
    TieAt "tie_at",
    TieBefore "tie_before",
    TieSince "tie_since",
    TieAfter "tie_after",
    TieDuring "tie_during",
    LengthAsked "length_asked",
    CountedUnit "counted_unit",
    EdgeBeforeWhen "edge_before_when",
    DayTie "day_tie",
    EventUnit "event_unit",
    Subject "subject",
    AfterWhen "after_when",
    WhenAsked "when_asked",
    StateVerb "state_verb",
    Onward "onward",
    RangeEnd "range_end",
    AskingWord "asking_word",
    DoAuxiliary "do_auxiliary",
    NoEventAlone "no_event_alone",
    NoEvent "no_event",
    NoEventStart "no_event_start",
    EventPronoun "event_pronoun",
    Relational "relational",
    OrderSide "order_side",
    OrderWord "order_word",
    PhrasalVerb "phrasal_verb",
    OrderAsked "order_asked",
    LastingTie "lasting_tie",
    WheneverTie "whenever_tie",
    OffsetSide "offset_side",
    Holder "holder",
    OurSource "our_source",
    KeptRecord "kept_record",
    PassiveBe "passive_be",
    HeldBy "held_by",
    BeliefAdverb "belief_adverb",
    SinglePerson "single_person",
    OpinionObject "opinion_object",
    ShortForm "short_form",
    ClauseOpener "clause_opener",
    Pronoun "pronoun",
    NoLonger "no_longer",
    Frequency "frequency",
    PerUnit "per_unit",
    HowOften "how_often",
    Owing "owing",
    Indefinite "indefinite",
    PastAuxiliary "past_auxiliary",
    InsideTie "inside_tie",
    HourUnit "hour_unit",
    ClockTie "clock_tie",
    Starting "starting",
    StartTie "start_tie",
    CountedThing "counted_thing",
    AfterHour "after_hour",
    SpanTie "span_tie",
    WholeOf "whole_of",
    StartingFrom "starting_from",
    SameNoun "same_noun",
    ZoneCode "zone_code",
    GeneralDo "general_do",
    GeneralSubject "general_subject",
    WhichWord "which_word",
    DateNoun "date_noun",
    DateAuxiliary "date_auxiliary",
    HowFar "how_far",
    HowFarAuxiliary "how_far_auxiliary",
    AmountMoves "amount_moves",
    ChangeAuxiliary "change_auxiliary",
    PastWhenBe "past_when_be",
    PlainAuxiliary "plain_auxiliary",
    IndirectAsk "indirect_ask",
    NounLikeVerb "noun_like_verb",
    AllWord "all_word",
    ListVerb "list_verb",
    ListedNoun "listed_noun",
    RelativeSubject "relative_subject",
    ValueAsked "value_asked",
    ChangeDo "change_do",
    HaveOrBe "have_or_be",
    AskedCopula "asked_copula",
    PriorAdjective "prior_adjective",
    BeForm "be_form",
    Differing "differing",
    LetterUnit "letter_unit",
    WholeLike "whole_like",
    HappeningVerb "happening_verb",
    AuthorVerb "author_verb",
    BeforeTitle "before_title",
    DayWordInTitle "day_word_in_title",
    SmallTitleWord "small_title_word",
    Inside "inside",
    RecurringAdverb "recurring_adverb",
    FeastDay "feast_day",
    MoreThan "more_than",
    LessThan "less_than",
    OrLater "or_later",
    OrEarlier "or_earlier",
    ThenAdverb "then_adverb",
    Except "except",
    Supposed "supposed",
    FiniteBe "finite_be",
    Deferred "deferred",
    UntilWord "until_word",
    EventEdge "event_edge",
    ThatWhich "that_which",
    CopulaForm "copula_form",
    LastingDoing "lasting_doing",
    BeginsState "begins_state",
    BareState "bare_state",
    ValueBefore "value_before",
    Inclusive "inclusive",
    RunningUnit "running_unit",
    PartNoun "part_noun",
    YearNoun "year_noun",
    NotAlone "not_alone",
    MovedVerb "moved_verb",
    MovedAdverb "moved_adverb",
    LastingEdge "lasting_edge",
    Habit "habit",
    BeforeComplement "before_complement",
    RangeStart "range_start",
    OnOff "on_off",
    CopulaBare "copula_bare",
    DatedNoun "dated_noun",
    MonthPerson "month_person",
    BesideNumber "beside_number",
    ValueNoun "value_noun",
    Measure "measure",
    PluralFinite "plural_finite",
    NamingVerb "naming_verb",
    UsingVerb "using_verb",
    VerbParticle "verb_particle",
    NoParticiple "no_participle",
    Lasting "lasting",
    PresentFinite "present_finite",
    ClauseStart "clause_start",
    Auxiliary "auxiliary",
    RelativePronoun "relative_pronoun",
    RelativeOpener "relative_opener",
    NoRelativeAfter "no_relative_after",
    Circumstance "circumstance",
    NoNounPlural "no_noun_plural",
    FiniteAfterNoun "finite_after_noun",
    AskingFor "asking_for",
    NameAuxiliary "name_auxiliary",
    NoVerbEnding "no_verb_ending",
    ThirdPerson "third_person",
    NoVerb "no_verb",
    Planning "planning",
    StandsAfter "stands_after",
    EdgeNoun "edge_noun",
    Remaining "remaining",
    OrderCopula "order_copula",
    NoLength "no_length",
    CopulaAdverb "copula_adverb",
    PerfectHave "perfect_have",
    ShortBe "short_be",
    NounToDate "noun_to_date",
    ShortIs "short_is",
    ShortNot "short_not",
    VerbAdverb "verb_adverb",
    EndClause "end_clause",
    EndJoin "end_join",
    EraBefore "era_before",
    EraAfter "era_after",
    RangeTie "range_tie",
    WithinTie "within_tie",
    ToldWhen "told_when",
    DidHad "did_had",
    OurArticle "our_article",
    Joining "joining",
    Nearest "nearest",
    IndefiniteArticle "indefinite_article",
    InOn "in_on",
    WeekLetters "week_letters",
    DayPartTie "day_part_tie",
    InAt "in_at",
    ZeroWord "zero_word",
    BeforeHour "before_hour",
    AfterTheHour "after_the_hour",
    CountAdjective "count_adjective",
    AfterFrom "after_from",
    AfterFollowing "after_following",
    PartLetter "part_letter",
    BareVerb "bare_verb",
    OneAdjective "one_adjective",
    EpochUnit "epoch_unit",
    StartNoun "start_noun",
    FinalWord "final_word",
    ToEnding "to_ending",
    WeekOfLetter "week_of_letter",
    Containing "containing",
    HistoryNoun "history_noun",
    TheWhose "the_whose",
    WhatHow "what_how",
    ForBy "for_by",
    WhenSince "when_since",
    AllAny "all_any",
    HourTie "hour_tie",
    FeastTie "feast_tie",
    AndThat "and_that",
    GoverningAuxiliary "governing_auxiliary",
    PastHelper "past_helper",
    FutureShort "future_short",
    ReasonWord "reason_word",
    Everyone "everyone",
    AwareWord "aware_word",
    SamePast "same_past",
    NotWord "not_word",
    DidForm "did_form",
    BothWord "both_word",
    CurrentWord "current_word",
    NeverHad "never_had",
    TitleShort "title_short",
    FictionNoun "fiction_noun",
    TodoMark "todo_mark",
    YearTie "year_tie",
    StaysLate "stays_late",
    DatedDeed "dated_deed",
    VersionNoun "version_noun",
    SelfTold "self_told",
    TradeVerb "trade_verb",
    ReturnVerb "return_verb",
    AskOpener "ask_opener",
    OpeningWord "opening_word",
    Unreal "unreal",
    Greeting "greeting",
    AwayWord "away_word",
    GetForm "get_form",
    PageLetter "page_letter",
    TermNoun "term_noun",
    SpanVerb "span_verb",
    PhaseVerb "phase_verb",
    NoteNoun "note_noun",
    Closing "closing",
    ThereIs "there_is",
    AskedIs "asked_is",
    ChaseVerb "chase_verb",
    SelfObject "self_object",
    LentJoiner "lent_joiner",
    FallParticle "fall_particle",
    ChangeEnd "change_end",
    PerfectBelief "perfect_belief",
    HoldsDown "holds_down",
    HowAsk "how_ask",
    OwnDay "own_day",
    EventNoun "event_noun",
    RequestVerb "request_verb",
    FitsDay "fits_day",
    RaisedSuffix "raised_suffix",
    ShortWeekday "short_weekday",
    PerformingVerb "performing_verb",
}

/// The words of one class. Most words are in none: their length and first letter tell.
#[derive(Clone, Debug, Default)]
struct List {
    words: Vec<&'static str>,
    /// A bit for each length and each first letter that a word of it has.
    lengths: u64,
    opens: u64,
}

impl List {
    fn bits(word: &str) -> (u64, u64) {
        let first = word.bytes().next().unwrap_or(0).to_ascii_lowercase();
        (1 << word.len().min(63), 1 << (first & 63))
    }

    fn add(&mut self, word: &'static str) {
        let (length, opens) = Self::bits(word);
        self.lengths |= length;
        self.opens |= opens;
        self.words.push(word);
    }

    /// Whether it has the word, in capitals or not.
    fn has(&self, word: &str) -> bool {
        let (length, opens) = Self::bits(word);
        self.lengths & length != 0
            && self.opens & opens != 0
            && self.words.iter().any(|w| w.eq_ignore_ascii_case(word))
    }
}

/// The words of every class.
#[derive(Debug)]
pub struct WordLists(Vec<List>);

impl Default for WordLists {
    fn default() -> Self {
        WordLists(vec![List::default(); CLASSES.len()])
    }
}

impl WordLists {
    /// Adds a row of the table; `false` for a row that no class has or that has no words.
    pub(super) fn add_line(&mut self, line: &'static str) -> bool {
        if line.is_empty() || line.starts_with('#') {
            return true;
        }
        let mut columns = line.split('\t');
        let (Some(name), Some(_), Some(forms)) = (columns.next(), columns.next(), columns.next()) else {
            return false;
        };
        let Some(&(_, class)) = CLASSES.iter().find(|(known, _)| *known == name) else { return false };
        let Some(list) = self.0.get_mut(class as usize) else { return false };
        forms.split('|').filter(|form| !form.is_empty()).for_each(|form| list.add(form));
        !list.words.is_empty()
    }

    /// The words of a class.
    pub fn of(&self, class: Words) -> &[&'static str] {
        self.0.get(class as usize).map_or(&[], |list| list.words.as_slice())
    }

    /// Whether a class has the word, in capitals or not, with an apostrophe of either kind.
    pub fn has(&self, class: Words, word: &str) -> bool {
        let Some(list) = self.0.get(class as usize) else { return false };
        match word.strip_prefix('\u{2019}') {
            None => list.has(word),
            Some(rest) => list
                .words
                .iter()
                .any(|w| w.strip_prefix('\'').is_some_and(|listed| listed.eq_ignore_ascii_case(rest))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::english;

    #[test]
    fn every_class_has_words_in_lower_case_each_once() {
        for &(name, class) in CLASSES {
            let words = english().words.of(class);
            assert!(!words.is_empty(), "{name} has no words");
            for (i, word) in words.iter().enumerate() {
                assert_eq!(*word, word.to_lowercase(), "{name}");
                assert!(!words[..i].contains(word), "{word} stands twice in {name}");
            }
        }
    }
}
