//! The kinds of evidence that a sentence speaks of one key and of its next value: words for the key,
//! an equation of its name with a value, a post that somebody is put in, a thing that changed hands.

use super::alien;
use super::role::{self, Arrive};
use super::spoken::{Span, Spoken};
use super::turns;
use super::weighing::View;
use crate::phrase;
use crate::token::Token;
use crate::value::ValueType;
use crate::words;

impl View<'_, '_> {
    /// Whether the sentence has words for a key besides its value.
    pub fn called(&self, key: &Spoken) -> bool {
        key.relation.is_some() || key.stem.is_some() || key.subject.is_some() && !key.own()
    }

    /// Whether a value that is given up is so for good, by what it is: who is "out" may be at lunch,
    /// who left a place may be back at night, and one figure after another may be of anything.
    pub fn for_good(&self, key: &Spoken, old: Span, new: Span, arrive: Arrive, known: bool) -> bool {
        let kind = key.spec.map(|s| s.value_type);
        let lives = key.spec.is_some_and(|s| matches!(s.name, "lives_in" | "hometown"));
        if lives {
            let home = [
                "live",
                "living",
                "lives",
                "resident",
                "home",
                "based",
                "settled",
                "moved",
                "relocated",
                "house",
                "flat",
            ];
            return self.tokens.iter().any(|t| t.any(&home));
        }
        let away = kind == Some(ValueType::Person)
            && self.opens(old)
            && self.tokens[old.1..].iter().take(4).any(|t| {
                t.any(&["out", "off", "gone", "over", "done", "finished", "behind", "past", "unavailable"])
            });
        let named = [
            ValueType::Phone,
            ValueType::Url,
            ValueType::UrlPath,
            ValueType::Ip,
            ValueType::Email,
            ValueType::Path,
            ValueType::Host,
            ValueType::Region,
        ];
        let figure = kind.is_some_and(|k| crate::candidate::is_figure(k) && !named.contains(&k));
        if away || figure && arrive == Arrive::So {
            return known || arrive == Arrive::Taken;
        }
        new.0 != new.1
    }

    /// "packed up in Leeds and moved to York", of where somebody lives.
    pub fn relocates(&self, key: &Spoken, new: Span) -> bool {
        let place = key
            .spec
            .is_some_and(|s| matches!(s.name, "lives_in" | "headquarters" | "region" | "location" | "host"));
        place
            && role::part_of(self.parts, new.0).is_some_and(|p| {
                self.tokens[p.lo..new.0]
                    .iter()
                    .any(|t| t.any(&["moved", "relocated", "resettled", "emigrated"]))
            })
    }

    /// "… to N", or N as the subject of what it does.
    pub fn led_to(&self, new: Span) -> bool {
        self.opens(new) || new.0.checked_sub(1).is_some_and(|i| self.tokens[i].any(&["to", "onto", "into"]))
    }

    /// "Chloe passed the baton to N", "Joris handed the service to N", and not "gave a tour of it to N".
    pub fn hands_over(&self, key: &Spoken, old: Span, new: Span) -> bool {
        let Some(part) = role::part_of(self.parts, new.0) else { return false };
        let Some(verb) = (old.1..new.0.min(part.hi)).find(|&i| {
            let turn = turns::done(self.tokens, i);
            turn.passes || turn.moves || turn.replaces || turn.drops
        }) else {
            return self.opens(new);
        };
        let from = verb + 1 + usize::from(self.tokens[verb + 1].any(&["over", "on", "up", "out"]));
        let end = phrase::noun_phrase_end(self.tokens, from, new.0);
        let head = (from..end).find(|&i| self.tokens[i].is("of")).unwrap_or(end);
        let inside = |i: usize| {
            key.subject.is_some_and(|(a, b)| (a..b).contains(&i))
                || key.relation.is_some_and(|(a, b)| (a..b).contains(&i))
        };
        head == from
            || (from..head).any(|i| inside(i) || alien::IDIOMS.contains(&self.tokens[i].lower.as_str()))
    }

