//! How people ask for a chain of facts: each relation in its nouns, clauses and questions, and the
//! ways in which these are put into one another. Used to generate questions, never to read them.

/// The words of one relation. `{}` stands for the thing it is asked of.
#[derive(Debug)]
pub(crate) struct Wording {
    pub relation: &'static str,
    pub noun: &'static str,
    /// Noun phrases that stand for its value.
    pub clauses: &'static [&'static str],
    pub questions: &'static [&'static str],
}

const fn wording(
    relation: &'static str,
    noun: &'static str,
    clauses: &'static [&'static str],
    questions: &'static [&'static str],
) -> Wording {
    Wording { relation, noun, clauses, questions }
}

pub(crate) const WORDINGS: &[Wording] = &[
    wording("author", "author", &["the person who wrote {}", "the writer who wrote {}"], &["Who wrote {}?"]),
    wording("spouse", "spouse", &["the person {} is married to"], &["Who is {} married to?"]),
    wording(
        "nationality",
        "nationality",
        &["the country that {} is a citizen of"],
        &["Which country is {} a citizen of?", "What is the country of citizenship of {}?"],
    ),
    wording("capital", "capital", &[], &["Which city is the capital of {}?"]),
    wording(
        "continent",
        "continent",
        &["the continent {} is located in"],
        &["Which continent is {} located in?"],
    ),
    wording(
        "place_of_death",
        "place of death",
        &["the city where {} died", "the city in which {} died"],
        &["Where did {} die?", "Which city did {} die in?"],
    ),
    wording(
        "hometown",
        "birthplace",
        &["the city where {} was born", "the city {} was born in"],
        &["Where was {} born?", "Which city was {} born in?"],
    ),
    wording(
        "founder",
        "founder",
        &["the person who founded {}"],
        &["Who founded {}?", "Who was {} founded by?"],
    ),
    wording(
        "headquarters",
        "headquarters",
        &["the city in which {} is headquartered"],
        &["Where is {} headquartered?", "Which city is {} based in?"],
    ),
    wording("ceo", "CEO", &["the person who is CEO of {}"], &["Who is the chief executive officer of {}?"]),
    wording(
        "religion",
        "religion",
        &["the religion {} is affiliated with"],
        &["Which religion is {} affiliated with?"],
    ),
    wording("official_language", "official language", &[], &["What is the official language of {}?"]),
    wording("performer", "performer", &["the artist who performed {}"], &["Who performed {}?"]),
    wording(
        "sport_of",
        "sport",
        &["the sport {} is associated with", "the sport associated with {}"],
        &["Which sport is {} associated with?"],
    ),
    wording(
        "country_of_origin",
        "country of origin",
        &["the country where {} was created"],
        &["Which country was {} created in?"],
    ),
    wording("developer", "developer", &["the company that developed {}"], &["Who developed {}?"]),
    wording(
        "works_at",
        "employer",
        &["the company {} works for", "the company that employs {}"],
        &["Who does {} work for?", "Who is the employer of {}?"],
    ),
    wording("child", "child", &[], &["Who is {}'s child?"]),
    wording("known_for", "notable work", &["the work that {} is famous for"], &["What is {} famous for?"]),
    wording("speaks", "language", &["the language that {} speaks"], &["What language does {} speak?"]),
    wording(
        "studies_at",
        "university",
        &["the university where {} was educated"],
        &["Which university was {} educated at?"],
    ),
    wording("head_of_government", "head of government", &[], &["Who is the head of government of {}?"]),
    wording("head_of_state", "head of state", &[], &["Who is the head of state of {}?"]),
    wording(
        "position_played",
        "playing position",
        &["the position {} plays"],
        &["What position does {} play?"],
    ),
    wording(
        "founding_place",
        "place of founding",
        &["the city where {} was founded"],
        &["Where was {} founded?"],
    ),
    wording("director", "director", &["the person who directed {}"], &["Who directed {}?"]),
    wording("manufacturer", "manufacturer", &["the company that makes {}"], &["Who makes {}?"]),
    wording("owner", "owner", &["the person who owns {}"], &["Who owns {}?", "Who looks after {}?"]),
    wording(
        "manager",
        "manager",
        &["the person {} reports to"],
        &["Who manages {}?", "Who does {} report to?"],
    ),
    wording(
        "lives_in",
        "home city",
        &["the city where {} lives", "the town {} lives in"],
        &["Where does {} live?", "Which city does {} live in?"],
    ),
    wording("port", "port", &[], &["Which port does {} run on?", "Which port does {} listen on?"]),
    wording("database", "database", &[], &["Where does {} keep its data?"]),
    wording("version", "version", &[], &["Which version of {} do we use?"]),
    wording("team", "team", &["the team that {} is on"], &["Which team is {} on?"]),
];

/// A question about a chain, with the name of its phrasing.
#[derive(Clone, Debug)]
pub(crate) struct Phrased {
    pub pattern: String,
    pub question: String,
}

/// Every way of asking for a chain that its relations have words for; the relations from the
/// named thing outwards.
pub(crate) fn phrase(thing: &str, relations: &[&Wording]) -> Vec<Phrased> {
    let Some((last, inner)) = relations.split_last() else { return Vec::new() };
    // What stands for all but the last step, in each form.
    let mut forms: Vec<(String, String)> = vec![(String::new(), thing.to_owned())];
    for wording in inner {
        let mut next = Vec::new();
        for (name, text) in &forms {
            let join = |form: &str| if name.is_empty() { form.to_owned() } else { format!("{name}+{form}") };
            next.push((join("of"), format!("the {} of {text}", wording.noun)));
            if !text.starts_with("the ") {
                next.push((join("genitive"), format!("{text}'s {}", wording.noun)));
            }
            for (place, clause) in wording.clauses.iter().enumerate() {
                next.push((join(&format!("clause{place}")), clause.replace("{}", text)));
            }
        }
        forms = next;
    }
    let mut out = Vec::new();
    let mut add = |pattern: String, question: String| out.push(Phrased { pattern, question });
    for (name, text) in &forms {
        add(format!("what-is-of/{name}"), format!("What is the {} of {text}?", last.noun));
        add(format!("tell-me/{name}"), format!("Tell me the {} of {text}.", last.noun));
        add(format!("fragment/{name}"), format!("the {} of {text}", last.noun));
        if !text.starts_with("the ") {
            add(format!("genitive/{name}"), format!("What is {text}'s {}?", last.noun));
            add(format!("genitive-fragment/{name}"), format!("{text}'s {}", last.noun));
        }
        for (place, question) in last.questions.iter().enumerate() {
            add(format!("question{place}/{name}"), question.replace("{}", text));
        }
    }
    out
}
