//! Typed values: what kinds of value a relation takes.

/// The type of a relation's values, as named in the lexicon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueType {
    Port,
    Host,
    Url,
    Ip,
    Version,
    Duration,
    Integer,
    Rate,
    Bytes,
    Quantity,
    Percent,
    Money,
    Mass,
    Length,
    Date,
    Time,
    TimeRange,
    Weekday,
    Schedule,
    Path,
    UrlPath,
    Email,
    Phone,
    Region,
    InstanceType,
    Identifier,
    /// A known word of a small list (on/off, green/red, INFO/DEBUG).
    Enum,
    /// A product, service, package, language, licence: something with a proper name.
    Product,
    Person,
    Organisation,
    Team,
    Place,
    Address,
    TimeZone,
    /// Any scalar: number, identifier, word.
    Scalar,
    /// A free noun phrase.
    Text,
}

impl ValueType {
    /// The type of a name in the lexicon's table.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "port_number" => Self::Port,
            "hostname" => Self::Host,
            "url" => Self::Url,
            "ip" => Self::Ip,
            "version" => Self::Version,
            "duration" => Self::Duration,
            "integer" => Self::Integer,
            "rate" => Self::Rate,
            "bytes" => Self::Bytes,
            "quantity" => Self::Quantity,
            "percent" => Self::Percent,
            "money" => Self::Money,
            "mass" => Self::Mass,
            "length" => Self::Length,
            "date" => Self::Date,
            "time" => Self::Time,
            "time_range" => Self::TimeRange,
            "weekday" => Self::Weekday,
            "schedule" => Self::Schedule,
            "path" | "repo" | "location" => Self::Path,
            "url_path" => Self::UrlPath,
            "email" => Self::Email,
            "phone" => Self::Phone,
            "cloud_region" => Self::Region,
            "instance_type" => Self::InstanceType,
            "identifier" | "flag_name" | "branch_name" | "type" => Self::Identifier,
            "enum" => Self::Enum,
            "product" | "product_version" | "product_or_bucket" | "package_or_service" | "language"
            | "licence" | "drug" => Self::Product,
            "person" | "person_name" | "person_or_team" | "animal_name" => Self::Person,
            "organisation" => Self::Organisation,
            "team" => Self::Team,
            "place" | "country" => Self::Place,
            "street_address" => Self::Address,
            "timezone" => Self::TimeZone,
            "scalar" => Self::Scalar,
            "string" | "entity" | "task" | "role" | "condition" | "substance" | "thing" | "food"
            | "topic" | "activity" | "colour" | "material" | "class" => Self::Text,
            _ => return None,
        })
    }
}
