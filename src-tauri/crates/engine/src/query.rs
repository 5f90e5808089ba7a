//! What the words of a question ask for, read once: the ways to an answer read the same question again
//! and again, and reading it costs more than most of what they do with it.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use memstrata_extract::{Lexicon, QueryKey, read_query};

/// Questions that are remembered: those of one asking, as put, in part and with names written out.
const KEPT: usize = 8;

thread_local! {
    static READ: RefCell<VecDeque<(String, Rc<QueryKey>)>> = const { RefCell::new(VecDeque::new()) };
}

/// As [`read_query`] with the lexicon that ships with the program.
pub(crate) fn query_of(question: &str) -> Rc<QueryKey> {
    let known = READ.with_borrow(|read| {
        read.iter().find(|(known, _)| known == question).map(|(_, query)| Rc::clone(query))
    });
    known.unwrap_or_else(|| {
        let query = Rc::new(read_query(question, Lexicon::built_in()));
        READ.with_borrow_mut(|read| {
            read.truncate(KEPT - 1);
            read.push_front((question.to_owned(), Rc::clone(&query)));
        });
        query
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_what_is_read() {
        let question = |n: usize| format!("Which port does relay {n} listen on?");
        for n in (0..20).chain(10..20).rev() {
            let read = read_query(&question(n), Lexicon::built_in());
            assert_eq!(format!("{:?}", query_of(&question(n))), format!("{read:?}"));
        }
        assert!(Rc::ptr_eq(&query_of(&question(3)), &query_of(&question(3))));
        assert_eq!(READ.with_borrow(VecDeque::len), KEPT);
    }
}
