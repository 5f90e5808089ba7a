//! The relation lexicon: canonical names, aliases, verb patterns, cardinality, value types,
//! half-lives, scopes and inverses, read from `assets/relations.tsv`. How patterns are matched
//! against text is [`crate::pattern`]'s.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use memstrata_model::{Cardinality, normalize_name};

use crate::value::ValueType;

const TABLE: &str = include_str!("../../../../assets/relations.tsv");

/// One relation of the lexicon.
#[derive(Clone, Debug)]
pub struct RelationSpec {
    /// Canonical name (`pool_size`).
    pub name: &'static str,
    /// Noun phrases that name it, lower case.
    pub aliases: Vec<&'static str>,
    /// Verb patterns in the table's notation.
    pub patterns: Vec<&'static str>,
    pub cardinality: Cardinality,
    pub value_type: ValueType,
    /// Name of the half-life class (`config`, `identity`, …).
    pub class: &'static str,
    /// Days; −1 = does not age, 0 = ends at its own date.
    pub half_life_days: i64,
    /// Qualifiers that separate keys: env, tier, file, role, kind, …
    pub scope_dims: Vec<&'static str>,
    /// The relation that says the same from the other end.
    pub inverse: Option<&'static str>,
    pub wikidata: Option<&'static str>,
    pub domain: &'static str,
}

impl RelationSpec {
    /// Whether several values hold at a time.
    #[must_use]
    pub fn set_valued(&self) -> bool {
        self.cardinality == Cardinality::Set
    }

    /// What its values are called: its own name, or a noun where the name is a verb's ("residence" of
    /// `lives_in`) or lacks what it is of.
    #[must_use]
    pub fn noun(&self) -> String {
        let named = is_verb_name(self.name) || self.name.ends_with("_of");
        let noun = self.aliases.first().filter(|_| named);
        noun.map_or_else(|| self.name.replace('_', " "), |noun| (*noun).to_owned())
    }

    /// Whether a scope of this dimension separates its keys.
    #[must_use]
    pub fn scoped_by(&self, dimension: &str) -> bool {
        self.scope_dims.contains(&dimension)
    }
}

/// All relations with their aliases.
#[derive(Debug)]
pub struct Lexicon {
    relations: Vec<RelationSpec>,
    by_name: FxHashMap<&'static str, usize>,
    by_alias: FxHashMap<String, Vec<usize>>,
}

impl Lexicon {
    /// The table that ships with the program.
    #[must_use]
    pub fn built_in() -> &'static Lexicon {
        static BUILT_IN: OnceLock<Lexicon> = OnceLock::new();
        BUILT_IN.get_or_init(|| Lexicon::read(TABLE))
    }

    fn read(table: &'static str) -> Lexicon {
        let relations: Vec<RelationSpec> = rows(table).filter_map(read_row).collect();
        let mut by_alias: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        for (index, relation) in relations.iter().enumerate() {
            let own = relation.name.replace('_', " ");
            // A verb is no noun: "uses", "lives in" name nothing before a value.
            let noun = !is_verb_name(relation.name);
            for alias in noun.then_some(own.as_str()).into_iter().chain(relation.aliases.iter().copied()) {
                for phrase in [normalize_name(alias), alias.to_owned()] {
                    let list = by_alias.entry(phrase).or_default();
                    if !list.contains(&index) {
                        list.push(index);
                    }
                }
            }
        }
        // A relation's own name comes first for the phrase that spells it.
        for (phrase, list) in &mut by_alias {
            list.sort_by_key(|&index| (normalize_name(relations[index].name) != *phrase, index));
        }
        let by_name = relations.iter().enumerate().map(|(i, r)| (r.name, i)).collect();
        Lexicon { relations, by_name, by_alias }
    }

    /// All relations, in the table's order.
    pub fn relations(&self) -> impl Iterator<Item = &RelationSpec> {
        self.relations.iter()
    }

    /// The relation of a canonical name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&RelationSpec> {
        self.by_name.get(name).map(|&index| &self.relations[index])
    }

    /// The relation that a canonical name or an alias names first of all ("pool size").
    #[must_use]
    pub fn resolve(&self, phrase: &str) -> Option<&RelationSpec> {
        self.get(phrase).or_else(|| self.resolve_all(phrase).next())
    }

    /// The relation that a name stands for where somebody tells a fact in so many words: as
    /// [`Lexicon::resolve`], and also by a verb's name however it is spelt ("depends on") and, of
    /// those with many values, by the plural of a noun ("friends").
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&RelationSpec> {
        let folded = normalize_name(name);
        let spelt = || self.relations.iter().find(|relation| normalize_name(relation.name) == folded);
        let one = || folded.strip_suffix('s').and_then(|one| self.resolve(one));
        self.resolve(name).or_else(spelt).or_else(|| one().filter(|relation| relation.set_valued()))
    }

    /// The relations of a phrase that is lower case and single-spaced already.
    #[must_use]
    pub(crate) fn alias(&'static self, phrase: &str) -> Vec<&'static RelationSpec> {
        self.by_alias
            .get(phrase)
            .map_or_else(Vec::new, |list| list.iter().map(|&i| &self.relations[i]).collect())
    }

    /// Every relation that a phrase can name; the value's type decides among them.
    pub fn resolve_all(&self, phrase: &str) -> impl Iterator<Item = &RelationSpec> {
        let list = self.by_alias.get(&normalize_name(phrase)).map_or(&[][..], Vec::as_slice);
        list.iter().map(|&index| &self.relations[index])
    }
}

