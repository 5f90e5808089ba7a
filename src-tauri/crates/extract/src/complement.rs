//! What a complement is: a thing that a relation can name, or a state, a manner or a judgement said
//! of the subject ("in a hurry", "at night", "a nightmare", "the wrong century"). Words of closed
//! classes only; whether a reading stands is [`crate::guard`]'s.

use crate::lexicon::RelationSpec;
use crate::phrase;
use crate::shape;
use crate::token::{Shape, Token};
use crate::value::ValueType;
use crate::words;

words::word_class!(
    places: "\
    room kitchen bathroom bedroom office garage shed shop store building floor hall hallway \
    corridor lobby park museum hospital clinic school library warehouse attic loft basement \
    cellar cupboard cabinet drawer shelf box bag fridge freezer desk table street house flat \
    apartment village town city countryside suburb centre center station airport harbour harbor \
    marina dock yard garden field farm barn tower church chapel castle pool gym studio theatre \
    theater cinema café cafe restaurant bar pub hotel hostel lab laboratory workshop hangar \
    depot plant factory mill bay berth gate terminal rack vault safe locker cluster bucket \
    folder directory repo repository namespace region datacenter file wiki boathouse lighthouse \
    cabin tent van truck car boat ship valley island forest beach mountain lake square market \
    bakery bookshop foyer porch balcony terrace roof stable greenhouse orchard vestry gallery \
    archive case wing annex annexe pavilion canteen cafeteria kiosk hut pier quay silo pantry \
    laundry wardrobe closet drive driveway backyard corner"
);

words::word_class!(
    organisations: "\
    company startup start-up firm bank hospital clinic school university college agency bakery \
    shop store restaurant café cafe bar pub hotel library museum theatre theater studio lab \
    laboratory institute ministry council charity ngo consultancy brewery winery factory farm \
    plant airport airline railway port publisher newspaper magazine station church embassy court \
    police army navy government city municipality cooperative co-op gym club federation union \
    insurer supermarket pharmacy bookshop garage workshop practice office corporation academy \
    conservatory kindergarten nursery observatory foundation cinema zoo mill carrier"
);

words::word_class!(
    vehicles: "\
    car van truck lorry bus bike bicycle motorbike motorcycle scooter moped tram tractor taxi \
    cab hatchback estate saloon sedan suv pickup convertible camper campervan minibus jeep \
    hybrid ev e-bike tandem horse pony boat wagon coupe cabrio diesel electric"
);

words::word_class!(
    judgements: "\
    mess joke nightmare disaster pain dream mystery secret monster beast gem delight disgrace \
    shame pity scandal catastrophe tragedy comedy farce circus zoo jungle maze minefield sieve \
    blank blur wreck ruin dump pigsty toaster potato brick dinosaur relic fossil lemon bargain \
    steal rip-off scam blessing curse treasure lifesaver godsend bottleneck burden chore bore \
    hassle headache success failure flop miracle wonder surprise shock fiction garbage rubbish \
    trash crap junk mush nonsense hell heaven chaos zone genius saint angel devil idiot fool \
    clown legend hero winner loser favourite favorite exception pleasure privilege luxury friend \
    stranger bit lot fan sucker believer stickler weapon lie myth truth"
);

words::word_class!(
    thoughts: "\
    point question guess problem issue answer reason idea opinion view feeling hope fear dream \
    wish worry concern complaint suggestion thought take bet vote money mind life head heart \
    brain patience hero excuse conclusion claim assumption weapon advice tip thing truth fact \
    trick trouble catch irony moral lesson secret impression intuition instinct gut hunch theory \
    sense soul spirit pride joy love world luck mistake fault pleasure nightmare obsession \
    passion weakness strength priority challenge bottleneck blocker advantage disadvantage \
    downside upside pro con option alternative choice candidate agenda topic"
);

words::word_class!(
    states: "\
    fear hope hurry haste trouble danger flux limbo chaos shambles disarray peace love vain \
    style silence secret public private progress review use need debt doubt disguise flames fire \
    holiday vacation leave hold strike sale display duty call time schedule track purpose \
    average demand request hand accident mistake nature heart chance default risk stake lunch \
    breakfast dinner work night ease odds war rest once pressure control construction \
    investigation attack way brink verge edge rise decline mend loose minute hour moment row \
    state mood diet budget shoestring riddles jeopardy denial shock pieces ruins tears tatters \
    dreams blood jeans stone reality past present future moonlight hiding exile poverty luxury \
    comfort harmony sin bubble dark mess century era age year week day month weekend weekends \
    afternoon morning evening panic air red black zone loop queue line spotlight pace speed \
    dispute conflict coffee pizza sync turn detail general theory practice principle someone \
    somebody everyone nobody else task step page level score sofa bed couch"
);

words::word_class!(
    adjectives: "\
    slow fast old new sick ill dead big small huge tiny best worst fun sad mad late long short \
    cheap weak strong hot cold low high free down broken great simple hard easy sticky noisy \
    loud quiet dirty clean nice cool warm tired busy angry happy crazy nuts insane weird strange \
    boring funny ugly pretty lovely bad good fine okay ok perfect flaky buggy unstable stable \
    ready done gone full empty expensive gentle kind rude strict lazy smart clever dumb stupid \
    silly rusty dusty messy tight loose heavy light better worse important different similar \
    identical normal ancient modern brilliant excellent amazing annoying exhausting confusing \
    exhausted delighted impossible sore wet dry thin thick rough smooth"
);

