//! Where the file lies: folders that other machines or sync programs write into are no good place
//! for a database, and whoever opens one there is told so.

use std::path::{Path, PathBuf};

use serde::Serialize;

/// A folder that a ledger had better not lie in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlaceWarning {
    /// `network_folder` or `synced_folder`.
    pub code: &'static str,
    /// The file system, or the program that syncs.
    pub what: String,
    /// Where it begins.
    pub folder: PathBuf,
    pub message: String,
    pub hint: &'static str,
}

/// File systems that other machines reach, as the kernel names them.
const NETWORK: &[&str] = &[
    "9p",
    "afs",
    "afpfs",
    "beegfs",
    "ceph",
    "cifs",
    "coda",
    "davfs",
    "ftp",
    "fuse.ceph",
    "fuse.curlftpfs",
    "fuse.davfs2",
    "fuse.gcsfuse",
    "fuse.glusterfs",
    "fuse.gvfsd-fuse",
    "fuse.mergerfs-nfs",
    "fuse.rclone",
    "fuse.s3fs",
    "fuse.smbnetfs",
    "fuse.sshfs",
    "gfs2",
    "glusterfs",
    "lustre",
    "ncpfs",
    "nfs",
    "nfs4",
    "ocfs2",
    "smb3",
    "smbfs",
    "webdav",
];

/// Whether an empty file had a ledger in it: copies of one are kept under its name.
pub(crate) fn was_a_ledger(path: &Path) -> bool {
    let Ok(data) = std::fs::metadata(path) else { return false };
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return false };
    if data.len() > 0 {
        return false;
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let kept = [".backups", ".before-migration-"].map(|ending| format!("{}{ending}", name.to_string_lossy()));
    std::fs::read_dir(folder).is_ok_and(|entries| {
        entries.flatten().any(|entry| {
            let found = entry.file_name().to_string_lossy().into_owned();
            kept.iter().any(|kept| found.starts_with(kept))
        })
    })
}

/// What is said against the place of a ledger; empty where nothing is.
#[must_use]
pub fn warnings_about(path: &Path) -> Vec<PlaceWarning> {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    // What a link points at is where the file lies.
    let folder = path.parent().map(|folder| folder.canonicalize().unwrap_or_else(|_| folder.to_owned()));
    let Some(folder) = folder else { return Vec::new() };
    let mut found = Vec::new();
    if let Some((mount, kind)) = network_mount(&folder, &mounts()) {
        found.push(network(mount, kind));
    } else if is_network_name(&folder) {
        found.push(network(folder.clone(), "network share".to_owned()));
    }
    if let Some((root, program)) = synced_root(&folder) {
        found.push(PlaceWarning {
            code: "synced_folder",
            message: format!(
                "{} is synced by {program}: it may copy the ledger while it is being written, or put an older one in its place",
                root.display()
            ),
            what: program.to_owned(),
            folder: root,
            hint: "keep the ledger elsewhere and put backups or exports into the synced folder (`memstrata backup --to`)",
        });
    }
    found
}

fn network(folder: PathBuf, kind: String) -> PlaceWarning {
    PlaceWarning {
        code: "network_folder",
        message: format!(
            "{} is on a network file system ({kind}): locks and the write-ahead log do not hold between machines there",
            folder.display()
        ),
        what: kind,
        folder,
        hint: "keep the ledger on a disk of this machine",
    }
}

