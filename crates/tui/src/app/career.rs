//! The career in the program: ticks, and saving its profile.

use tengen_front::notice::Notice;
use tengen_front::refusal::Refusal;
use tengen_host::{Dirs, Profile, ProfileEvent, ProfileFile};

use super::App;
use crate::screen::Screen;
use crate::screen::career::{Career, CareerNews, Departure};

impl App {
    /// Shows the career.
    pub fn show_career(&mut self, departure: Departure) {
        let (career, news) = Career::new(departure);
        self.screen = Screen::Career(Box::new(career));
        self.follow_career(news);
    }

    /// Shows the career of the profile's file.
    pub(crate) fn set_out(&mut self, seed: u64, is_debug: bool) {
        let path = self.workspace.dirs().map(Dirs::profile_file);
        let (file, problem) = match path {
            Some(path) => ProfileFile::open(path),
            None => (ProfileFile::in_memory(), None),
        };
        let profile = file.profile().clone();
        self.profile_file = Some(file);
        self.leave_board();
        self.show_career(Departure { profile, seed, is_debug });
        if let Some(problem) = problem {
            self.follow(Err(Refusal::Profile(problem)));
        }
        self.tell_damage();
    }

    pub(super) fn follow_career(&mut self, news: CareerNews) {
        let CareerNews { events, is_stale, is_left } = news;
        let events = events.into_iter().map(Some).chain(is_stale.then_some(None));
        for event in events {
            self.record(event);
        }
        if is_left {
            self.show_start();
        }
    }

    /// Adds an event to the profile, or reads what others have added.
    fn record(&mut self, event: Option<ProfileEvent>) {
        let file = self.profile_file.get_or_insert_with(ProfileFile::in_memory);
        let done = match event {
            Some(event) => file.record(event),
            None => file.refresh(),
        };
        let profile = file.profile().clone();
        if let Screen::Career(career) = &mut self.screen {
            career.set_profile(profile);
        }
        if let Err(problem) = done {
            self.follow(Err(Refusal::Profile(problem)));
        }
        self.tell_damage();
    }

    fn tell_damage(&mut self) {
        let moved = self.profile_file.as_mut().and_then(ProfileFile::take_set_aside);
        if let Some(path) = moved {
            self.tell(&[Notice::ProfileDamaged(path)]);
        }
    }

    /// The career so far, for tests.
    pub fn profile(&self) -> Option<&Profile> {
        self.profile_file.as_ref().map(ProfileFile::profile)
    }

    /// Takes a profile that is in no file, for tests.
    pub fn set_profile_file(&mut self, file: ProfileFile) {
        self.profile_file = Some(file);
    }

    /// Whether [`App::tick`] has a meaning.
    pub const fn is_ticking(&self) -> bool {
        matches!(self.screen, Screen::Career(_))
    }

    /// Lets a tenth of a second pass in the career.
    pub fn tick(&mut self) {
        if let Screen::Career(career) = &mut self.screen {
            let news = career.tick();
            self.follow_career(news);
        }
    }

    /// Writes pending events when the program ends.
    pub(crate) fn finish(&mut self) {
        if let Screen::Career(career) = &mut self.screen
            && let Some(event) = career.note_time()
        {
            self.record(Some(event));
        }
    }
}
