//! Which ledger the window has open. It is opened off the main thread while the web view starts;
//! whoever needs it waits for that.

use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use memstrata_engine::{Engine, EngineOptions, Error, Reranker};
use memstrata_model::SystemClock;
use memstrata_model::view::Failure;

/// What the window opens: a ledger, and a space of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    pub ledger: Which,
    pub space: String,
}

impl Start {
    /// The space that every ledger has.
    #[must_use]
    pub fn of(ledger: Which) -> Self {
        Start { ledger, space: DEFAULT_SPACE.to_owned() }
    }
}

/// The space of what names none.
pub const DEFAULT_SPACE: &str = "default";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    /// The person's own ledger, or the sample where there is none yet.
    Own,
    Sample,
    File(PathBuf),
}

/// An open ledger and how it stood when it was opened.
#[derive(Clone, Debug)]
pub struct Opened {
    pub engine: Arc<Engine>,
    /// The engine's change mark, taken before anything was read for the window.
    pub mark: i64,
}

/// The one ledger of the window.
#[derive(Debug, Default)]
pub struct OpenLedger {
    place: Mutex<Place>,
    moved: Condvar,
}

#[derive(Debug, Default)]
struct Place {
    /// None until the first opening is over.
    opened: Option<Result<Opened, Failure>>,
    /// Whether lanes have been sent to the window, so that it has something to paint.
    lanes_sent: bool,
    /// Counts what changed beside the ledger itself, such as a model that was loaded.
    beside: u64,
}

impl OpenLedger {
    /// Opens what the program was started on. A failure is kept for the window to show.
    pub fn start(&self, start: Start) {
        let opened = open(&start);
        self.place().opened = Some(opened);
        self.moved.notify_all();
    }

    /// Opens another ledger in the place of the present one, which stays where that fails.
    ///
    /// # Errors
    /// Why it cannot be opened.
    pub fn replace(&self, start: &Start) -> Result<Arc<Engine>, Failure> {
        let opened = open(start)?;
        let engine = Arc::clone(&opened.engine);
        self.place().opened = Some(Ok(opened));
        self.moved.notify_all();
        Ok(engine)
    }

    /// Opens the present ledger anew, where something that an engine reads once has changed.
    ///
    /// # Errors
    /// None is open, or it cannot be opened again; the present engine stays.
    pub fn reopen(&self) -> Result<(), Failure> {
        let present = self.engine()?;
        self.replace(&started(&present)).map(drop)
    }

    /// Opens another space of the present ledger; the present one stays where there is none such.
    ///
    /// # Errors
    /// None is open, or it has no space of this name.
    pub fn enter(&self, space: String) -> Result<Arc<Engine>, Failure> {
        let present = self.engine()?;
        self.replace(&Start { space, ..started(&present) })
    }

