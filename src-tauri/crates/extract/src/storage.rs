//! What is a place for files, and what is kept in one.

use crate::phrase;
use crate::token::Token;
use crate::value::Read;
use crate::words;

/// Whether a name is that of a place for files.
pub(crate) fn is_store(tokens: &[Token<'_>], object: Read, name: &str) -> bool {
    let lower = name.to_lowercase();
    name.contains("://")
        || phrase::is_code_like(&tokens[object.start])
        || name.contains(['-', '.', crate::rephrase::GAP.chars().next().unwrap_or('-')])
        || crate::gazetteer::kinds(name)
            .iter()
            .any(|k| matches!(*k, "object_storage" | "cloud_provider" | "database"))
        || ["bucket", "store", "storage", "s3", "blob", "drive", "nas", "minio"]
            .iter()
            .any(|w| lower.contains(w))
}

/// Whether a thing is of the kind that is kept in files.
pub(crate) fn is_stored(subject: &str) -> bool {
    let last = words::singular(subject.to_lowercase().rsplit(' ').next().unwrap_or(""));
    matches!(
        last.as_str(),
        "file"
            | "upload"
            | "artifact"
            | "artefact"
            | "backup"
            | "dump"
            | "log"
            | "image"
            | "build"
            | "export"
            | "attachment"
            | "archive"
            | "data"
            | "snapshot"
            | "report"
            | "bundle"
            | "package"
            | "media"
            | "photo"
            | "video"
            | "asset"
            | "object"
            | "recording"
            | "document"
            | "scan"
            | "picture"
            | "avatar"
            | "blob"
            | "wheel"
            | "release"
    )
}
