//! Stories of a value that was told for as long as something else is so: in either order of the
//! clauses, with pronouns across them, and with what hangs on a thing two levels deep.

use super::commutes::{Case, Stands, Uncertain, case};

pub const CONDITIONS: &[Case] = &[
    // One clause speaks of the other's thing by a pronoun.
    case(
        &[
            ("2026-01-05", "As long as Ben works at Orbit, his parking spot is C7."),
            ("2026-03-01", "Ben now works at Lumen."),
        ],
        "What is Ben's parking spot?",
        Uncertain("lumen"),
    ),
    case(
        &[("2026-01-05", "As long as Ben works at Orbit, his parking spot is C7.")],
        "What is Ben's parking spot?",
        Stands("C7"),
    ),
    case(
        &[
            ("2026-01-05", "Ben's parking spot is C7 so long as he works at Orbit."),
            ("2026-03-01", "Ben now works at Lumen."),
        ],
        "What is Ben's parking spot?",
        Uncertain("lumen"),
    ),
    case(
        &[
            ("2026-01-05", "Provided Lena lives in Graz, her gym is Kraftwerk."),
            ("2026-03-01", "Lena moved to Linz."),
        ],
        "What is Lena's gym?",
        Uncertain("linz"),
    ),
    case(
        &[
            ("2026-01-05", "While Atlas is hosted in Frankfurt, its backup region is eu-west-3."),
            ("2026-03-01", "Atlas is now hosted in Dublin."),
        ],
        "What is the backup region of Atlas?",
        Uncertain("dublin"),
    ),
    // Another one moves.
    case(
        &[
            ("2026-01-05", "As long as Ben works at Orbit, his parking spot is C7."),
            ("2026-02-01", "Ida works at Orbit."),
            ("2026-03-01", "Ida now works at Lumen."),
        ],
        "What is Ben's parking spot?",
        Stands("C7"),
    ),
    // Said again after the change.
    case(
        &[
            ("2026-01-05", "As long as Ben works at Orbit, his parking spot is C7."),
            ("2026-03-01", "Ben now works at Lumen."),
            ("2026-03-05", "Ben's parking spot is A2."),
        ],
        "What is Ben's parking spot?",
        Stands("A2"),
    ),
    // Who holds a post.
    case(
        &[
            ("2026-01-05", "While Ana is the CTO, the release day is Tuesday."),
            ("2026-03-01", "Boris is the CTO now."),
        ],
        "What is the release day?",
        Uncertain("boris"),
    ),
    // A link without a figure in it.
    case(
        &[("2026-01-05", "The endpoint is https://api.example.com as long as the region is eu-west-1.")],
        "What is the endpoint?",
        Stands("https://api.example.com"),
    ),
    case(
        &[
            ("2026-01-05", "The endpoint is https://api.example.com as long as the region is eu-west-1."),
            ("2026-03-01", "The region is now us-east-1."),
        ],
        "What is the endpoint?",
        Uncertain("us-east-1"),
    ),
    case(
        &[
            ("2026-01-05", "Providing that the plan is Basic, the quota is 10 GB."),
            ("2026-03-01", "The plan is Gold now."),
        ],
        "What is the quota?",
        Uncertain("gold"),
    ),
    case(
        &[
            ("2026-01-05", "My desk is 4B as long as I am on the platform team."),
            ("2026-03-01", "I am on the data team now."),
        ],
        "What is my desk?",
        Uncertain("data"),
    ),
    // "While" sets two things apart as well.
    case(
        &[
            ("2026-01-05", "While the relay is on port 9080, the gateway is on port 8080."),
            ("2026-03-01", "The relay is now on port 9090."),
        ],
        "Which port is the gateway on?",
        Stands("8080"),
    ),
];

