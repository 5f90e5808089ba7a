//! Documents: what headings, lists, tables, records and front matter make of the lines under them.

mod common;

/// Facts as "subject|relation|scope|object".
fn told(text: &str) -> Vec<String> {
    let said_at = "2026-05-20T09:00:00Z".parse().expect("an instant");
    common::extract(text, said_at, "document")
        .facts
        .iter()
        .map(|f| format!("{}|{}|{}|{}", f.subject, f.relation, f.scope.as_deref().unwrap_or("-"), f.object))
        .collect()
}

#[test]
fn a_document_is_read_with_what_stands_above_its_lines() {
    for (text, wanted) in [
        // An environment among headings, items, keys and columns is a scope.
        (
            "## Billing API\n- Staging\n  - port: 8081\n- Production\n  - port: 443",
            vec!["Billing API|port|staging|8081", "Billing API|port|production|443"],
        ),
        ("## Billing API\n\n### Staging\n\n- port: 8081", vec!["Billing API|port|staging|8081"]),
        ("## Search API (staging)\n- port: 9200", vec!["Search API|port|staging|9200"]),
        (
            "production:\n  replicas: 6\nstaging:\n  replicas: 2",
            vec!["project|replicas|production|6", "project|replicas|staging|2"],
        ),
        (
            "# shop\n\n| Environment | Replicas |\n|---|---|\n| staging | 2 |\n| production | 6 |",
            vec!["shop|replicas|staging|2", "shop|replicas|production|6"],
        ),
        // A part of a document is told of what it is a part of.
        ("# Relay\n\n## Configuration\n\n- port: 7070", vec!["Relay|port|-|7070"]),
        ("# Relay\n\n## Contacts\n\n- Owner: Ines", vec!["Relay|owner|-|Ines"]),
        // Tables of settings.
        (
            "# Relay\n\n| Setting | Value |\n|---|---|\n| max_connections | 200 |\n| idle_timeout | 5m |",
            vec!["Relay|pool_size|-|200", "Relay|idle_timeout|-|5m"],
        ),
        // Records.
        (
            "Service: relay\nPort: 7070\nOwner: Ines\n\nService: mailer\nPort: 2525",
            vec!["relay|port|-|7070", "relay|owner|-|Ines", "mailer|port|-|2525"],
        ),
        // Front matter tells of its document.
        (
            "---\nowner: Ines\nversion: 2.3.0\n---\n\n# Ledger API\n\nRuns on port 7443.",
            vec!["Ledger API|owner|-|Ines", "Ledger API|version|-|2.3.0", "Ledger API|port|-|7443"],
        ),
        ("---\ntitle: Mailer\nport: 2525\n---\n", vec!["Mailer|port|-|2525"]),
        ("---\ntitle: \"Éclair API\"\nport: 2525\n---\n", vec!["Éclair API|port|-|2525"]),
        ("---\nport: 2525\n---\n\n```sh\n# install\n```\n\n# Relay\n", vec!["Relay|port|-|2525"]),
        ("```yaml\nname: \"Ömer\"\nport: 80\n```", vec!["project|name|-|Ömer", "project|port|-|80"]),
        // Marks within a line.
        (
            "- **Queue** — RabbitMQ 3.13\n- **Region** – eu-west-1",
            vec!["project|message_broker|-|RabbitMQ 3.13", "project|region|-|eu-west-1"],
        ),
        (
            "1. **billing-api** (port 8081, owner: Dana)\n2. **search** (port 9200)",
            vec!["billing-api|port|-|8081", "billing-api|owner|-|Dana", "search|port|-|9200"],
        ),
        (
            "# Payments\n- Timeout: ~~30 s~~ 45 s\n- Owner: ~~Ann~~ Bob",
            vec!["Payments|timeout|-|45 s", "Payments|owner|-|Bob"],
        ),
        (
            "# Anna Sousa\n- Works at: Nova Labs\n- Lives in: Porto",
            vec!["Anna Sousa|works_at|-|Nova Labs", "Anna Sousa|lives_in|-|Porto"],
        ),
        (
            "1. Deploy day: Tuesday\n2. Owner: Lena",
            vec!["project|deploy_day|-|Tuesday", "project|owner|-|Lena"],
        ),
        (
            "```yaml\nrelay:\n  port: 7070\n  log_level: debug\n```",
            vec!["relay|port|-|7070", "relay|log_level|-|debug"],
        ),
    ] {
        assert_eq!(told(text), wanted, "{text}");
    }
}

#[test]
fn steps_plans_code_and_quotations_are_no_facts() {
    for text in [
        "1. Set the port to 81.\n2. Restart the relay.",
        "- [ ] Owner: Carol",
        "```python\nport = 8080\n```",
        "> The timeout is 30 s.",
        "# Ideas\n- Owner: Carol",
    ] {
        assert_eq!(told(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn an_environment_before_an_attribute_is_its_scope() {
    for (text, wanted) in [
        ("The staging port of the billing API is 7000.", "billing API|port|staging|7000"),
        ("In staging the billing API now runs on port 7001.", "billing API|port|staging|7001"),
        ("The billing API's staging port is 7000.", "billing API|port|staging|7000"),
        ("Billing API staging port: 7000", "Billing API|port|staging|7000"),
        ("The dev database is Postgres 16.", "project|database|dev|Postgres 16"),
    ] {
        assert_eq!(told(text), [wanted], "{text}");
    }
}