/// The lines that hold a relation: neither comments nor the line that names the columns.
fn rows(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).skip(1)
}

fn is_verb_name(name: &str) -> bool {
    matches!(
        name,
        "uses"
            | "likes"
            | "plays"
            | "speaks"
            | "prefers"
            | "supports"
            | "deprecates"
            | "depends_on"
            | "lives_in"
            | "works_at"
            | "studies_at"
            | "working_on"
            | "allergic_to"
            | "blocked_by"
            | "made_of"
            | "part_of"
            | "type_of"
            | "dislikes"
            | "likes_food"
            | "reports"
            | "founded"
            | "knows"
            | "met"
            | "visited"
    )
}

fn read_row(line: &'static str) -> Option<RelationSpec> {
    let cells: Vec<&'static str> = line.split('\t').collect();
    let [name, surface, cardinality, value_type, class, days, scopes, inverse, wikidata, domain] =
        cells.as_slice()
    else {
        return None;
    };
    let (nouns, verbs) = surface.split_once(" V:").unwrap_or((surface, ""));
    let nouns = nouns.strip_prefix("N:").unwrap_or(nouns);
    let stated = |cell: &'static str| Some(cell).filter(|cell| !cell.is_empty() && *cell != "-");
    Some(RelationSpec {
        name,
        aliases: split_alternatives(nouns),
        patterns: split_alternatives(verbs),
        cardinality: Cardinality::from_name(cardinality)?,
        value_type: ValueType::from_name(value_type)?,
        class,
        half_life_days: days.parse().ok()?,
        scope_dims: stated(scopes).map(|s| s.split(',').collect()).unwrap_or_default(),
        inverse: stated(inverse),
        wikidata: stated(wikidata),
        domain,
    })
}

