//! A name in any spelling that somebody's capitals tell is asked for as it is told.

use memstrata_tests::desk::Desk;

#[test]
fn a_question_finds_a_name_under_another_spelling_of_it() {
    let desk = Desk::new("2026-03-01T09:00:00Z");
    desk.remember("The billing service listens on port 8080.");
    desk.remember("BillingService is owned by Ana.");
    desk.remember("HTTPServer listens on port 9090.");
    desk.remember("The git is owned by Bo.");
    for (question, answer) in [
        ("What port does BillingService listen on?", "8080"),
        ("What port does the billing service listen on?", "8080"),
        ("Who owns the billing service?", "Ana"),
        ("Who owns BillingService?", "Ana"),
        ("What port does the http server listen on?", "9090"),
        ("What port does HTTPServer listen on?", "9090"),
    ] {
        let asked = desk.ask(question);
        assert_eq!(asked.question, question);
        assert_eq!(asked.temporal.expect("a column").answer.as_deref(), Some(answer), "{question}");
    }
    // No part of a name is the name.
    let other = desk.ask("Who owns GitHub?").temporal.expect("a column");
    assert_eq!((other.answer, other.abstained), (None, true));
    assert_eq!(desk.facts_of("BillingService"), ["owner: Ana", "port: 8080"]);
    assert_eq!(desk.findings(), [""; 0]);
}