words::word_class!(
    weather_or_mood: "sunny rainy cloudy windy snowy foggy stormy frosty icy humid muggy chilly freezing boiling raining snowing dark awake asleep hungry thirsty sleepy early"
);

/// Nouns for where something or somebody can be, beside names.
pub(crate) fn is_place(word: &str) -> bool {
    places(&words::one(word))
}

/// Nouns for whom one can work or study with, beside names.
pub(crate) fn is_organisation(word: &str) -> bool {
    organisations(&words::one(word))
}

/// Nouns for what one drives or rides.
pub(crate) fn is_vehicle(word: &str) -> bool {
    vehicles(&words::one(word))
}

/// Nouns that say of a thing how good or bad it is, and nothing that it has a value of.
pub(crate) fn is_judgement(word: &str) -> bool {
    judgements(&words::one(word))
}

/// Nouns of thought and feeling: what they are equated with is an opinion, no value of an attribute.
pub(crate) fn is_thought(word: &str) -> bool {
    thoughts(&words::one(word))
}

/// Nouns that after "in", "on", "at" or "under" say how something stands, and not where.
pub(crate) fn is_state(word: &str) -> bool {
    states(word)
}

/// Adjectives that judge or tell a passing state.
pub(crate) fn is_adjective(word: &str) -> bool {
    let ends = ["ous", "ful", "less", "ish", "able", "ible", "some"]
        .iter()
        .any(|end| word.len() > end.len() + 2 && word.ends_with(end));
    ends || adjectives(word)
}

/// A word that says how something is: a judgement, the weather, a mood.
pub(crate) fn is_manner(token: &Token<'_>) -> bool {
    token.shape == Shape::Word
        && !token.text.chars().skip(1).any(char::is_uppercase)
        && (is_adjective(&token.lower) || weather_or_mood(&token.lower))
}

/// Words that measure an adjective.
pub(crate) fn is_degree(word: &str) -> bool {
    matches!(
        word,
        "very"
            | "so"
            | "really"
            | "too"
            | "pretty"
            | "quite"
            | "super"
            | "extremely"
            | "rather"
            | "such"
            | "totally"
            | "completely"
            | "absolutely"
            | "incredibly"
    )
}

/// Whether the words say how good something is: an adjective, or an article with such a noun.
pub(crate) fn judges(words: &[Token<'_>]) -> bool {
    let Some(last) = words.last() else { return false };
    let plain = words.iter().all(|t| t.shape == Shape::Word && !t.capital() && !t.has_digit());
    plain && (is_judgement(&last.lower) || words.iter().any(|t| t.is("of")) && is_judgement(&words[0].lower))
}

/// Whether a value has the form of another type than its relation takes: a region, a machine, an
/// address or a channel is no product, and no person.
pub(crate) fn is_foreign(spec: &RelationSpec, object: &[Token<'_>]) -> bool {
    let [first, ..] = object else { return false };
    let text = first.text;
    let formed = shape::is_region(text)
        || shape::is_instance_type(text)
        || shape::is_url(text)
        || shape::is_email(text)
        || shape::is_ip(text)
        || text.starts_with('#')
        || text.starts_with("--") && text.len() > 3;
    let day = object.len() == 1
        && (words::is_weekday(&first.lower) || words::is_month(&first.lower) && first.lower != "may");
    let figure = object.iter().all(|t| t.has_digit() && !t.text.chars().any(char::is_alphabetic));
    match spec.value_type {
        ValueType::Person | ValueType::Organisation | ValueType::Place | ValueType::Team => {
            formed && !text.starts_with('#') || figure || day && spec.value_type != ValueType::Person
        }
        ValueType::Product => {
            formed && !matches!(spec.name, "object_storage" | "chat_tool" | "supports")
                || figure && spec.name != "license"
                || day
        }
        _ => false,
    }
}

/// The last word of a noun phrase's head: "friend" in "friend of my mother".
pub(crate) fn head<'t, 'a>(words: &'t [Token<'a>]) -> Option<&'t Token<'a>> {
    let end = words.iter().position(|t| t.is("of") || phrase::is_boundary(t)).unwrap_or(words.len());
    words[..end.max(usize::from(!words.is_empty()))].last()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::Lexicon;
    use crate::token::tokens;

    #[test]
    fn judgements_are_no_values() {
        for text in ["mess", "work of fiction", "pain", "complete nightmare"] {
            assert!(judges(&tokens(text, 0)), "{text}");
        }
        for text in ["Mess", "standing desk", "Tetris game", "43"] {
            assert!(!judges(&tokens(text, 0)), "{text}");
        }
    }

    #[test]
    fn values_of_another_form_are_foreign() {
        for (relation, text, foreign) in [
            ("database", "eu-west-1", true),
            ("database", "db.r6g.xlarge", true),
            ("database", "Postgres 16", false),
            ("monitoring", "#alerts", true),
            ("owner", "10.0.0.4", true),
            ("owner", "Ines", false),
            ("object_storage", "https://s3.example", false),
        ] {
            let spec = Lexicon::built_in().get(relation).expect("a relation");
            assert_eq!(is_foreign(spec, &tokens(text, 0)), foreign, "{relation} {text}");
        }
    }
}
