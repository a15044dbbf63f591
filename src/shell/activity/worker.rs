//! The thread that thinks: jobs out, plans back.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use rightwell::session::{Job, Plan};

/// The thinking thread. It ends, and is waited for, when this is dropped.
#[derive(Debug)]
pub struct Worker {
    /// None only while being dropped.
    jobs: Option<Sender<Job>>,
    plans: Receiver<Result<Plan, String>>,
    thread: Option<JoinHandle<()>>,
}

/// What became of a job within the time given.
#[derive(Debug)]
pub enum Answer {
    /// It is solved.
    Plan(Plan),
    /// Not yet.
    Thinking,
    /// The thread has failed; no more answers will come.
    Failed(String),
}

impl Worker {
    /// Starts the thread; `solve` is what it does with a job.
    pub fn start(solve: impl Fn(Job) -> Plan + Send + 'static) -> Worker {
        let (jobs, job_queue) = channel();
        let (plan_queue, plans) = channel();
        let thread = std::thread::Builder::new()
            .name("player".to_owned())
            .spawn(move || think(&job_queue, &plan_queue, solve))
            .expect("the system can start a thread");
        Worker {
            jobs: Some(jobs),
            plans,
            thread: Some(thread),
        }
    }

    /// Hands out a job. Jobs posted before and not begun yet are not solved any more.
    pub fn post(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            // A thread that has failed says so when it is asked for the plan.
            let _ = jobs.send(job);
        }
    }

    /// Waits for an answer, at most so long.
    pub fn wait(&self, timeout: Duration) -> Answer {
        match self.plans.recv_timeout(timeout) {
            Ok(Ok(plan)) => Answer::Plan(plan),
            Ok(Err(message)) => Answer::Failed(message),
            Err(RecvTimeoutError::Timeout) => Answer::Thinking,
            Err(RecvTimeoutError::Disconnected) => Answer::Failed("its thread is gone".to_owned()),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // What the thread had to say of a failure it has said in its answer.
            let _ = thread.join();
        }
    }
}

fn think(jobs: &Receiver<Job>, plans: &Sender<Result<Plan, String>>, solve: impl Fn(Job) -> Plan) {
    while let Ok(mut job) = jobs.recv() {
        while let Ok(newer) = jobs.try_recv() {
            job = newer;
        }
        let plan = catch_unwind(AssertUnwindSafe(|| solve(job)));
        let failed = plan.is_err();
        let answer = plan.map_err(|panic| panic_message(&*panic));
        if plans.send(answer).is_err() || failed {
            return;
        }
    }
}

/// The text of a panic.
pub fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("no message").to_owned()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rightwell::players::{Player, Position, Strategy, TreeMemory};
    use rightwell::rules::{Board, Piece};
    use rightwell::session::{Decision, DragDecision, DragTask, Task};

    use super::*;

    fn job(number: u64) -> Job {
        Job {
            number,
            task: Task::Drag(DragTask {
                position: Position {
                    board: Board::EMPTY,
                    current: Piece::T,
                    next: Some(Piece::I),
                    level: 0,
                    lines: 0,
                },
                strategy: Arc::new(Strategy::alone(Arc::new(
                    Player::named("survival").unwrap(),
                ))),
                with_path: true,
            }),
            memory: TreeMemory::default(),
        }
    }

    #[test]
    fn a_job_is_answered_under_its_number() {
        let worker = Worker::start(Job::solve);
        worker.post(job(7));
        let Answer::Plan(plan) = worker.wait(Duration::from_secs(60)) else {
            panic!("no plan");
        };
        assert_eq!((plan.number, &plan.decision), (7, &job(7).solve().decision));
        assert!(matches!(
            plan.decision,
            Decision::Drag(DragDecision::Walk(_))
        ));
    }

    #[test]
    fn a_panic_becomes_a_message() {
        let worker = Worker::start(|_| panic!("lost the thread"));
        worker.post(job(1));
        assert!(matches!(
            worker.wait(Duration::from_secs(60)),
            Answer::Failed(message) if message == "lost the thread"
        ));
        worker.post(job(2));
        assert!(matches!(
            worker.wait(Duration::from_secs(60)),
            Answer::Failed(_)
        ));
    }
}
