//! How many steps a question puts into one another: more than anybody asks in earnest are not
//! followed, so that no question takes long.

/// Steps of a question that are followed.
pub(crate) const MOST_STEPS: usize = 8;

/// Words between one step and the next ("of the current owner of").
const APART: usize = 5;

/// The steps of the longest chain of genitives, "of" and relative clauses in a question.
pub(crate) fn steps_in(question: &str) -> usize {
    let (mut longest, mut run, mut since) = (0, 0, 0);
    for raw in question.split_whitespace() {
        let word = raw.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        since += 1;
        let joins = matches!(word.as_str(), "of" | "that" | "which" | "who" | "whose" | "whom");
        if joins || word.ends_with("'s") || word.ends_with("’s") {
            run = if since <= APART { run + 1 } else { 1 };
            since = 0;
            longest = longest.max(run);
        }
        if raw.ends_with(['.', '?', '!', ';', ',', ':']) {
            run = 0;
            since = APART;
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_of_one_chain_are_counted() {
        assert_eq!(steps_in("What is the tide table?"), 0);
        assert_eq!(steps_in("Where does the sister of the skipper of the barge live?"), 2);
        assert_eq!(steps_in("What is Una's aunt's boat's berth?"), 3);
        assert_eq!(steps_in(&format!("What is the berth{} Una?", " of the berth of".repeat(20))), 40);
        // A long text with many an "of" is no chain.
        let text = "A bag of flour lay near the door. The lid of the jar was lost, and half of it dried. ";
        assert!(steps_in(&text.repeat(9)) <= 2);
    }
}
