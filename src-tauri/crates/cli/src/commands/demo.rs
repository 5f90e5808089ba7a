//! The point of the product in one screen: a sample ledger, asked both ways.

use memstrata_engine::{Engine, Error, sample_questions};
use memstrata_model::normalize_text;
use memstrata_model::view::{AskAnswer, AskMode, AskRequest, Viewpoint};
use serde::Serialize;

use super::asking::{catch_up, print_both};
use crate::Session;
use crate::args;
use crate::show::counted;

#[derive(Serialize)]
struct DemoDocument {
    ledger: String,
    questions: Vec<DemoQuestion>,
    plain: Tally,
    temporal: Tally,
}

#[derive(Serialize)]
struct DemoQuestion {
    gold: Option<String>,
    stale: Vec<String>,
    answer: AskAnswer,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Tally {
    right: usize,
    /// Of the right ones, where nothing answers and none is given.
    abstained_rightly: usize,
    stale: usize,
    abstained: usize,
    other: usize,
}

pub fn demo(session: &Session, args: &args::Demo) -> Result<u8, Error> {
    let io = |error: std::io::Error| Error::failed("io", format!("no temporary folder: {error}"), None);
    let folder = match &args.keep {
        Some(folder) => folder.clone(),
        None => tempfile::Builder::new().prefix("memstrata-demo-").tempdir().map_err(io)?.keep(),
    };
    let mut options = session.options(true);
    options.timezone = None;
    let engine = Engine::open_sample(&folder, options)?;
    catch_up(session, &engine)?;
    let mut document = DemoDocument {
        ledger: engine.path().display().to_string(),
        questions: Vec::new(),
        plain: Tally::default(),
        temporal: Tally::default(),
    };
    for sample in sample_questions() {
        let moment =
            |text: &Option<String>| text.as_deref().map(|text| engine.read_viewpoint(text)).transpose();
        let request = AskRequest {
            question: sample.question.clone(),
            view: Viewpoint { as_of: moment(&sample.as_of)?, known_at: moment(&sample.known_at)? },
            mode: AskMode::Compare,
            k: 5,
            budget: 1024,
            follow: None,
        };
        let answer = engine.ask(&request)?;
        if let (Some(plain), Some(temporal)) = (&answer.plain, &answer.temporal) {
            document.plain.count(plain.answer.as_deref(), sample.gold.as_deref(), &sample.stale);
            document.temporal.count(temporal.answer.as_deref(), sample.gold.as_deref(), &sample.stale);
            if !session.output.json {
                let mut title = sample.question.clone();
                for (name, moment) in [("as of", &sample.as_of), ("as known", &sample.known_at)] {
                    if let Some(moment) = moment {
                        title.push_str(&format!("  ({name} {moment})"));
                    }
                }
                session.output.line(&session.output.strong(&title));
                print_both(session, &engine, plain, temporal);
                session.output.line("");
            }
        }
        document.questions.push(DemoQuestion { gold: sample.gold, stale: sample.stale, answer });
    }
    if session.output.json {
        session.output.document(&document);
        return Ok(0);
    }
    let sum = |tally: Tally| {
        let none = match tally.abstained_rightly {
            0 => String::new(),
            count => format!(" ({count} by abstaining where nothing answers)"),
        };
        let count = |n: usize| if n == 0 { "none".to_owned() } else { n.to_string() };
        format!(
            "{} right{none}, {} stale, {} left unanswered, {} otherwise",
            count(tally.right),
            count(tally.stale),
            count(tally.abstained),
            count(tally.other)
        )
    };
    session.output.line(&counted(document.questions.len(), "question"));
    session.output.line(&format!("  plain retrieval     {}", sum(document.plain)));
    session.output.line(&format!("  temporal retrieval  {}", sum(document.temporal)));
    session.output.line("");
    session.output.line(&format!("The sample ledger: {}", document.ledger));
    session.output.line(&format!("Look inside:       memstrata --ledger {} facts", document.ledger));
    session.output.line("In the window:     npm start, or memstrata-app with that file");
    Ok(0)
}

impl Tally {
    /// Judges an answer by the sample's own gold: it must contain the value, as a whole.
    fn count(&mut self, answer: Option<&str>, gold: Option<&str>, stale: &[String]) {
        let holds = |answer: &str, value: &str| normalize_text(answer).contains(&normalize_text(value));
        match (answer, gold) {
            (None, None) => {
                self.right += 1;
                self.abstained_rightly += 1;
            }
            (None, Some(_)) => self.abstained += 1,
            (Some(answer), Some(gold)) if holds(answer, gold) => self.right += 1,
            (Some(answer), _) if stale.iter().any(|value| holds(answer, value)) => self.stale += 1,
            (Some(_), _) => self.other += 1,
        }
    }
}
