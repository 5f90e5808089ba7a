//! What the hash chain covers: the root, the canonical encoding of an entry, the digests that
//! stand for texts and values. The hash itself is `hash`'s.

use memstrata_model::{Authority, Instant, Precision, ValidFromSource, normalize_text};
use rusqlite::Connection;

use crate::chain::Draft;
use crate::error::LedgerError;
use crate::hash::{Encoding, Hash};

/// The hash that the first entry follows: over the lines that hold from the beginning.
pub(crate) fn genesis_hash(tx: &Connection) -> Result<Hash, LedgerError> {
    let mut encoding = Encoding::after(&[]);
    let mut statement = tx.prepare_cached("SELECT line FROM genesis ORDER BY place")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        encoding.text(1, row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?);
    }
    Ok(encoding.finish())
}

/// The hash of an entry: what it is, in a fixed order.
pub(crate) fn entry_hash(
    previous: &Hash,
    draft: &Draft<'_>,
    id: &str,
    recorded_at: Instant,
    more: impl FnOnce(&mut Encoding),
) -> Hash {
    let mut encoding = Encoding::after(previous);
    encoding.text(1, draft.space_name);
    encoding.text(2, id);
    encoding.text(3, draft.kind.as_str());
    encoding.maybe_int(4, Some(recorded_at.micros()));
    if let Some((_, key)) = &draft.key {
        encoding.text(5, &key.subject);
        encoding.text(6, &key.relation);
        encoding.text(7, &key.scope);
    }
    if let Some(object) = &draft.object {
        encoding.bytes(8, &object.digest);
    }
    encoding.maybe_int(9, draft.change_point.map(Instant::micros));
    encoding.maybe_int(10, draft.valid_to.map(Instant::micros));
    encoding.maybe_int(11, draft.window.then_some(1));
    encoding.maybe_text(12, draft.source.map(ValidFromSource::as_str));
    encoding.maybe_text(13, draft.precision.map(Precision::as_str));
    encoding.maybe_int(14, draft.confidence.map(|c| c.to_bits().cast_signed()));
    encoding.maybe_text(15, draft.authority.map(Authority::as_str));
    encoding.maybe_text(16, draft.target.map(|(_, id)| id));
    encoding.maybe_text(17, draft.batch.map(|(_, id)| id));
    encoding.maybe_int(18, draft.held.then_some(1));
    encoding.maybe_text(19, draft.payload.as_deref());
    for (_, episode, span) in &draft.evidence {
        encoding.text(20, episode);
        if let Some((from, to)) = span {
            encoding.maybe_int(21, Some(i64::from(*from)));
            encoding.maybe_int(22, Some(i64::from(*to)));
        }
    }
    more(&mut encoding);
    encoding.finish()
}

/// What the digest of a value covers: the text, and the form it is compared in where that differs.
pub(crate) fn sealed_object(text: &str, compared: Option<&str>) -> String {
    match compared {
        Some(compared) if normalize_text(compared) != normalize_text(text) => {
            sealed_with(text, &normalize_text(compared))
        }
        _ => text.to_owned(),
    }
}

/// A text with another form that it is compared in.
pub(crate) fn sealed_with(text: &str, folded: &str) -> String {
    format!("{text}\u{0}{folded}")
}

pub(crate) fn to_hash(bytes: &[u8]) -> Result<Hash, LedgerError> {
    bytes
        .try_into()
        .map_err(|_| LedgerError::BadValue { what: "SHA-256 digest", value: crate::hash::hex(bytes) })
}
