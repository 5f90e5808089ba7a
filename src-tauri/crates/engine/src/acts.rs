//! What people do to the ledger by hand: telling, previewing, deciding, withdrawing. A preview is
//! the act itself, carried out and dropped.

use memstrata_ledger::{NewAlias, Preview, Receipt, ReviewChoice, ReviewItem, Told, Write};
use memstrata_model::Instant;

use crate::refusal::refuse_secrets;
use crate::remember::{Remember, compared, new_episode};
use crate::{Difference, Engine, Error};

impl Engine {
    /// Records what a person or program states in so many words, with a sentence as evidence
    /// where one is given.
    ///
    /// # Errors
    /// As [`Engine::remember`].
    pub fn tell(
        &self,
        told: Vec<Told>,
        text: Option<&Remember>,
        if_head: Option<String>,
    ) -> Result<Receipt, Error> {
        let count = told.len();
        let mut receipt = self.ledger.append(&self.write_of(told, text, if_head)?)?;
        self.refuse_forgotten(&receipt)?;
        // What was told, without the relations that it brought.
        receipt.applied.truncate(count);
        Ok(receipt)
    }

    /// What telling it would change: values with their intervals before and after, claims that
    /// would fall, texts that would be erased. Nothing is stored.
    ///
    /// # Errors
    /// As [`Engine::tell`].
    pub fn rehearse(
        &self,
        told: Vec<Told>,
        text: Option<&Remember>,
        if_head: Option<String>,
    ) -> Result<Preview, Error> {
        let count = told.len();
        let mut preview = self.ledger.rehearse(&[self.write_of(told, text, if_head)?])?;
        for receipt in &mut preview.receipts {
            self.refuse_forgotten(receipt)?;
            receipt.applied.truncate(count);
        }
        Ok(preview)
    }

    fn write_of(
        &self,
        told: Vec<Told>,
        text: Option<&Remember>,
        if_head: Option<String>,
    ) -> Result<Write, Error> {
        refuse_secrets(text, &told)?;
        let mut write = Write::new(&self.space.name, self.clock.now());
        write.told = told;
        write.if_head = if_head;
        write.unless_so = true;
        if let Some(text) = text {
            write.authority = text.authority;
            write.bring_back = text.bring_back;
            write.episode = Some(new_episode(text));
        }
        for told in &mut write.told {
            compare(told);
            self.name_moved_key(told)?;
        }
        // What quotes a forgotten text is forgotten in the same write.
        let mut quoting: Vec<String> = Vec::new();
        for told in &write.told {
            if let Told::Forget(episode) = told {
                quoting.extend(self.roll_ups_on(episode)?.into_iter().map(|(id, _)| id));
            }
        }
        quoting.sort();
        quoting.dedup();
        write.told.extend(quoting.into_iter().map(Told::Forget));
        let relations = self.relations_told(&write.told)?;
        write.told.extend(relations);
        Ok(write)
    }

    /// Withdraws an act, a batch, or all that a text told: every answer is as before it.
    ///
    /// # Errors
    /// The space has no such entry.
    pub fn undo(&self, id: &str) -> Result<Receipt, Error> {
        self.tell(self.withdrawal(id)?, None, None)
    }

    /// What withdraws an entry: of a text, all that it told.
    ///
    /// # Errors
    /// The space has no such entry.
    pub fn withdrawal(&self, id: &str) -> Result<Vec<Told>, Error> {
        let told = self.ledger.told_in(self.space(), id)?;
        Ok(told.unwrap_or_else(|| vec![id.to_owned()]).into_iter().map(Told::Void).collect())
    }

    /// The inbox: what waits for a decision, oldest first; with `decided` also what was decided.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn review(&self, decided: bool) -> Result<Vec<ReviewItem>, Error> {
        Ok(self.ledger.review(self.space(), decided)?)
    }

    /// One item of the inbox.
    ///
    /// # Errors
    /// There is nothing to decide on that entry.
    pub fn review_item(&self, item: &str) -> Result<ReviewItem, Error> {
        Ok(self.ledger.review_item(self.space(), item)?)
    }

    /// Records a decision on an item of the inbox. It can be withdrawn by voiding its entry.
    ///
    /// # Errors
    /// The choice does not fit the item, or it was decided already.
    pub fn decide(&self, item: &str, choice: &ReviewChoice) -> Result<Receipt, Error> {
        self.tell(vec![self.ledger.decision(self.space(), item, choice)?], None, None)
    }

    /// What a decision would change.
    ///
    /// # Errors
    /// As [`Engine::decide`].
    pub fn rehearse_decision(&self, item: &str, choice: &ReviewChoice) -> Result<Preview, Error> {
        self.rehearse(vec![self.ledger.decision(self.space(), item, choice)?], None, None)
    }

    /// What changed between two beliefs.
    ///
    /// # Errors
    /// The moments are the wrong way round.
    pub fn difference_of_beliefs(&self, from: Instant, to: Instant) -> Result<Difference, Error> {
        Ok(self.ledger.difference_of_beliefs(self.space(), from, to)?)
    }

    /// What changed between two times, as believed at a system time or now.
    ///
    /// # Errors
    /// The moments are the wrong way round.
    pub fn difference_of_times(
        &self,
        from: Instant,
        to: Instant,
        known_at: Option<Instant>,
    ) -> Result<Difference, Error> {
        Ok(self.ledger.difference_of_times(self.space(), from, to, known_at)?)
    }
}

impl Engine {
    /// Where one key is moved: its relation and the one that it moves to, by the names that keys have.
    fn name_moved_key(&self, told: &mut Told) -> Result<(), Error> {
        let Told::Alias(NewAlias {
            subject,
            relation: Some(relation),
            scope,
            into_subject,
            into_relation,
            into_scope,
        }) = told
        else {
            return Ok(());
        };
        let from = self.moved_relation(subject, relation, scope.as_deref())?;
        let into = into_relation.as_ref().unwrap_or(relation);
        let into_scope = into_scope.as_ref().or(scope.as_ref());
        *into_relation = Some(self.moved_relation(into_subject, into, into_scope.map(String::as_str))?);
        *relation = from;
        Ok(())
    }

    fn moved_relation(&self, subject: &str, relation: &str, scope: Option<&str>) -> Result<String, Error> {
        let named = self.relation_name(subject, relation, scope)?;
        Ok(self.ledger.relation(self.space(), &named)?.map_or(named, |own| own.name))
    }
}

/// Gives a value the form that values of its relation are compared in.
fn compare(told: &mut Told) {
    match told {
        Told::Assert(assert) if assert.value.is_none() => {
            assert.value = compared(&assert.relation, &assert.object);
        }
        Told::Confirm(confirm) if confirm.value.is_none() => {
            confirm.value = compared(&confirm.relation, &confirm.object);
        }
        Told::Retract(retract) if retract.value.is_none() => {
            retract.value = compared(&retract.relation, &retract.object);
        }
        Told::End(end) if end.value.is_none() => {
            end.value = end.object.as_deref().and_then(|object| compared(&end.relation, object));
        }
        Told::Decide { acts, .. } => acts.iter_mut().for_each(compare),
        Told::Propose(proposal) => proposal.acts.iter_mut().for_each(compare),
        _ => {}
    }
}