    /// The open ledger, once it is open.
    ///
    /// # Errors
    /// Why none is open.
    pub fn engine(&self) -> Result<Arc<Engine>, Failure> {
        let mut place = self.place();
        loop {
            match &place.opened {
                Some(opened) => return opened.as_ref().map(|o| Arc::clone(&o.engine)).map_err(Clone::clone),
                None => place = self.moved.wait(place).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    /// What is open at the moment, without waiting.
    #[must_use]
    pub fn present(&self) -> Option<Opened> {
        self.place().opened.as_ref().and_then(|opened| opened.as_ref().ok()).cloned()
    }

    /// Told when lanes go to the window.
    pub fn lanes_sent(&self) {
        let mut place = self.place();
        if !place.lanes_sent {
            place.lanes_sent = true;
            drop(place);
            self.moved.notify_all();
        }
    }

    /// Waits until the window has lanes to paint, at most this long.
    pub fn wait_for_lanes(&self, at_most: Duration) {
        let place = self.place();
        drop(self.moved.wait_timeout_while(place, at_most, |place| !place.lanes_sent));
    }

    /// Told when something changed that the ledger's mark does not show.
    pub fn changed_beside(&self) {
        self.place().beside += 1;
    }

    #[must_use]
    pub fn beside(&self) -> u64 {
        self.place().beside
    }

    fn place(&self) -> MutexGuard<'_, Place> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn open(start: &Start) -> Result<Opened, Failure> {
    let engine = open_engine(start).map_err(|error| error.failure())?;
    let mark = engine.change_mark().map_err(|error| error.failure())?;
    Ok(Opened { engine: Arc::new(engine), mark })
}

/// What opens the ledger and the space of an engine again: one's own may have been made since the
/// sample was opened in its place.
fn started(engine: &Engine) -> Start {
    let ledger = if engine.is_sample() { Which::Sample } else { Which::File(engine.path().to_owned()) };
    Start { ledger, space: engine.space().to_owned() }
}

fn open_engine(start: &Start) -> Result<Engine, Error> {
    let mut options = EngineOptions::new(Arc::new(SystemClock));
    options.space.clone_from(&start.space);
    // The window reads; a mistyped name must not become a new, empty ledger.
    options.create = false;
    options.reranker = named_reranker();
    match &start.ledger {
        Which::Sample => Engine::open_sample(&memstrata_engine::data_folder()?, options),
        Which::File(path) => open_file(path.clone(), options),
        Which::Own => {
            let own = memstrata_engine::default_ledger()?;
            if own.exists() {
                open_file(own, options)
            } else {
                Engine::open_sample(&memstrata_engine::data_folder()?, options)
            }
        }
    }
}

/// The language model that the person has named in the environment, as for the terminal. It is asked
/// only where the space has it so; one that is not written as an endpoint is none.
fn named_reranker() -> Option<Arc<dyn Reranker>> {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let (endpoint, model) = set("MEMSTRATA_ENDPOINT").zip(set("MEMSTRATA_MODEL"))?;
    memstrata_engine::model_reranker(&endpoint, &model, set("MEMSTRATA_API_KEY")).ok()
}

fn open_file(path: PathBuf, options: EngineOptions) -> Result<Engine, Error> {
    if !path.exists() {
        return Err(Error::not_found(
            format!("there is no ledger at {}", path.display()),
            Some("check the path, or open the sample"),
        ));
    }
    Engine::open(&path, options)
}

#[cfg(test)]
mod tests {
    use memstrata_engine::SpaceSettings;

    use super::*;

    fn file(path: PathBuf) -> Start {
        Start::of(Which::File(path))
    }

    fn own_ledger(folder: &std::path::Path) -> PathBuf {
        let path = folder.join("own.memstrata");
        Engine::open(&path, EngineOptions::new(Arc::new(SystemClock))).expect("a new ledger");
        path
    }

    #[test]
    fn a_missing_file_is_not_made_and_the_failure_names_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("typo.memstrata");
        let ledger = OpenLedger::default();
        ledger.start(file(path.clone()));
        let failure = ledger.engine().expect_err("nothing is there");
        assert_eq!(failure.code, "not_found");
        assert!(failure.message.contains("typo.memstrata"), "{}", failure.message);
        assert!(!path.exists() && ledger.present().is_none());
    }

    #[test]
    fn a_ledger_stays_open_where_another_cannot_be() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = own_ledger(folder.path());
        let ledger = OpenLedger::default();
        ledger.start(file(path.clone()));
        assert!(ledger.replace(&file(folder.path().join("none"))).is_err());
        assert_eq!(ledger.engine().expect("still open").path(), path);
    }

    #[test]
    fn another_space_is_entered_and_one_that_is_none_leaves_the_window_where_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let ledger = OpenLedger::default();
        ledger.start(file(own_ledger(folder.path())));
        let engine = ledger.engine().expect("open");
        let work =
            SpaceSettings { name: "work".to_owned(), ..engine.space_settings("default").expect("there") };
        engine.make_space(&work).expect("made");
        assert_eq!(ledger.enter("work".to_owned()).expect("entered").space(), "work");
        assert_eq!(ledger.engine().expect("open").info().expect("read").spaces, ["default", "work"]);
        ledger.reopen().expect("opened again");
        assert_eq!(ledger.engine().expect("open").space(), "work");
        let failure = ledger.enter("wrok".to_owned()).expect_err("there is none");
        assert!(failure.message.contains("wrok"), "{}", failure.message);
        assert_eq!(failure.hint.as_deref(), Some("its spaces are default, work"));
        assert_eq!(ledger.engine().expect("open").space(), "work");
    }

    #[test]
    fn a_start_in_a_space_that_is_none_names_those_that_there_are() {
        let folder = tempfile::tempdir().expect("a folder");
        let ledger = OpenLedger::default();
        ledger.start(Start { space: "nosuch".to_owned(), ..file(own_ledger(folder.path())) });
        let failure = ledger.engine().expect_err("there is none");
        assert_eq!(failure.hint.as_deref(), Some("its only space is default"));
    }

    #[test]
    fn a_ledger_opened_anew_has_its_new_zone() {
        let folder = tempfile::tempdir().expect("a folder");
        let ledger = OpenLedger::default();
        ledger.start(file(own_ledger(folder.path())));
        let engine = ledger.engine().expect("open");
        let mut settings = engine.settings_page().expect("settings").settings;
        settings.timezone = "Pacific/Auckland".to_owned();
        engine.keep_settings(&settings).expect("kept");
        ledger.reopen().expect("opened again");
        assert_eq!(ledger.engine().expect("open").zone().name(), "Pacific/Auckland");
    }

    #[test]
    fn whoever_asks_first_waits_for_the_opening() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = own_ledger(folder.path());
        let ledger = Arc::new(OpenLedger::default());
        let asking = {
            let ledger = Arc::clone(&ledger);
            std::thread::spawn(move || ledger.engine().map(|engine| engine.path().to_owned()))
        };
        ledger.start(file(path.clone()));
        assert_eq!(asking.join().expect("no panic"), Ok(path));
    }

    #[test]
    fn waiting_for_lanes_ends_when_they_are_sent() {
        let ledger = Arc::new(OpenLedger::default());
        let waiting = {
            let ledger = Arc::clone(&ledger);
            std::thread::spawn(move || ledger.wait_for_lanes(Duration::from_secs(600)))
        };
        ledger.lanes_sent();
        waiting.join().expect("it ends long before the time is over");
    }
}
