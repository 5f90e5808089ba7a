//! Words for persons and events, and what the words of a name tell of its kind.

use crate::gazetteer;
use crate::phrase::{self};
use crate::subject::Class;
use crate::token::{Shape, Token};
use crate::words;

/// Where a name stands after a noun for persons: the start of the name.
#[must_use]
pub(crate) fn apposed_name(tokens: &[Token<'_>], lo: usize, hi: usize) -> Option<usize> {
    let at = (lo..hi).find(|&i| {
        i > lo
            && tokens[i].capital()
            && tokens[i].shape == Shape::Word
            // "the partner API" is nobody's partner.
            && tokens[i].text.chars().any(char::is_lowercase)
            && phrase::proper_name_end(tokens, i, hi) == hi
    })?;
    let noun = &tokens[at - 1];
    (noun.shape == Shape::Word && !noun.capital() && (is_kin(&noun.lower) || is_person_noun(&noun.lower)))
        .then_some(at)
}

#[must_use]
pub(crate) fn is_kin(word: &str) -> bool {
    matches!(
        word,
        "mum"
            | "mom"
            | "mother"
            | "mam"
            | "dad"
            | "father"
            | "papa"
            | "sister"
            | "brother"
            | "wife"
            | "husband"
            | "son"
            | "daughter"
            | "grandma"
            | "grandpa"
            | "grandmother"
            | "grandfather"
            | "granny"
            | "gran"
            | "nan"
            | "uncle"
            | "aunt"
            | "cousin"
            | "niece"
            | "nephew"
            | "girlfriend"
            | "boyfriend"
            | "fiancé"
            | "fiancée"
            | "partner"
            | "twin"
            | "stepmother"
            | "stepfather"
            | "hubby"
            | "mother-in-law"
            | "father-in-law"
            | "sister-in-law"
            | "brother-in-law"
            | "son-in-law"
            | "daughter-in-law"
            | "mommy"
            | "daddy"
            | "mummy"
            | "grandson"
            | "granddaughter"
            | "grandchild"
            | "stepson"
            | "stepdaughter"
            | "stepbrother"
            | "stepsister"
            | "godson"
            | "goddaughter"
            | "eldest"
            | "youngest"
    )
}

/// The plain word for a relative.
#[must_use]
pub(crate) fn kin(word: &str) -> &str {
    match word {
        "mum" | "mom" | "mam" | "mommy" | "mummy" => "mother",
        "dad" | "papa" | "daddy" => "father",
        "grandma" | "granny" | "gran" | "nan" => "grandmother",
        "grandpa" => "grandfather",
        "hubby" => "husband",
        word => word,
    }
}

#[must_use]
pub(crate) fn is_person_noun(word: &str) -> bool {
    matches!(
        word,
        "friend"
            | "parents"
            | "kids"
            | "children"
            | "grandparents"
            | "siblings"
            | "gp"
            | "physio"
            | "physiotherapist"
            | "osteopath"
            | "cardiologist"
            | "dermatologist"
            | "paediatrician"
            | "pediatrician"
            | "optician"
            | "optometrist"
            | "orthodontist"
            | "psychologist"
            | "counsellor"
            | "counselor"
            | "midwife"
            | "accountant"
            | "lawyer"
            | "solicitor"
            | "plumber"
            | "electrician"
            | "cleaner"
            | "nanny"
            | "babysitter"
            | "childminder"
            | "barber"
            | "hairdresser"
            | "stylist"
            | "gardener"
            | "mentor"
            | "recruiter"
            | "realtor"
            | "nutritionist"
            | "dietitian"
            | "masseuse"
            | "handyman"
            | "colleague"
            | "boss"
            | "manager"
            | "teammate"
            | "neighbour"
            | "neighbor"
            | "flatmate"
            | "roommate"
            | "housemate"
            | "coach"
            | "dentist"
            | "doctor"
            | "teacher"
            | "landlord"
            | "landlady"
            | "assistant"
            | "intern"
            | "lead"
            | "engineer"
            | "director"
            | "designer"
            | "therapist"
            | "mechanic"
            | "tutor"
            | "trainer"
            | "vet"
            | "kid"
            | "child"
            | "boy"
            | "girl"
            | "guy"
            | "ex"
            | "coworker"
            | "co-worker"
            | "mate"
            | "student"
            | "nurse"
            | "treasurer"
    )
}

pub(crate) fn is_event_noun(word: &str) -> bool {
    matches!(
        word,
        "meeting"
            | "review"
            | "dinner"
            | "lunch"
            | "breakfast"
            | "brunch"
            | "party"
            | "demo"
            | "launch"
            | "conference"
            | "conf"
            | "retro"
            | "retrospective"
            | "standup"
            | "stand-up"
            | "offsite"
            | "workshop"
            | "hackathon"
            | "class"
            | "session"
            | "concert"
            | "wedding"
            | "appointment"
            | "call"
            | "sync"
            | "kickoff"
            | "kick-off"
            | "planning"
            | "interview"
            | "exam"
            | "match"
            | "race"
            | "trip"
            | "webinar"
            | "meetup"
            | "ceremony"
            | "picnic"
            | "bash"
            | "barbecue"
            | "bbq"
            | "rehearsal"
            | "training"
            | "seminar"
            | "lecture"
            | "show"
            | "gig"
            | "festival"
            | "election"
            | "hearing"
            | "inspection"
            | "presentation"
            | "talk"
            | "summit"
            | "town-hall"
            | "all-hands"
            | "marathon"
            | "tournament"
            | "club"
            | "choir"
            | "reunion"
            | "checkup"
            | "check-up"
            | "flight"
            | "recital"
            | "surgery"
            | "lesson"
            | "graduation"
            | "funeral"
            | "viewing"
            | "exhibition"
            | "poker"
            | "huddle"
            | "scrum"
            | "refinement"
            | "film"
            | "practice"
            | "evening"
            | "kick-about"
            | "regatta"
            | "quiz"
            | "audition"
            | "screening"
            | "vernissage"
            | "fair"
            | "gala"
            | "potluck"
            | "cookout"
            | "sleepover"
            | "playdate"
            | "bake-sale"
            | "fundraiser"
            | "open-day"
    )
}

/// What the words of a name tell of its kind.
#[must_use]
pub(crate) fn class_of(tokens: &[Token<'_>], lo: usize, hi: usize) -> Class {
    let mut content = tokens[lo..hi].iter().filter(|t| t.is_content() && !words::is_determiner(&t.lower));
    let Some(first) = content.clone().next() else { return Class::Thing };
    // The head noun stands before the first preposition or relative clause.
    let head = {
        let end = (lo..hi)
            .find(|&i| {
                i > lo
                    && (words::is_preposition(&tokens[i].lower) || tokens[i].any(&["that", "which", "who"]))
            })
            .unwrap_or(hi);
        tokens[lo..end].iter().rev().find(|t| t.is_content()).unwrap_or(first)
    };
    let handle = first.text.starts_with('@')
        && first.text.chars().skip(1).all(|c| c.is_alphanumeric() || "-_.".contains(c));
    // "Nature Boy" is a name, not a boy.
    let titled = head.capital() && first.capital() && head.span != first.span;
    if (is_kin(&head.lower) || is_person_noun(&head.lower)) && !titled || handle && first.text.len() > 1 {
        return Class::Person;
    }
    if is_event_noun(&head.lower) || is_event_noun(&words::singular(&head.lower)) {
        return Class::Event;
    }
    // "Vasco da Gama", "Harry S. Truman": within a name stand particles and initials.
    let within = |t: &Token<'_>| {
        t.span != first.span
            && t.span != head.span
            && ((phrase::is_particle(&t.lower) || t.is("of")) && !t.capital()
                || t.capital() && t.text.trim_end_matches('.').chars().count() == 1)
    };
    if content.all(|t| {
        within(t)
            || t.capital()
                && t.shape == Shape::Word
                && !phrase::is_code_like(t)
                && t.text.chars().skip(1).any(char::is_lowercase)
                // "Jamie-Lynn"
                && t.text.split('-').all(|part| part.chars().next().is_some_and(char::is_uppercase))
    }) {
        let person =
            tokens[lo..hi].iter().any(|t| gazetteer::is("person", &t.lower) || phrase::is_title(&t.lower));
        return if person { Class::Person } else { Class::Name };
    }
    if phrase::is_title(&first.lower) { Class::Person } else { Class::Thing }
}
