//! What a question says of its subject beyond what a key and its texts say: "the web gateway" is not
//! the gateway, "her sister" is not she, "the admin port" is not the port. A key that leaves such a
//! word out is not what is asked for, however well the rest fits.

use memstrata_extract::QueryKey;
use memstrata_extract::query::{is_verb, stems};
use memstrata_model::{Fact, Key};

use crate::wording::{is_of_change, is_of_time};

/// What a key and its texts say, for a question that is held against them.
struct Cover<'q> {
    words: Vec<&'q str>,
    of_subject: Vec<String>,
    own: Vec<String>,
    told: Vec<String>,
    unsaid: Vec<&'q str>,
}

impl<'q> Cover<'q> {
    fn of(query: &'q QueryKey, question: &'q str, key: &Key, facts: &[Fact]) -> Self {
        let scope = (!key.scope.is_empty()).then_some(key.scope.as_str());
        let told = facts.iter().flat_map(|fact| {
            let texts = fact.sources.iter().filter_map(|source| source.text.as_deref());
            texts.chain(std::iter::once(fact.object.as_str())).flat_map(stems).collect::<Vec<_>>()
        });
        Cover {
            words: question.split_whitespace().collect(),
            of_subject: stems(&key.subject),
            own: [stems(&key.subject), stems(&key.relation), stems(&key.scope)].concat(),
            told: told.collect(),
            unsaid: query.unsaid(&key.subject, &key.relation, scope),
        }
    }

    fn knows(&self, stem: &String) -> bool {
        self.told.contains(stem) || self.own.contains(stem)
    }

    fn names(&self, word: &str) -> bool {
        stems(word).iter().any(|stem| self.of_subject.contains(stem))
    }

    /// The part of a longer name at a place that is no part of the subject's.
    fn longer(&self, at: usize) -> Option<&'q str> {
        let word = self.words[at];
        let asks = |stem: &String| self.unsaid.contains(&stem.as_str());
        // "Admin-api" is no admin: a name written as one word is that name whole.
        let parts = parts_of(word);
        if parts.len() > 1 && parts.iter().any(|part| self.names(part)) {
            let strange = |part: &&&str| {
                stems(part).iter().any(|stem| !self.knows(stem) && (asks(stem) || is_figure(part)))
            };
            if let Some(part) = parts.iter().find(strange) {
                return Some(part);
            }
        }
        let before = at.checked_sub(1).map(|before| self.words[before])?;
        if !self.names(before) || ends_phrase(before) || !goes_on(&self.words, at, &self.of_subject) {
            return None;
        }
        // "Falcon 2", "the admin panel".
        let bare = bare_name(word);
        let new = |stem: &String| !self.knows(stem) && (is_figure(bare) || asks(stem) && !is_of_change(stem));
        stems(bare).iter().any(new).then_some(bare)
    }
}

/// A word that makes a longer name of the subject's, of another thing ("the admin panel").
pub(crate) fn longer_name(query: &QueryKey, question: &str, key: &Key, facts: &[Fact]) -> Option<String> {
    let cover = Cover::of(query, question, key, facts);
    (0..cover.words.len()).find_map(|at| cover.longer(at)).map(str::to_owned)
}

