//! The console that Windows opens beside a program of the command line.
#![cfg_attr(
    windows,
    allow(
        unsafe_code,
        reason = "two functions of the system that have no safe form"
    )
)]

/// Closes the console if it was opened for this program alone, as by a double click: nobody asked for it. A
/// command prompt's stays, and what is said there can be read. To be called once there is a window.
pub fn leave() {
    #[cfg(windows)]
    {
        let mut processes = [0; 2];
        // SAFETY: the list has as many places as it says; it is filled with numbers.
        let count = unsafe { GetConsoleProcessList(processes.as_mut_ptr(), 2) };
        if count == 1 {
            // SAFETY: takes nothing. What is written afterwards goes nowhere.
            unsafe { FreeConsole() };
        }
    }
}

#[cfg(windows)]
#[link(name = "kernel32")]
unsafe extern "system" {
    /// How many programs use the console, and their numbers if there is room for all.
    fn GetConsoleProcessList(processes: *mut u32, room: u32) -> u32;
    fn FreeConsole() -> i32;
}