/// Splits at `|` outside parentheses.
fn split_alternatives(text: &'static str) -> Vec<&'static str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0_u32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty() && *part != "-").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_is_read() {
        for line in rows(TABLE) {
            assert!(read_row(line).is_some(), "{line}");
        }
        assert_eq!(Lexicon::built_in().relations().count(), rows(TABLE).count());
        assert!(rows(TABLE).count() > 190);
    }

    #[test]
    fn names_are_unique() {
        let lexicon = Lexicon::built_in();
        assert_eq!(lexicon.by_name.len(), lexicon.relations.len());
    }

    #[test]
    fn aliases_lead_to_the_relation() {
        let lexicon = Lexicon::built_in();
        assert_eq!(lexicon.resolve("listening port").map(|r| r.name), Some("port"));
        assert_eq!(lexicon.resolve("Pool_Size").map(|r| r.name), Some("pool_size"));
        assert_eq!(lexicon.resolve("works_at").map(|r| r.name), Some("works_at"));
        assert!(lexicon.resolve("shoe size").is_none());
        for (told, name) in [("Depends on", "depends_on"), ("friends", "friend"), ("Knows", "knows")] {
            assert_eq!(lexicon.named(told).map(|r| r.name), Some(name), "{told}");
        }
        // The plural of what has one value is not that value.
        assert!(lexicon.named("ports").is_none());
    }

    /// Nouns and patterns that two relations of one value type share; the first is read first.
    const DECIDED: [(&str, &[&str]); 19] = [
        // A film's director and an institution's: the relation's own name.
        ("director", &["role_holder", "director"]),
        // Who breaks up may be married or not; the one that holds is ended.
        ("!S break up with O", &["spouse", "partner"]),
        // Food is given up by its name, all else is what one does.
        ("!S give up O", &["likes_food", "plays"]),
        // Persons live and are back in towns, things are.
        ("S be back in O", &["lives_in", "location"]),
        ("S live in O", &["lives_in", "location"]),
        // Persons come from towns, things from countries.
        ("S come from O", &["hometown", "country_of_origin"]),
        // Firms and persons.
        ("S be based in O", &["headquarters", "lives_in"]),
        ("S be kept in O", &["database", "tracker"]),
        // Programs and books, by the language's name.
        ("S be written in O", &["programming_language", "original_language"]),
        // Tokens and sessions live so long, all else goes on.
        ("S last O", &["ttl", "duration"]),
        ("S start at O", &["works_at", "studies_at"]),
        // Tickets and tasks have an assignee, everything else an owner.
        ("O take over S", &["assignee", "owner"]),
        ("S be handed (over)? to O", &["assignee", "owner"]),
        ("hand S over (from O2)? to O", &["assignee", "owner"]),
        // The next five go by the kind of thing that the value's name names, and by the subject's class.
        ("S be on O", &["medication", "protocol"]),
        ("S be stored in O", &["database", "object_storage"]),
        ("S run on O", &["cloud_provider", "operating_system"]),
        ("S speak O", &["speaks", "protocol"]),
        ("rewrite S in O", &["programming_language", "framework"]),
    ];

    #[test]
    fn no_two_relations_of_a_type_share_their_words() {
        let mut named: std::collections::BTreeMap<(String, String), Vec<&str>> = Default::default();
        for relation in Lexicon::built_in().relations() {
            let mut words: Vec<&str> = relation.aliases.iter().chain(&relation.patterns).copied().collect();
            let stated = words.len();
            words.sort_unstable();
            words.dedup();
            assert_eq!(words.len(), stated, "{} says a thing twice", relation.name);
            let own = relation.name.replace('_', " ");
            if !words.contains(&own.as_str()) && !is_verb_name(relation.name) {
                words.push(&own);
            }
            for word in words {
                let key = (word.to_owned(), format!("{:?}", relation.value_type));
                named.entry(key).or_default().push(relation.name);
            }
        }
        let shared: Vec<(String, Vec<&str>)> = named
            .into_iter()
            .filter(|(_, rows)| rows.len() > 1)
            .map(|((word, _), rows)| (word, rows))
            .collect();
        let undecided: Vec<_> = shared
            .iter()
            .filter(|(word, rows)| !DECIDED.iter().any(|(w, r)| w == word && r == rows))
            .collect();
        assert!(undecided.is_empty(), "{undecided:?}");
        assert_eq!(shared.len(), DECIDED.len(), "{shared:?}");
    }

    #[test]
    fn half_lives_are_of_their_class() {
        for r in Lexicon::built_in().relations() {
            let days = match r.class {
                "identity" | "name" => -1..=-1,
                "plan" => 0..=0,
                "status" | "rota" => 7..=30,
                "event" => 30..=30,
                "metric" => 7..=365,
                "version" | "schedule" => 180..=180,
                "config" => 90..=730,
                "price" | "dependency" => 90..=365,
                "code_name" => 365..=730,
                "ownership" => 548..=548,
                "policy" => 365..=1825,
                "infra" => 730..=1095,
                "address" | "contact" => 730..=1096,
                "job_title" => 365..=1461,
                "preference" | "food_preference" => 730..=1826,
                "relationship" => 1461..=3650,
                "fact" => 365..=3650,
                class => panic!("{}: no class {class}", r.name),
            };
            assert!(days.contains(&r.half_life_days), "{}: {} days", r.name, r.half_life_days);
            // What ends at its own date has a date for its value.
            let dated = r.value_type == ValueType::Date;
            assert!(r.half_life_days != 0 || dated, "{} ends at no date", r.name);
            // What may never change does not age.
            assert!(r.cardinality != Cardinality::Fixed || r.half_life_days == -1, "{}", r.name);
        }
    }

    #[test]
    fn patterns_can_be_found_and_lead_to_a_value() {
        for r in Lexicon::built_in().relations() {
            for written in &r.patterns {
                let body = written.strip_prefix('!').unwrap_or(written);
                for items in crate::notation::expand(body) {
                    assert!(crate::notation::anchor(&items).is_some(), "{}: {written}", r.name);
                    let valued = items.contains(&crate::notation::Item::Object);
                    // Enumerated words stand in the pattern itself, and an end may name none.
                    let literal = matches!(r.name, "condition" | "default_value")
                        || r.value_type == ValueType::Enum
                        || written.starts_with('!');
                    assert!(valued || literal, "{}: {written}", r.name);
                }
            }
        }
    }

    #[test]
    fn inverses_answer_each_other() {
        let lexicon = Lexicon::built_in();
        for r in lexicon.relations() {
            let Some(inverse) = r.inverse else { continue };
            if let Some(back) = lexicon.get(inverse).and_then(|other| other.inverse) {
                let known = back == r.name || r.name == "sibling";
                assert!(known, "{} names {inverse}, which names {back}", r.name);
            }
        }
    }
}
