//! List of recordings.

use rightwell::menu::Column;

use crate::shell::host::clock::has_local_time;

/// Returns the column of times. Its title says if they are not local.
pub fn when_column(title: &str) -> Column {
    let title = match has_local_time() {
        true => title.to_owned(),
        false => format!("{title} (UTC)"),
    };
    Column {
        title,
        widest: "Yesterday 20:49",
        is_number: false,
    }
}