    /// Whether a subject is what its clause is about: neither the owner of something nor where
    /// something is.
    pub fn itself(&self, subject: Span) -> bool {
        let owns = self
            .tokens
            .get(subject.1)
            .is_some_and(|t| t.is("'s") && !crate::sentence::clitic_is_verb(self.tokens, subject.1));
        let before = (0..subject.0).rev().find(|&i| {
            !words::is_determiner(&self.tokens[i].lower) && !words::is_possessive(&self.tokens[i].lower)
        });
        let within = before.is_some_and(|i| {
            words::is_preposition(&self.tokens[i].lower) && !self.tokens[i].any(&["over", "on"])
        });
        !owns && !within
    }

    /// Whether two pieces of code are the same but for their figures ("node:18", "node:22").
    pub fn akin(&self, key: &Spoken, new: Span) -> bool {
        let letters = |text: &str| {
            text.chars().filter(|c| !c.is_ascii_digit() && *c != '.').collect::<String>().to_lowercase()
        };
        let now = letters(self.tokens[new.0].text);
        new.1 == new.0 + 1
            && now.chars().filter(|c| c.is_alphabetic()).count() >= 4
            && letters(&key.held.object) == now
    }

    pub fn same_part(&self, a: Span, b: Span) -> bool {
        role::part_of(self.parts, a.0).map(|p| p.lo) == role::part_of(self.parts, b.0).map(|p| p.lo)
    }

    /// Whether a value is the subject of its clause.
    pub fn opens(&self, span: Span) -> bool {
        role::part_of(self.parts, span.0).is_some_and(|p| {
            self.tokens[p.lo..span.0].iter().all(|t| {
                words::is_determiner(&t.lower)
                    || words::is_possessive(&t.lower)
                    || t.is_punct()
                    || words::is_filler(&t.lower)
                    || words::is_adverb(&t.lower)
                    || words::is_conjunction(&t.lower)
                    || words::is_time_word(&t.lower)
                    || words::is_month(&t.lower)
                    || words::is_weekday(&t.lower)
                    || t.any(&["from", "as", "of", "break", "then"])
                    || phrase::is_title(&t.lower)
            })
        })
    }

    /// Whether the clause of a value says that it does what another did.
    pub fn stands_for(&self, new: Span) -> bool {
        role::part_of(self.parts, new.0).is_some_and(|p| {
            self.tokens[p.lo..p.hi].iter().any(|t| {
                t.any(&[
                    "job", "role", "post", "position", "helm", "reins", "baton", "torch", "mantle", "shoes",
                    "seat", "duties", "duty", "instead", "place", "chair", "armband",
                ])
            })
        })
    }

    /// Whether the speaker of a sentence can mean a key: it is theirs, or the sentence names whose it is,
    /// or none but the value itself is spoken of.
    pub fn concerns(&self, key: &Spoken, old: Span, new: Option<Span>) -> bool {
        if key.own() || key.subject.is_some() {
            return true;
        }
        let agent =
            self.tokens.iter().any(|t| t.any(&["i", "we", "my", "our", "us", "me", "they", "he", "she"]));
        // "Handed the ingest service over from Priya": what is spoken of is another thing.
        let another = (0..self.tokens.len()).any(|i| {
            let end = phrase::noun_phrase_end(self.tokens, i, self.tokens.len());
            let inside = |s: Span| i < s.1 && s.0 < end;
            self.tokens[i].any(&["the", "a", "an", "this", "that"])
                && end > i + 1
                && !inside(old)
                && !key.relation.is_some_and(inside)
                && !new.is_some_and(inside)
                && !self.tokens[i + 1..end].iter().all(|t| words::is_time_word(&t.lower))
        });
        !agent && !another
    }

