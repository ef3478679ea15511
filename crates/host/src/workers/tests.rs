use std::sync::mpsc::{self, Receiver, Sender};

use super::*;

/// A task that says when it begins, and ends at once or when it is stopped.
struct Fake {
    name: &'static str,
    priority: Priority,
    signals: TaskSignals,
    is_endless: bool,
    events: Sender<String>,
}

impl Task for Fake {
    fn priority(&self) -> Priority {
        self.priority
    }

    fn signals(&self) -> &TaskSignals {
        &self.signals
    }

    fn can_give_way(&self) -> bool {
        self.priority >= Priority::Hint
    }

    fn run(self: Box<Self>) -> Option<Box<dyn Task>> {
        self.events.send(self.name.to_owned()).unwrap();
        if self.is_endless {
            self.signals.stop.wait();
            if self.signals.take_giving_way() {
                return Some(self);
            }
        }
        None
    }
}

struct Pool {
    workers: Workers,
    sender: Sender<String>,
    events: Receiver<String>,
}

impl Pool {
    fn new(max_threads: usize) -> Pool {
        let (sender, events) = mpsc::channel();
        Pool { workers: Workers::new(max_threads, Precedence::Others), sender, events }
    }

    fn add(&self, name: &'static str, priority: Priority, is_endless: bool) -> TaskSignals {
        let signals = TaskSignals::default();
        let events = self.sender.clone();
        let task = Fake { name, priority, signals: signals.clone(), is_endless, events };
        self.workers.add(Box::new(task)).unwrap();
        signals
    }

    fn next(&self) -> String {
        self.events.recv().unwrap()
    }
}

#[test]
fn moves_come_before_hints_before_analyses() {
    let pool = Pool::new(1);
    let busy = pool.add("busy", Priority::Move, true);
    assert_eq!(pool.next(), "busy");
    pool.add("analysis", Priority::Analysis, false);
    pool.add("hint", Priority::Hint, false);
    pool.add("dead stones", Priority::DeadStones, false);
    pool.add("first move", Priority::Move, false);
    pool.add("second move", Priority::Move, false);
    busy.hurry();
    let order: Vec<String> = (0..5).map(|_| pool.next()).collect();
    assert_eq!(order, ["first move", "second move", "dead stones", "hint", "analysis"]);
    pool.workers.close();
}

#[test]
fn endless_analysis_gives_way_and_goes_on() {
    let pool = Pool::new(1);
    let endless = pool.add("endless", Priority::Analysis, true);
    assert_eq!(pool.next(), "endless");
    for _ in 0..3 {
        pool.add("move", Priority::Move, false);
        assert_eq!([pool.next(), pool.next()], ["move", "endless"]);
    }
    endless.cancel();
    pool.add("hint", Priority::Hint, false);
    assert_eq!(pool.next(), "hint");
    pool.workers.close();
}

#[test]
fn only_the_least_important_gives_way() {
    let pool = Pool::new(2);
    pool.add("hint", Priority::Hint, true);
    assert_eq!(pool.next(), "hint");
    pool.add("endless", Priority::Analysis, true);
    assert_eq!(pool.next(), "endless");
    let busy = pool.add("move", Priority::Move, true);
    assert_eq!(pool.next(), "move");
    // Nobody gives way to its equal.
    pool.add("other hint", Priority::Hint, false);
    busy.hurry();
    assert_eq!([pool.next(), pool.next()], ["other hint", "endless"]);
    pool.workers.close();
}

#[test]
fn there_are_no_more_threads_than_allowed() {
    let pool = Pool::new(3);
    assert_eq!(pool.workers.n_threads(), 0);
    let signals: Vec<TaskSignals> =
        (0..20).map(|_| pool.add("move", Priority::Move, true)).collect();
    assert_eq!(pool.workers.n_threads(), 3);
    signals.iter().for_each(TaskSignals::hurry);
    (0..20).for_each(|_| assert_eq!(pool.next(), "move"));
    pool.workers.close();
}

#[test]
fn canceled_task_is_not_begun() {
    let pool = Pool::new(1);
    let busy = pool.add("busy", Priority::Move, true);
    assert_eq!(pool.next(), "busy");
    pool.add("canceled", Priority::Move, true).cancel();
    pool.add("move", Priority::Move, false);
    busy.hurry();
    assert_eq!(pool.next(), "move");
    pool.workers.close();
}

#[test]
fn reviews_stand_still_while_somebody_waits() {
    let pool = Pool::new(3);
    let review = pool.add("review", Priority::Review, true);
    assert_eq!(pool.next(), "review");
    // There is a free thread, but the processor is for the move.
    let busy = pool.add("move", Priority::Move, true);
    assert_eq!(pool.next(), "move");
    pool.add("other review", Priority::Review, false);
    // A long analysis and a review go on beside each other.
    let analysis = pool.add("analysis", Priority::Analysis, true);
    assert_eq!(pool.next(), "analysis");
    assert!(pool.events.try_recv().is_err());
    busy.hurry();
    let mut both = [pool.next(), pool.next()];
    both.sort();
    assert_eq!(both, ["other review", "review"]);
    review.cancel();
    analysis.cancel();
    pool.workers.close();
}