/// A word of the question that makes another thing of what the key is about, if there is one.
pub(crate) fn left_out(query: &QueryKey, question: &str, key: &Key, facts: &[Fact]) -> Option<String> {
    let cover = Cover::of(query, question, key, facts);
    let words = &cover.words;
    // The noun of the question phrase tells the kind of value ("which HTTP method").
    let kind = words.iter().position(|word| matches!(word.to_lowercase().as_str(), "which" | "what"));
    let of_kind = |at: usize| kind.is_some_and(|kind| at == kind + 1);
    words.iter().enumerate().find_map(|(at, word)| {
        if let Some(part) = cover.longer(at) {
            return Some(part.to_owned());
        }
        let term = stems(word).into_iter().next()?;
        if is_of_time(&term) || is_of_change(&term) || cover.knows(&term) {
            return None;
        }
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        // A name is said as it is or not at all: Bergman is not Berg.
        if at > 0 && !of_kind(at) && is_name(bare) && query.knows_not(&key.relation, &term) {
            return Some(bare.to_owned());
        }
        if !cover.unsaid.contains(&term.as_str()) {
            return None;
        }
        // "Which breed is Bruno": what is asked for, where it is no kind of value.
        let asked = of_kind(at)
            && query.value_type.is_none()
            && words.get(at + 1).is_some_and(|next| matches!(*next, "is" | "are" | "was" | "were"))
            && words.last().is_some_and(|last| !hangs(last));
        if asked {
            return Some(bare.to_owned());
        }
        let owned = at > 0 && (words[at - 1].ends_with("'s") || words[at - 1].ends_with("’s"));
        let before = |next: &&str| stems(next).iter().any(|stem| cover.own.contains(stem));
        let describes = !word.ends_with([',', '?', '!', ';'])
            && at > 0
            && !is_verb_place(words[at - 1])
            // "Container MSKU-4417": a code is the name itself.
            && words.get(at + 1).is_some_and(|next| before(next) && !next.bytes().any(|b| b.is_ascii_digit()));
        (owned || describes).then(|| bare.to_owned())
    })
}

/// The parts of a name that is written as one word with joints ("admin-api", "api_v2").
fn parts_of(word: &str) -> Vec<&str> {
    let bare = bare_name(word);
    // An address or a path is one name.
    if bare.contains(['/', '@', ':']) || bare.contains('.') {
        return Vec::new();
    }
    bare.split(['-', '_']).filter(|part| !part.is_empty()).collect()
}

/// A word without the marks around it and its genitive.
fn bare_name(word: &str) -> &str {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    bare.strip_suffix("'s").or_else(|| bare.strip_suffix("’s")).unwrap_or(bare)
}

fn is_figure(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
}

/// A genitive or a mark after a word: what follows is no part of its name.
fn ends_phrase(word: &str) -> bool {
    word.ends_with(|c: char| !c.is_alphanumeric()) || word.ends_with("'s") || word.ends_with("’s")
}

/// Whether the word at a place goes on the name that ends before it: no verb of the question and
/// nothing said of the thing ("is the relay ready").
fn goes_on(words: &[&str], at: usize, of_subject: &[String]) -> bool {
    let lower = |word: &&str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let word = lower(&words[at]);
    if is_figure(&word) {
        // "On the relay 3 May", "the relay 2026": four figures are a year.
        let month = words.get(at + 1).is_some_and(|next| is_of_time(&lower(next)));
        let year = word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
        return !(month || year);
    }
    if word.ends_with("'s") || word.ends_with("’s") {
        return true;
    }
    let helps = |word: &str| {
        matches!(
            word,
            "is" | "are" | "was" | "were" | "do" | "does" | "did" | "has" | "have" | "had" | "will" | "can"
        )
    };
    // Before the name: its article, then what it hangs on.
    let names = |word: &&str| stems(word).iter().any(|stem| of_subject.contains(stem));
    let before = words[..at].iter().rev().skip_while(|word| names(word));
    let before = before.map(lower).find(|word| !matches!(word.as_str(), "the" | "a" | "an" | "our" | "my"));
    let next = words.get(at + 1).map(lower);
    let verb_follows = next.as_deref().is_some_and(|next| is_verb(next) || helps(next));
    match before.as_deref() {
        // "Does the admin panel listen", "does the relay answer on".
        Some(helper) if helps(helper) => verb_follows && !words[at].ends_with([',', '?']),
        Some(_) => verb_follows || !is_verb(&word),
        None => verb_follows,
    }
}

/// A preposition that a question ends with ("which team is she on").
fn hangs(word: &str) -> bool {
    let word = word.trim_end_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    matches!(word.as_str(), "on" | "in" | "at" | "to" | "for" | "from" | "with" | "by" | "of" | "under")
}

fn is_name(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(char::is_uppercase) && word.chars().count() > 1
}

/// After these stands a verb as often as an adjective ("does anybody use").
fn is_verb_place(word: &str) -> bool {
    let word = word.to_lowercase();
    matches!(
        word.as_str(),
        "i" | "we" | "you" | "they" | "he" | "she" | "it" | "to" | "does" | "do" | "did" | "who" | "that"
    )
}