    /// Whether a value that is gone, with nothing in its place, ends its key.
    pub fn ends(&self, key: &Spoken, old: Span) -> bool {
        let person = key.spec.is_some_and(|s| s.value_type == ValueType::Person);
        let chosen = key.spec.is_none_or(|s| {
            matches!(s.value_type, ValueType::Product | ValueType::Organisation | ValueType::Identifier)
                && !matches!(
                    s.name,
                    "likes" | "likes_food" | "dislikes" | "owns" | "name" | "status" | "allergic_to" | "pet"
                )
        });
        // What ends of somebody or something is told with the doer.
        let done = !self.opens(old);
        // "instead of A", "not A" say nothing of A's end where nothing takes its place.
        let told =
            (0..old.0).rev().find(|&i| !words::is_determiner(&self.tokens[i].lower)).is_some_and(|i| {
                let t = &self.tokens[i];
                let idle = ["than", "not", "n't", "was", "were", "formerly", "previously", "no", "from"];
                let instead = t.is("of") && i > 0 && !self.tokens[i - 1].any(&["rid", "out"]);
                !(t.any(&idle) || instead)
            });
        let denied = role::part_of(self.parts, old.0).is_some_and(|p| p.cues.negated && !p.cues.ends);
        !person
            && chosen
            && told
            && !denied
            && !key.plain
            && done
            && !alien::besides(self.tokens, key, old, None)
    }