/// Two levels of things: what the first hangs on hangs on a third.
pub const LEVELS: &[Case] = &[
    case(
        &[
            ("2026-01-05", "The cluster's region is eu-west-1."),
            ("2026-01-05", "The cluster's node type is m5.large."),
            ("2026-01-05", "The batch job's memory limit is 4 GB."),
            ("2026-01-06", "The batch job's memory limit is pegged to the cluster's node type."),
            ("2026-01-06", "The cluster's node type depends on the cluster's region."),
            ("2026-03-01", "The cluster's region is now us-east-2."),
        ],
        "What is the batch job's memory limit?",
        Uncertain("us-east-2"),
    ),
    case(
        &[
            ("2026-01-05", "Atlas's owner is Mira."),
            ("2026-01-05", "The on-call phone of Atlas is 555-0101."),
            ("2026-01-05", "The escalation channel of Atlas is #atlas-red."),
            ("2026-01-06", "The on-call phone of Atlas hangs on the owner of Atlas."),
            ("2026-01-06", "The escalation channel of Atlas goes with its on-call phone."),
            ("2026-03-01", "Atlas's owner is now Jonas."),
        ],
        "What is the escalation channel of Atlas?",
        Uncertain("jonas"),
    ),
    case(
        &[
            ("2026-01-05", "Our hosting provider is Hetzner."),
            ("2026-01-05", "Our backup window is 02:00 to 03:00."),
            ("2026-01-05", "The maintenance day is Sunday."),
            ("2026-01-06", "Our backup window is tied to our hosting provider."),
            ("2026-01-06", "The maintenance day follows our backup window."),
            ("2026-03-01", "Our hosting provider is now OVH."),
        ],
        "What is the maintenance day?",
        Uncertain("ovh"),
    ),
    case(
        &[
            ("2026-01-05", "Nora works at Kestrel."),
            ("2026-01-05", "Nora lives in Bergen."),
            ("2026-01-05", "Nora's gym is Fjordfit."),
            ("2026-01-06", "Where Nora lives depends on where she works."),
            ("2026-01-06", "Nora's gym hinges on where she lives."),
            ("2026-03-01", "Nora works at Tern now."),
        ],
        "What is Nora's gym?",
        Uncertain("tern"),
    ),
    case(
        &[
            ("2026-01-05", "The billing service's database is Postgres 14."),
            ("2026-01-05", "The billing service's driver version is 3.2."),
            ("2026-01-05", "The report job's batch size is 500."),
            ("2026-01-06", "The billing service's driver version is bound to its database."),
            ("2026-01-06", "The report job's batch size is pinned to the billing service's driver version."),
            ("2026-03-01", "The billing service moved to MySQL 8."),
        ],
        "What is the report job's batch size?",
        Uncertain("mysql 8"),
    ),
    case(
        &[
            ("2026-01-05", "My manager is Ida."),
            ("2026-01-05", "My team is Search."),
            ("2026-01-05", "My standup is at 9:30."),
            ("2026-01-06", "My team depends on who my manager is."),
            ("2026-01-06", "My standup depends on which team I am on."),
            ("2026-03-01", "My manager is Bo now."),
        ],
        "When is my standup?",
        Uncertain("bo"),
    ),
    case(
        &[
            ("2026-01-05", "The proxy's certificate is wild-7."),
            ("2026-01-06", "As long as the proxy's certificate is wild-7, the proxy's port is 8443."),
            ("2026-01-06", "The proxy's certificate depends on the domain."),
            ("2026-01-06", "The domain is acme.dev."),
            ("2026-03-01", "The domain is now acme.io."),
        ],
        "What is the proxy's port?",
        Uncertain("acme.io"),
    ),
    // The middle one is said again after the change, the last one is not.
    case(
        &[
            ("2026-01-05", "Our hosting provider is Hetzner."),
            ("2026-01-05", "Our backup window is 02:00 to 03:00."),
            ("2026-01-05", "The maintenance day is Sunday."),
            ("2026-01-06", "Our backup window is tied to our hosting provider."),
            ("2026-01-06", "The maintenance day follows our backup window."),
            ("2026-03-01", "Our hosting provider is now OVH."),
            ("2026-03-02", "Our backup window is 02:00 to 03:00."),
        ],
        "What is the maintenance day?",
        Stands("Sunday"),
    ),
    // The third one of another thing changes.
    case(
        &[
            ("2026-01-05", "The cluster's region is eu-west-1."),
            ("2026-01-05", "The cluster's node type is m5.large."),
            ("2026-01-05", "The batch job's memory limit is 4 GB."),
            ("2026-01-06", "The batch job's memory limit rides on the cluster's node type."),
            ("2026-01-06", "The cluster's node type depends on the cluster's region."),
            ("2026-02-01", "The archive's region is eu-west-1."),
            ("2026-03-01", "The archive's region is now us-east-2."),
        ],
        "What is the batch job's memory limit?",
        Stands("4 GB"),
    ),
    case(
        &[
            ("2026-01-05", "The warehouse's lease is Plan B."),
            ("2026-01-05", "The warehouse's opening hours are 8 to 16."),
            ("2026-01-05", "The courier's pickup time is 15:30."),
            ("2026-01-06", "The courier's pickup time depends on the opening hours of the warehouse."),
            ("2026-01-06", "The warehouse's opening hours are dictated by its lease."),
            ("2026-03-01", "The warehouse's lease is Plan C now."),
        ],
        "What is the courier's pickup time?",
        Uncertain("plan c"),
    ),
];