/// Shares on Windows are named by their server.
fn is_network_name(folder: &Path) -> bool {
    let name = folder.to_string_lossy();
    let bare = name
        .strip_prefix(r"\\?\UNC\")
        .or_else(|| name.strip_prefix(r"\\").filter(|rest| !rest.starts_with('?')));
    bare.is_some()
}

/// What is mounted where, as the system tells it: Linux in a file, macOS by a program.
fn mounts() -> String {
    if cfg!(target_os = "macos") {
        let told = std::process::Command::new("/sbin/mount").output();
        return told.map(|told| String::from_utf8_lossy(&told.stdout).into_owned()).unwrap_or_default();
    }
    std::fs::read_to_string("/proc/self/mountinfo").unwrap_or_default()
}

/// The mount point and the kind of file system that a line tells of.
fn mount_of(line: &str) -> Option<(PathBuf, &str)> {
    // Linux: 36 35 98:0 /root /mount/point options … - type source options
    if let Some((before, after)) = line.split_once(" - ")
        && let Some(point) = before.split(' ').nth(4)
        && before.starts_with(|first: char| first.is_ascii_digit())
    {
        return Some((PathBuf::from(unescape(point)), after.split(' ').next()?));
    }
    // macOS: //ana@server/share on /Volumes/share (smbfs, nodev, nosuid, mounted by ana)
    let (before, options) = line.strip_suffix(')')?.rsplit_once(" (")?;
    // A share's name may have " on " in it as a folder's may: mount points begin with a stroke.
    let (_, point) = before.rsplit_once(" on /")?;
    Some((PathBuf::from(format!("/{point}")), options.split(',').next()?.trim()))
}

/// The mount that a folder lies on, where it is of a network: mount point and kind.
fn network_mount(folder: &Path, mounts: &str) -> Option<(PathBuf, String)> {
    let mut nearest: Option<(PathBuf, String)> = None;
    for line in mounts.lines() {
        let Some((point, kind)) = mount_of(line) else { continue };
        let nearer =
            |(other, _): &(PathBuf, String)| point.components().count() >= other.components().count();
        if folder.starts_with(&point) && nearest.as_ref().is_none_or(nearer) {
            nearest = Some((point, kind.to_owned()));
        }
    }
    nearest.filter(|(_, kind)| NETWORK.contains(&kind.as_str()))
}

/// The kernel writes blanks in names as octal numbers.
fn unescape(name: &str) -> String {
    let mut out = Vec::with_capacity(name.len());
    let mut bytes = name.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        let digits: Vec<u8> = bytes.by_ref().take(3).collect();
        let code = std::str::from_utf8(&digits).ok().and_then(|digits| u8::from_str_radix(digits, 8).ok());
        match code {
            Some(code) => out.push(code),
            None => {
                out.push(byte);
                out.extend(digits);
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// The folder above that a sync program has marked as its own, and the program.
fn synced_root(folder: &Path) -> Option<(PathBuf, &'static str)> {
    folder.ancestors().find_map(|above| synced_by(above).map(|program| (above.to_owned(), program)))
}

fn synced_by(folder: &Path) -> Option<&'static str> {
    let has = |name: &str| folder.join(name).exists();
    if has(".stfolder") {
        return Some("Syncthing");
    }
    if has(".dropbox") && has(".dropbox.cache") {
        return Some("Dropbox");
    }
    if has(".sync_journal.db") || has(".owncloudsync.log") || has(".nextcloudsync.log") {
        return Some("Nextcloud or ownCloud");
    }
    if has(".tmp.drivedownload") || has(".tmp.driveupload") {
        return Some("Google Drive");
    }
    if folder.join(".sync").join("ID").exists() {
        return Some("Resilio Sync");
    }
    let name = folder.file_name()?.to_string_lossy();
    let within = folder.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    match &*name {
        "Dropbox" => Some("Dropbox"),
        "Mobile Documents" if within.as_deref() == Some("Library") => Some("iCloud Drive"),
        "com~apple~CloudDocs" => Some("iCloud Drive"),
        "CloudStorage" if within.as_deref() == Some("Library") => Some("a cloud drive"),
        "OneDrive" => Some("OneDrive"),
        name if name.starts_with("OneDrive - ") || name.starts_with("OneDrive-") => Some("OneDrive"),
        name if name.starts_with("Dropbox (") => Some("Dropbox"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
40 22 0:35 / /home/ana/team\\040notes rw shared:2 - nfs4 server:/export rw,vers=4.2
41 22 0:36 / /mnt/box rw - fuse.sshfs ana@box: rw
42 41 8:2 / /mnt/box/disk rw - ext4 /dev/sdb1 rw
";

    fn kind(folder: &str) -> Option<String> {
        network_mount(Path::new(folder), MOUNTS).map(|(_, kind)| kind)
    }

    #[test]
    fn the_nearest_mount_tells_whether_a_folder_is_on_a_network() {
        assert_eq!(kind("/home/ana"), None);
        assert_eq!(kind("/home/ana/team notes/deep/down").as_deref(), Some("nfs4"));
        assert_eq!(kind("/home/ana/team notes 2"), None);
        assert_eq!(kind("/mnt/box/x").as_deref(), Some("fuse.sshfs"));
        assert_eq!(kind("/mnt/box/disk/x"), None, "a disk of this machine below a share");
        assert_eq!(network_mount(Path::new("/x"), "not a mount table\n"), None);
    }

    #[test]
    fn shares_on_a_mac_are_known_by_what_mount_says() {
        const MAC: &str = "\
/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
devfs on /dev (devfs, local, nobrowse)
/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse, protect)
map auto_home on /System/Volumes/Data/home (autofs, automounted, nobrowse)
//ana@harbour._smb._tcp.local/Team%20notes on /Volumes/Team notes (smbfs, nodev, nosuid, mounted by ana)
server:/export/work on /Volumes/work (nfs, nodev, nosuid, mounted by ana)
//ana@old/archive on /Volumes/archive (afpfs, nodev, nosuid, mounted by ana)
https://dav.example.org/ on /Volumes/dav (webdav, nodev, noexec, nosuid, mounted by ana)
/dev/disk4s1 on /Volumes/Stick (1) (exfat, local, nodev, nosuid, noowners)
";
        let kind = |folder: &str| network_mount(Path::new(folder), MAC).map(|(_, kind)| kind);
        for (folder, expected) in [
            ("/Users/ana/Documents", None),
            ("/System/Volumes/Data/Users/ana", None),
            ("/Volumes/Team notes/deep/down", Some("smbfs")),
            ("/Volumes/Team", None),
            ("/Volumes/work", Some("nfs")),
            ("/Volumes/archive/1999", Some("afpfs")),
            ("/Volumes/dav/x", Some("webdav")),
            ("/Volumes/Stick (1)/x", None),
        ] {
            assert_eq!(kind(folder).as_deref(), expected, "{folder}");
        }
        let found = network_mount(Path::new("/Volumes/Team notes/x"), MAC);
        assert_eq!(found.map(|(point, _)| point), Some(PathBuf::from("/Volumes/Team notes")));
    }

    #[test]
    fn marks_of_sync_programs_are_seen_from_below() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let ledger = root.join("notes").join("deep").join("l.memstrata");
        std::fs::create_dir_all(ledger.parent().unwrap()).unwrap();
        assert_eq!(warnings_about(&ledger), []);
        std::fs::create_dir(root.join("notes").join(".stfolder")).unwrap();
        let warnings = warnings_about(&ledger);
        assert_eq!(warnings.len(), 1);
        assert_eq!((warnings[0].code, warnings[0].what.as_str()), ("synced_folder", "Syncthing"));
        assert_eq!(warnings[0].folder, root.join("notes"));
        for (made, program) in [
            ("a/Dropbox/x", "Dropbox"),
            ("b/OneDrive - Harbour/x", "OneDrive"),
            ("c/Library/Mobile Documents/com~apple~CloudDocs/x", "iCloud Drive"),
        ] {
            let place = root.join(made);
            std::fs::create_dir_all(&place).unwrap();
            let found = warnings_about(&place.join("l.memstrata"));
            assert_eq!(found.iter().map(|w| w.what.as_str()).collect::<Vec<_>>(), [program], "{made}");
        }
        std::fs::create_dir_all(root.join("OneDriveless")).unwrap();
        assert_eq!(warnings_about(&root.join("OneDriveless/l.memstrata")), []);
    }

    #[test]
    fn shares_are_known_by_their_names() {
        assert!(is_network_name(Path::new(r"\\server\share\notes")));
        assert!(is_network_name(Path::new(r"\\?\UNC\server\share")));
        assert!(!is_network_name(Path::new(r"\\?\C:\notes")));
        assert!(!is_network_name(Path::new("/home/ana")));
    }
}