    /// "R is N", "N has been the R", "R is down to N", "moved the R to N".
    pub fn equates(&self, key: &Spoken, relation: Span, new: Span) -> bool {
        let ((_, from), (to, _)) = if relation.0 < new.0 { (relation, new) } else { (new, relation) };
        if from > to || !self.same_part(relation, new) {
            return false;
        }
        let Some(part) = role::part_of(self.parts, new.0) else { return false };
        let between = &self.tokens[from..to];
        let is = |t: &Token<'_>| {
            t.lemma_is("be") && !t.any(&["was", "were"]) || t.any(&["becomes", "became", "has", "have"])
        };
        let moves = |t: &Token<'_>| turns::turn(t).moves;
        let led = between.last().is_some_and(|t| t.any(&["to", "at", "on"]))
            && (part.lo..to).any(|i| {
                let turn = turns::done(self.tokens, i);
                turn.moves || turn.passes || turn.takes
            });
        let beside = between.is_empty()
            && relation.0 < new.0
            && relation.1 > relation.0 + 1
            && self.tokens[new.0].has_digit();
        let verb =
            between.iter().any(is) || (from..to).any(|i| turns::done(self.tokens, i).moves) || led || beside;
        let of_key = |i: usize| key.subject.is_some_and(|(a, b)| (a..b).contains(&i));
        verb && (from..to).all(|i| {
            let t = &self.tokens[i];
            is(t)
                || of_key(i)
                || moves(t)
                || t.any(&[
                    "'ve", "to", "up", "down", "at", "got", "from", "of", "by", "on", "in", "for", "changed",
                    "back",
                ])
                || words::is_determiner(&t.lower)
                || words::is_possessive(&t.lower)
                || words::is_adverb(&t.lower)
                || words::is_time_word(&t.lower)
                || t.is("been")
        })
    }

    /// "went with N as our R", "N was elected R", "N took over as R", "N for my new R".
    pub fn serves_as(&self, key: &Spoken, relation: Span, new: Span) -> bool {
        if new.1 > relation.0 || !self.same_part(relation, new) {
            return false;
        }
        let Some(part) = role::part_of(self.parts, new.0) else { return false };
        let mut at = relation.0;
        let mut fresh = false;
        while at > new.1
            && (words::is_determiner(&self.tokens[at - 1].lower)
                || words::is_possessive(&self.tokens[at - 1].lower)
                || self.tokens[at - 1].any(&["new", "'s"])
                || key.subject.is_some_and(|(a, b)| (a..b).contains(&(at - 1))))
        {
            at -= 1;
            fresh |= self.tokens[at].is("new");
        }
        let Some(link) = at.checked_sub(1).filter(|l| *l >= new.1) else { return false };
        let taking = |i: usize| {
            let (t, turn) = (&self.tokens[i], turns::done(self.tokens, i));
            turn.takes
                || turn.moves
                || turn.replaces
                || t.any(&[
                    "put", "taking", "took", "takes", "named", "made", "promoted", "use", "using", "chosen",
                    "serves", "acts",
                ])
        };
        let verbs = (part.lo..link).any(taking);
        let token = &self.tokens[link];
        token.is("as") && verbs
            || token.is("for") && fresh && verbs
            || token.any(&["elected", "appointed", "named", "made", "voted"])
            || token.is("to") && self.tokens[link - 1].is("promoted")
    }

    /// "We've switched vets, ours is N now", "the chapter was reassigned, N reviews it": what changed is
    /// told before, and taken up by a word that stands for it.
    pub fn carried(&self, told: Span, new: Span) -> bool {
        let (Some(first), Some(next)) = (role::part_of(self.parts, told.0), role::part_of(self.parts, new.0))
        else {
            return false;
        };
        let changed = self.tokens[first.lo..first.hi].iter().any(|t| {
            let turn = turns::turn(t);
            turn.moves
                || turn.drops
                || turn.passes
                || t.any(&["reassigned", "rebuilt", "rewrote", "changed", "renamed", "new"])
        });
        let back = self.tokens[next.lo..next.hi]
            .iter()
            .any(|t| t.any(&["it", "ours", "mine", "that", "he", "she", "they", "there"]));
        first.hi <= next.lo && changed && back
    }

    /// "S was given to N", "handed S over to N": the thing itself in other hands.
    pub fn passed(&self, subject: Span, new: Span) -> bool {
        let to = new.0.checked_sub(1).is_some_and(|i| self.tokens[i].is("to"));
        let Some(part) = role::part_of(self.parts, new.0).filter(|_| to) else { return false };
        (part.lo..new.0).any(|i| {
            let object = i < subject.0
                && self.tokens[i + 1..subject.0].iter().all(|t| {
                    words::is_determiner(&t.lower)
                        || words::is_possessive(&t.lower)
                        || t.any(&["over", "on", "back"])
                });
            let passive = subject.1 <= i
                && self.opens(subject)
                && (self.tokens[subject.1..i].iter().any(|t| t.lemma_is("be") || t.is("got"))
                    || self.tokens[i].is("went"));
            let turn = turns::done(self.tokens, i);
            (turn.passes || self.tokens[i].is("went")) && (object || passive)
        })
    }

    /// Whether a subject stands before the verb that leads to a value, or is what that verb is done to.
    pub fn before_verb(&self, subject: Span, new: Span) -> bool {
        subject.1 <= new.0 || self.tokens[new.1..].iter().any(|t| t.verb.is_some())
    }

    /// Whether the word before a value is one that stands before values of the relation.
    pub fn fitting(&self, key: &Spoken, new: Span) -> bool {
        let Some(before) = new.0.checked_sub(1).map(|i| &self.tokens[i]) else { return false };
        if !words::is_preposition(&before.lower) || before.is("to") {
            return false;
        }
        let Some(part) = role::part_of(self.parts, new.0) else { return false };
        let verbs: Vec<&str> = self.tokens[part.lo..new.0]
            .iter()
            .filter_map(|t| t.verb.map(|v| v.lemma).filter(|l| *l != "be" && *l != "have"))
            .collect();
        let does = |words: &str| {
            let listed = words
                .split([' ', '|', '(', ')'])
                .any(|w| verbs.contains(&w) || words::verb(w).is_some_and(|v| verbs.contains(&v.lemma)));
            let source = before.is("from")
                && verbs.iter().any(|v| matches!(*v, "get" | "buy" | "order" | "come" | "take"));
            listed || source
        };
        match key.spec {
            Some(spec) => {
                matches!(spec.value_type, ValueType::Product | ValueType::Organisation)
                    && spec.patterns.iter().any(|p| {
                        p.strip_suffix(" O").is_some_and(|head| {
                            head.split([' ', '|', '(', ')']).next_back().is_some_and(|w| before.is(w))
                                && does(head)
                        })
                    })
            }
            None => {
                key.held.relation.rsplit(' ').next().is_some_and(|w| before.is(w)) && does(&key.held.relation)
            }
        }
    }
}
