//! The arguments of the window's program.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::open::{DEFAULT_SPACE, Start, Which};

pub const USAGE: &str = "\
Usage: memstrata-app [LEDGER] [--sample] [--space NAME]

Opens the window on a ledger. Without one it opens your own ledger (MEMSTRATA_LEDGER, or the one in
the data folder), or the sample where there is none yet.

      --sample      open the sample ledger
      --space NAME  open this space of it; `default` where none is named
  -h, --help        print this
  -V, --version     print the version";

/// What was asked for.
#[derive(Debug, PartialEq, Eq)]
pub enum Asked {
    Window(Start),
    /// Help or the version, to print.
    Words(String),
}

/// Arguments that are not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArgumentError {
    #[error("unknown option {0}")]
    UnknownOption(String),
    #[error("two ledgers were given, {0} and {1}; the window opens one")]
    TwoLedgers(String, String),
    #[error("--sample was given together with the ledger {0}; leave one out")]
    SampleAndLedger(String),
    #[error("--space needs the name of a space")]
    NoSpace,
}

/// Reads the arguments after the program's name.
///
/// # Errors
/// An option that does not exist, or more than one ledger.
pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Asked, ArgumentError> {
    let mut sample = false;
    let mut path: Option<PathBuf> = None;
    let mut space: Option<String> = None;
    let mut only_paths = false;
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        match text.as_ref() {
            "--" if !only_paths => only_paths = true,
            "--sample" if !only_paths => sample = true,
            "--space" if !only_paths => {
                let name = arguments.next().filter(|name| !name.is_empty());
                space = Some(name.ok_or(ArgumentError::NoSpace)?.to_string_lossy().into_owned());
            }
            "-h" | "--help" if !only_paths => return Ok(Asked::Words(USAGE.to_owned())),
            "-V" | "--version" if !only_paths => {
                return Ok(Asked::Words(format!("memstrata-app {}", env!("CARGO_PKG_VERSION"))));
            }
            option if !only_paths && option.len() > 1 && option.starts_with('-') => {
                return Err(ArgumentError::UnknownOption(option.to_owned()));
            }
            _ => match &path {
                Some(first) => {
                    return Err(ArgumentError::TwoLedgers(first.display().to_string(), text.into_owned()));
                }
                None => path = Some(PathBuf::from(argument)),
            },
        }
    }
    let ledger = match (sample, path) {
        (true, Some(path)) => return Err(ArgumentError::SampleAndLedger(path.display().to_string())),
        (true, None) => Which::Sample,
        (false, Some(path)) => Which::File(path),
        (false, None) => Which::Own,
    };
    let space = space.unwrap_or_else(|| DEFAULT_SPACE.to_owned());
    Ok(Asked::Window(Start { ledger, space }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_words(words: &[&str]) -> Result<Asked, ArgumentError> {
        read(words.iter().map(OsString::from))
    }

    #[test]
    fn a_path_the_sample_or_nothing() {
        assert_eq!(read_words(&[]), Ok(Asked::Window(Start::of(Which::Own))));
        assert_eq!(read_words(&["--sample"]), Ok(Asked::Window(Start::of(Which::Sample))));
        assert_eq!(
            read_words(&["a b.memstrata"]),
            Ok(Asked::Window(Start::of(Which::File("a b.memstrata".into()))))
        );
        let work = Start { ledger: Which::File("a".into()), space: "work".to_owned() };
        assert_eq!(read_words(&["a", "--space", "work"]), Ok(Asked::Window(work)));
        assert_eq!(
            read_words(&["--", "--sample"]),
            Ok(Asked::Window(Start::of(Which::File("--sample".into()))))
        );
    }

    #[test]
    fn what_is_not_understood_is_quoted() {
        assert_eq!(read_words(&["--smaple"]), Err(ArgumentError::UnknownOption("--smaple".to_owned())));
        assert_eq!(read_words(&["--space"]), Err(ArgumentError::NoSpace));
        assert_eq!(read_words(&["a", "b"]), Err(ArgumentError::TwoLedgers("a".to_owned(), "b".to_owned())));
        assert_eq!(read_words(&["a", "--sample"]), Err(ArgumentError::SampleAndLedger("a".to_owned())));
    }

    #[test]
    fn help_and_version_open_no_window() {
        assert!(matches!(read_words(&["--help"]), Ok(Asked::Words(words)) if words.contains("--sample")));
        assert!(matches!(read_words(&["-V"]), Ok(Asked::Words(words)) if words.contains("memstrata-app 0.")));
    }
}
