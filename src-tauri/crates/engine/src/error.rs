//! What every shell shows of a failure: a stable code, a message that quotes the offending input,
//! a hint, and the exit code that goes with it.

use memstrata_index::IndexError;
use memstrata_ingest::SourceError;
use memstrata_ledger::LedgerError;
use memstrata_model::view::Failure;
use memstrata_model::{DateError, ParseInstantError};
use memstrata_retrieve::RetrieveError;

/// A failure as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    pub code: &'static str,
    pub message: String,
    pub hint: Option<String>,
    pub exit: Exit,
}

/// The exit codes of the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    Failed = 1,
    Usage = 2,
    Newer = 4,
    NotFound = 5,
    Cancelled = 130,
}

impl Error {
    /// Malformed input.
    #[must_use]
    pub fn usage(code: &'static str, message: impl Into<String>, hint: Option<&str>) -> Self {
        Error { code, message: message.into(), hint: hint.map(str::to_owned), exit: Exit::Usage }
    }

    #[must_use]
    pub fn not_found(message: impl Into<String>, hint: Option<&str>) -> Self {
        Error {
            code: "not_found",
            message: message.into(),
            hint: hint.map(str::to_owned),
            exit: Exit::NotFound,
        }
    }

    #[must_use]
    pub fn failed(code: &'static str, message: impl Into<String>, hint: Option<&str>) -> Self {
        Error { code, message: message.into(), hint: hint.map(str::to_owned), exit: Exit::Failed }
    }

    /// As it crosses to the window.
    #[must_use]
    pub fn failure(&self) -> Failure {
        Failure { code: self.code.to_owned(), message: self.message.clone(), hint: self.hint.clone() }
    }
}

impl From<LedgerError> for Error {
    fn from(error: LedgerError) -> Self {
        let exit = match &error {
            LedgerError::NotFound { .. } => Exit::NotFound,
            LedgerError::Newer { .. } => Exit::Newer,
            LedgerError::Cancelled => Exit::Cancelled,
            LedgerError::Empty { .. }
            | LedgerError::EmptyInterval { .. }
            | LedgerError::WindowWithoutEnd
            | LedgerError::BadValue { .. }
            | LedgerError::BadLine { .. }
            | LedgerError::IdTaken { .. } => Exit::Usage,
            _ => Exit::Failed,
        };
        Error { code: error.code(), message: error.to_string(), hint: error.hint().map(str::to_owned), exit }
    }
}

impl From<IndexError> for Error {
    fn from(error: IndexError) -> Self {
        Error::failed("index", error.to_string(), None)
    }
}

impl From<RetrieveError> for Error {
    fn from(error: RetrieveError) -> Self {
        match error {
            RetrieveError::Ledger(error) => error.into(),
            RetrieveError::Index(error) => error.into(),
        }
    }
}

impl From<SourceError> for Error {
    fn from(error: SourceError) -> Self {
        Error::usage(
            "bad_source",
            error.to_string(),
            Some("nothing was imported; mend the line and import again"),
        )
    }
}

impl From<DateError> for Error {
    fn from(error: DateError) -> Self {
        Error::usage("bad_date", error.to_string(), None)
    }
}

impl From<ParseInstantError> for Error {
    fn from(error: ParseInstantError) -> Self {
        Error::usage("bad_date", error.to_string(), None)
    }
}
