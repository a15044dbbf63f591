//! The console window that Windows opens beside a command line program.
#![cfg_attr(
    windows,
    allow(
        unsafe_code,
        reason = "two functions of the system that have no safe form"
    )
)]

/// Closes the console window if Windows opened it only for this program, as after a double click.
///
/// If a command prompt owns the console, the console stays open, so that messages there can be read. Call this once a
/// window is open.
pub fn leave() {
    #[cfg(windows)]
    {
        let mut processes = [0; 2];
        // SAFETY: the list has room for two numbers, as the call says, and the system fills it.
        let count = unsafe { GetConsoleProcessList(processes.as_mut_ptr(), 2) };
        if count == 1 {
            // SAFETY: the call has no arguments. Later writes to standard error have no effect.
            unsafe { FreeConsole() };
        }
    }
}

#[cfg(windows)]
#[link(name = "kernel32")]
unsafe extern "system" {
    /// Returns the number of processes that use the console. Writes their ids to `processes` if there is room for all.
    fn GetConsoleProcessList(processes: *mut u32, room: u32) -> u32;
    fn FreeConsole() -> i32;
}
