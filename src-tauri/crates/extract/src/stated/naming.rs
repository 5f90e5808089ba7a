//! The relation of a thing and its value, by the type of the value, the head noun of the thing, and
//! the verb and preposition between them; and whose it is then.

use super::typed::Kind;
use super::{Named, Pair};
use crate::candidate::Relation;
use crate::complement;
use crate::gazetteer;
use crate::lexicon::Lexicon;
use crate::linking::{How, Span};
use crate::person::{is_event_noun, is_kin};
use crate::scene::Scene;
use crate::subject::{self, Class, Subject};
use crate::token::{Shape, Token};
use crate::value::ValueType;
use crate::words;

/// What a pair is read as; nothing where no relation fits it.
pub(super) fn name(
    lexicon: &'static Lexicon,
    tokens: &[Token<'_>],
    pair: &Pair,
    scene: &Scene<'_>,
) -> Option<Named> {
    let p = Parts { tokens, pair, head: head(tokens, pair.thing)? };
    // "sunny at 7am": how it is, and no thing.
    if pair.thing.1 == pair.thing.0 + 1 && complement::is_manner(&tokens[pair.thing.0]) {
        return None;
    }
    // "Pickle the cat"
    let apposed = pair.thing.1 > pair.thing.0 + 2
        && tokens[pair.thing.0].capital()
        && tokens[pair.thing.0 + 1].is("the");
    let end = if apposed { pair.thing.0 + 1 } else { pair.thing.1 };
    let subject = subject::resolve(tokens, pair.thing.0, end, scene)
        .filter(|s| !matches!(s.text.as_str(), "user" | "project"))?;
    let done = pair.link.verb.filter(|_| matches!(pair.link.how, How::Equal | How::Beside));
    let figure =
        !matches!(pair.value.kind, Kind::Name | Kind::Status | Kind::Date | Kind::Hour | Kind::Money);
    if let Some(verb) = done.filter(|_| figure && p.noun().is_none()) {
        return Some(Named { subject, relation: Relation::Open(verb.to_owned()), scope: None });
    }
    let (relation, scope) = match pair.value.kind {
        Kind::Hour => p.hour(subject.class)?,
        Kind::Rhythm => p.rhythm()?,
        Kind::Date => p.date(subject.class)?,
        Kind::Money => p.money()?,
        Kind::Percent => p.percent()?,
        Kind::Bytes => p.bytes()?,
        Kind::Lasting => p.lasting()?,
        Kind::Length => p.length(subject.class)?,
        Kind::Mass => p.mass(subject.class)?,
        Kind::Diet => p.diet(subject.class)?,
        Kind::Place => {
            // "Dublin is home" is where somebody lives, "Pickle is home" where Pickle is.
            let known = apposed || scene.known.canonical(&subject.text).is_some();
            let place = gazetteer::kinds(&subject.text.to_lowercase())
                .iter()
                .any(|k| matches!(*k, "place" | "country"));
            if p.value_text() == "home" && (place || !known) {
                return None;
            }
            p.place()?
        }
        Kind::Heat | Kind::Rate => return None,
        Kind::Count => p.count()?,
        Kind::Version => p.version()?,
        Kind::Phone => ("phone".to_owned(), None),
        Kind::Spot => p.spot()?,
        Kind::Status => p.status()?,
        Kind::Name => p.named(lexicon, &subject)?,
    };
    let subject = whose(tokens, pair, subject, &relation, scene);
    let relation = match lexicon.get(&relation) {
        Some(spec) => Relation::Known(spec),
        None => Relation::Open(relation),
    };
    Some(Named { subject, relation, scope })
}

type Key = (String, Option<String>);

fn plainly(name: &str) -> Option<Key> {
    Some((name.to_owned(), None))
}

/// The head noun of a thing: before the first preposition.
fn head<'t>(tokens: &'t [Token<'_>], (lo, hi): Span) -> Option<&'t str> {
    let end = (lo + 1..hi).find(|&i| words::is_preposition(&tokens[i].lower)).unwrap_or(hi);
    tokens[lo..end].iter().rev().find(|t| t.is_content()).map(|t| t.lower.as_str())
}

/// "Nan's mobile 0412 …": Nan's phone.
fn whose(tokens: &[Token<'_>], pair: &Pair, found: Subject, relation: &str, scene: &Scene<'_>) -> Subject {
    if relation != "phone" {
        return found;
    }
    let (lo, hi) = pair.thing;
    let owner = (lo + 1..hi).find(|&i| tokens[i].is("'s"));
    owner.and_then(|at| subject::resolve(tokens, lo, at, scene)).unwrap_or(found)
}

/// The parts of a pair that tell its relation.
struct Parts<'p, 'a> {
    tokens: &'p [Token<'a>],
    pair: &'p Pair,
    head: &'p str,
}

impl Parts<'_, '_> {
    fn verb(&self) -> &str {
        self.pair.link.verb.unwrap_or("")
    }

    fn lead(&self, words: &[&str]) -> bool {
        self.pair.link.lead.is_some_and(|at| self.tokens[at].any(words))
    }

    fn noun(&self) -> Option<String> {
        self.pair.value.noun.map(|at| words::singular(&self.tokens[at].lower))
    }

    fn has(&self, words: &[&str]) -> bool {
        let (lo, hi) = self.pair.thing;
        self.tokens[lo..hi].iter().any(|t| t.any(words))
    }

    fn after(&self, words: &[&str]) -> bool {
        let at = self.pair.value.span.1;
        self.tokens.get(at..(at + 3).min(self.tokens.len())).is_some_and(|ts| ts.iter().any(|t| t.any(words)))
    }

    fn hour(&self, class: Class) -> Option<Key> {
        if self.lead(&["till", "until", "til", "to"])
            || matches!(self.verb(), "close" | "shut" | "end" | "finish")
        {
            return plainly(if class == Class::Event { "end time" } else { "closing_time" });
        }
        if self.verb() == "open" || self.lead(&["from"]) {
            return plainly("opening_time");
        }
        if class == Class::Person || self.pair.link.how == How::Change {
            return None;
        }
        plainly(if class == Class::Event { "event_time" } else { "schedule" })
    }

    fn rhythm(&self) -> Option<Key> {
        let service = ["service", "maintenance", "servicing"];
        let lo = self.pair.clause.0.min(self.pair.thing.0);
        if self.tokens[lo..self.pair.value.span.0].iter().any(|t| t.any(&service)) {
            return plainly("maintenance_window");
        }
        // "the trams run on Sunday": on one, or on all of them.
        let (a, b) = self.pair.value.span;
        let one = b == a + 1
            && words::is_weekday(&self.tokens[a].lower)
            && !self.tokens[a].lower.ends_with('s')
            && !matches!(
                self.head,
                "night"
                    | "day"
                    | "class"
                    | "club"
                    | "practice"
                    | "training"
                    | "collection"
                    | "rehearsal"
                    | "lesson"
            );
        let states = !one && self.pair.link.how != How::Change && !self.pair.link.reversed;
        states.then(|| ("schedule".to_owned(), None))
    }

    fn date(&self, class: Class) -> Option<Key> {
        let document = matches!(
            self.head,
            "passport" | "licence" | "license" | "visa" | "permit" | "card" | "certificate" | "rego" | "id"
        );
        let ends =
            matches!(self.verb(), "expire" | "run" | "lapse" | "end") || self.lead(&["until", "till", "til"]);
        match self.verb() {
            _ if self.pair.link.how == How::Is && matches!(class, Class::Person | Class::Name) => None,
            _ if ends && document => plainly("document_expiry"),
            _ if ends => plainly("end_date"),
            "ship" | "launch" | "land" | "go" => plainly("deadline"),
            "start" | "begin" => plainly("start_date"),
            _ if class == Class::Event => plainly("event_date"),
            _ => None,
        }
    }

    fn money(&self) -> Option<Key> {
        let sold = matches!(self.verb(), "cost" | "go" | "sell" | "charge" | "be" | "rent" | "");
        let each = self.after(&["a", "an", "per", "each", "pp"]);
        let beside = matches!(self.pair.link.how, How::Beside | How::Equal) && each;
        let states = matches!(self.pair.link.how, How::State) && sold;
        (beside || states).then(|| ("price".to_owned(), None))
    }

    fn percent(&self) -> Option<Key> {
        let bank = ["savings", "saver", "loan", "mortgage", "account", "acct", "deposit", "isa", "bond"];
        if self.has(&bank) {
            return plainly("interest_rate");
        }
        if self.noun().as_deref() == Some("coverage") || self.head == "coverage" {
            return plainly("coverage");
        }
        // "sourdough at 72 % hydration"
        let states = self.pair.link.how == How::Placed && self.lead(&["at"]) && !self.pair.link.reversed;
        if let Some(noun) = self.noun().filter(|n| {
            states
                && !matches!(
                    n.as_str(),
                    "off" | "done" | "full" | "more" | "less" | "higher" | "lower" | "faster" | "slower"
                )
        }) {
            return plainly(&noun);
        }
        None
    }

    fn bytes(&self) -> Option<Key> {
        let lo = self.pair.clause.0.min(self.pair.thing.0);
        let around = &self.tokens[lo..(self.pair.value.span.1 + 3).min(self.tokens.len())];
        let says = |word: &str| around.iter().any(|t| t.lower.contains(word));
        if says("disk") || says("storage") || says("volume") {
            return plainly("disk_size");
        }
        (says("memory") || says("ram") || says("heap") || says("mem"))
            .then(|| ("memory_limit".to_owned(), None))
    }

    fn lasting(&self) -> Option<Key> {
        match self.verb() {
            "give" | "time" => plainly("timeout"),
            "cache" | "live" => plainly("ttl"),
            "keep" | "hold" | "store" => plainly("retention"),
            "take" | "last" | "run" => plainly("duration"),
            _ if self.head == "timeout" => plainly("timeout"),
            _ => None,
        }
    }

    fn mass(&self, class: Class) -> Option<Key> {
        let somebody = matches!(class, Class::Person | Class::Name);
        (somebody && matches!(self.verb(), "be" | "weigh" | "")).then(|| ("weight".to_owned(), None))
    }

    fn diet(&self, class: Class) -> Option<Key> {
        let somebody = matches!(class, Class::Person | Class::Name);
        (somebody && self.pair.link.how == How::Is).then(|| ("diet".to_owned(), None))
    }

    fn place(&self) -> Option<Key> {
        let stays = matches!(
            self.verb(),
            "be" | "sit" | "stand" | "live" | "hang" | "stay" | "rest" | "park" | "sleep" | "keep" | "camp"
        );
        (stays && !self.pair.link.reversed).then(|| ("location".to_owned(), None))
    }

    fn length(&self, class: Class) -> Option<Key> {
        if let Some(noun) = self.noun() {
            return Some((format!("{noun} size"), None));
        }
        matches!(class, Class::Person | Class::Name).then(|| ("height".to_owned(), None))
    }

    fn count(&self) -> Option<Key> {
        let noun = self.noun()?;
        let known = match noun.as_str() {
            "pod" | "replica" | "instance" | "worker" => "replicas",
            "head" | "people" | "person" | "staff" | "employee" | "us" | "u" => "headcount",
            _ => "",
        };
        // "down to 2 shelves": what is left.
        if matches!(self.pair.link.how, How::Change)
            || self.lead(&["to"])
            || !self.pair.link.reversed && self.lead(&["in", "from", "by"])
            || self.pair.link.reversed && known.is_empty()
        {
            return None;
        }
        if !known.is_empty() {
            return plainly(known);
        }
        Some(("quantity_of".to_owned(), Some(noun)))
    }

    fn version(&self) -> Option<Key> {
        let least = self.after(&["better", "newer", "later", "higher", "above", "up"]);
        if least || matches!(self.verb(), "want" | "need" | "require") {
            return plainly("min_version");
        }
        // "mailer-svc on v2.3.1"
        let code = self.tokens[self.pair.thing.0..self.pair.thing.1].iter().any(|t| t.shape == Shape::Solid);
        let clear = crate::shape::is_clear_version(self.tokens[self.pair.value.span.0].text);
        let beside = matches!(self.pair.link.how, How::Placed | How::Beside | How::Equal | How::Is);
        (code && clear && beside && !self.lead(&["in", "since", "before", "after", "from", "for"]))
            .then(|| ("version".to_owned(), None))
    }

    fn spot(&self) -> Option<Key> {
        let noun = words::singular(&self.tokens[self.pair.value.span.0].lower);
        match noun.as_str() {
            "level" | "floor" | "room" | "desk" | "bay" | "hall" | "building" => plainly("location"),
            _ => Some((noun, None)),
        }
    }

    fn status(&self) -> Option<Key> {
        let how = self.pair.link.how;
        // "cutover finished 4am" tells of an event.
        let plain = matches!(
            self.value_text().as_str(),
            "enabled" | "disabled" | "shut" | "closed" | "open" | "locked" | "offline" | "online" | "paused"
        );
        // "is open 9-18": the hours, and not how it stands now.
        let next = self.tokens.get(self.pair.value.span.1);
        let hours =
            next.is_some_and(|t| t.has_digit() || t.any(&["from", "between", "until", "till", "daily"]));
        (!hours && (matches!(how, How::Is | How::Equal) || how == How::Beside && plain))
            .then(|| ("status".to_owned(), None))
    }

    fn value_text(&self) -> String {
        let (lo, hi) = self.pair.value.span;
        self.tokens[lo..hi].iter().map(|t| t.lower.as_str()).collect::<Vec<_>>().join(" ")
    }

    fn named(&self, lexicon: &'static Lexicon, subject: &Subject) -> Option<Key> {
        let link = self.pair.link;
        let text = self.value_text();
        // "renewed with V", "signed with V"
        if matches!(link.how, How::Change)
            && (matches!(link.verb, Some("renew" | "sign" | "go")) && self.lead(&["with"])
                || link.verb == Some("switch") && self.lead(&["to"]))
            && !gazetteer::kinds(&text).iter().any(|k| matches!(*k, "place" | "country" | "person"))
        {
            return plainly("vendor");
        }
        let kinds = gazetteer::kinds(&text);
        if link.reversed {
            return self.in_hands(kinds);
        }
        // "coffee from Padre", and nothing else.
        let whole = self.pair.thing.0 == self.pair.clause.0 && self.pair.value.span.1 == self.pair.clause.1;
        if link.how == How::Placed
            && self.lead(&["from"])
            && whole
            && kinds.is_empty()
            && subject.class == Class::Thing
        {
            return plainly("vendor");
        }
        let somebody = matches!(subject.class, Class::Person | Class::Name);
        let school = self.tokens[self.pair.value.span.0..self.pair.value.span.1]
            .iter()
            .any(|t| crate::habit::is_school(&t.lower));
        if somebody {
            let place_lead = self.lead(&["in", "at", "near"]);
            return match self.verb() {
                "live" | "rent" | "lease" if place_lead => plainly("lives_in"),
                "work" if self.lead(&["at", "for", "with"]) => plainly("works_at"),
                "study" | "attend" => plainly("studies_at"),
                "drive" | "ride" => plainly("vehicle"),
                _ if school && matches!(link.how, How::Equal | How::State) => plainly("studies_at"),
                _ if link.how == How::Equal && self.year() => plainly("studies_at"),
                _ => None,
            };
        }
        if self.after(&["better", "newer", "later", "higher", "above"])
            && self.tokens[self.pair.value.span.0..self.pair.value.span.1].iter().any(Token::has_digit)
        {
            return plainly("min_version");
        }
        let product = kinds
            .iter()
            .find(|k| lexicon.get(k).is_some_and(|s| s.value_type == ValueType::Product))
            .filter(|_| link.how == How::Equal || self.systems())
            .filter(|_| matches!(link.how, How::Is | How::Equal | How::State | How::Placed));
        if let Some(kind) = product {
            return plainly(kind);
        }
        if is_event_noun(self.head) && self.lead(&["at", "in"]) && link.how != How::Change {
            return plainly("location");
        }
        None
    }

    /// Whether the thing is of the kind that is made of, or runs on, software.
    fn systems(&self) -> bool {
        matches!(
            self.head,
            "warehouse"
                | "app"
                | "site"
                | "website"
                | "service"
                | "backend"
                | "frontend"
                | "repo"
                | "pipeline"
                | "store"
                | "shop"
                | "index"
                | "api"
                | "gateway"
                | "server"
                | "cluster"
                | "platform"
                | "portal"
                | "bot"
                | "state"
                | "blog"
                | "wiki"
                | "dashboard"
                | "firmware"
                | "dwh"
        )
    }

    /// Whether nothing follows the thing in its clause.
    fn alone(&self) -> bool {
        self.pair.thing.1 == self.pair.clause.1
    }

    /// "Theo = St Bede's, year 4"
    fn year(&self) -> bool {
        self.tokens[self.pair.value.span.1..].iter().take(3).any(|t| t.any(&["year", "grade", "class", "yr"]))
    }

    /// Who, or what, a thing is in the hands of: "Yuki carries the payments pager".
    fn in_hands(&self, kinds: &[&str]) -> Option<Key> {
        let link = self.pair.link;
        let place = kinds.iter().any(|k| matches!(*k, "place" | "country"));
        if place || is_kin(self.head) {
            return None;
        }
        let opens = &self.tokens[self.pair.thing.0];
        let ours = opens.any(&["my", "our"]);
        if link.verb == Some("have") && ours && !matches!(self.head, "kid" | "kids" | "back" | "attention") {
            return plainly("borrower");
        }
        let pager = matches!(self.head, "pager" | "on-call" | "oncall");
        match (link.how, self.verb()) {
            (How::State, "carry" | "have" | "hold" | "get") if pager => plainly("on_call"),
            (How::State, "insure" | "supply" | "provide" | "deliver" | "cater" | "stock") => {
                plainly("vendor")
            }
            (How::State, "host" | "run" | "facilitate" | "chair" | "moderate" | "lead")
                if is_event_noun(self.head) =>
            {
                plainly("host_person")
            }
            (How::State, "captain" | "coach" | "teach") => Some((agent(self.verb()), None)),
            (How::State, "mind" | "watch" | "babysit") => plainly("babysitter"),
            (How::Placed, _) if self.lead(&["for"]) && kinds.is_empty() && self.alone() => plainly("vendor"),
            _ => None,
        }
    }
}

fn agent(verb: &str) -> String {
    match verb {
        "teach" => "teacher".to_owned(),
        verb => verb.to_owned(),
    }
}
