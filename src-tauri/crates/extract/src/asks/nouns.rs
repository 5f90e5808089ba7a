//! Closed classes of nouns and verbs that single relations ask for, or refuse.

use crate::words::word_class;

word_class!(
    /// What is eaten up, but by nobody who likes it: no food.
    is_no_food: "deadlines words bugs code time memory ram cpu disk hat bandwidth battery space budget cost costs losses glue paper pens pencils crayons dirt sand dust mud soap shoes slippers socks furniture homework plastic crow lunch dinner breakfast supper"
);

word_class!(
    /// What one takes that no doctor gives.
    is_taken_up: "lessons lesson classes class course courses breaks break walks walk photos notes"
);

word_class!(
    /// Verbs of versions, by lemma.
    pins: "be pin bump upgrade downgrade update run lock roll revert put move hold peg resolve go keep stay set switch"
);

word_class!(
    /// What is good for a time, as one.
    is_lapsing: "token cookie session link lease key cache entry ticket login lock code invite invitation cert certificate record grant credential"
);

word_class!(
    /// What the name of a firm ends with.
    ends_a_firm: "ltd ltd. inc inc. gmbh plc llc hospital clinic bank primary"
);

/// What is good for a time and then no more.
pub(crate) fn is_kept_for(subject: &str) -> bool {
    let lower = subject.to_lowercase();
    is_lapsing(lower.rsplit(' ').next().unwrap_or(&lower).trim_end_matches('s'))
}

/// What ends the name of a school or a firm.
pub(crate) fn is_body(word: &str) -> bool {
    crate::habit::is_school(word) || ends_a_firm(word)
}
