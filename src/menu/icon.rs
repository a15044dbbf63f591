//! Icons of rows: drawings of 8x8 pixels.

/// Icon before a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// A triangle: goes on with the game.
    Continue,
    /// A curved arrow: goes back to the scene below.
    Back,
    /// A gamepad.
    Play,
    /// Two stacks that face each other.
    Versus,
    /// A chequered flag.
    Race,
    /// A stack of disks: saved states.
    States,
    /// A magnifying glass over a game.
    Review,
    /// A question mark.
    Puzzle,
    /// A dumb-bell.
    Training,
    /// A pencil.
    Editor,
    /// An eye.
    Watch,
    /// A robot.
    Computers,
    /// A cassette.
    Recordings,
    /// Two links of a chain.
    Link,
    /// Three sliders.
    Settings,
    /// A keyboard.
    Keys,
    /// A door.
    Quit,
    /// A falling piece over a stack: a recorded game.
    Game,
    /// A film camera: a game from a video.
    Video,
}

impl Icon {
    /// Width and height in pixels.
    pub const SIZE: usize = 8;

    /// Returns the rows from the top. Spaces are empty; `.`, `o` and `#` are three colours.
    pub const fn rows(self) -> [&'static str; Icon::SIZE] {
        match self {
            Icon::Continue => [
                " #      ", " ##     ", " #o#    ", " #oo#   ", " #oo#   ", " #o#    ", " ##     ",
                " #      ",
            ],
            Icon::Back => [
                "  #     ", " ##     ", "####### ", " ##    #", "  #    #", "       #", "     oo ",
                "        ",
            ],
            Icon::Play => [
                "        ", " ###### ", "########", "#o####.#", "ooo##.##", "#o######", " ##  ## ",
                "        ",
            ],
            Icon::Versus => [
                "        ", "      . ", "o    .. ", "oo   .. ", "oo  ... ", "ooo ....", "ooo ....",
                "########",
            ],
            Icon::Race => [
                "#oo##oo#", "#oo##oo#", "##oo##oo", "##oo##oo", "#oo##oo#", "#       ", "#       ",
                "#       ",
            ],
            Icon::States => [
                "####### ", "#ooo#o##", "#ooo#o##", "#oooooo#", "#      #", "# #### #", "#      #",
                "########",
            ],
            Icon::Review => [
                "  ###   ", " #ooo#  ", "#o.ooo# ", "#ooooo# ", " #ooo#  ", "  ####  ", "     ## ",
                "      ##",
            ],
            Icon::Puzzle => [
                "  ####  ", " ##  ## ", "     ## ", "    ##  ", "   ##   ", "        ", "   oo   ",
                "   oo   ",
            ],
            Icon::Training => [
                "        ", "#      #", "##    ##", "##oooo##", "##oooo##", "##    ##", "#      #",
                "        ",
            ],
            Icon::Editor => [
                "      # ", "     #.#", "    #o# ", "   #o#  ", "  #o#   ", " #o#    ", " ##     ",
                "#       ",
            ],
            Icon::Watch => [
                "        ", "  ####  ", " #    # ", "#  oo  #", "#  oo  #", " #    # ", "  ####  ",
                "        ",
            ],
            Icon::Computers => [
                "   .    ", " ###### ", "########", "#oo##oo#", "#oo##oo#", "########", "# .... #",
                " ###### ",
            ],
            Icon::Recordings => [
                "        ", "########", "#      #", "# o  o #", "# oooo #", "#      #", "##....##",
                "########",
            ],
            Icon::Link => [
                "    ### ", "   #   #", "   #   #", " ##o## #", "# #o##  ", "#   #   ", "#   #   ",
                " ###    ",
            ],
            Icon::Settings => [
                " #      ", "oo######", " #      ", "     #  ", "####oo##", "     #  ", "  #     ",
                "#oo#####",
            ],
            Icon::Keys => [
                "        ", "########", "#o#o#o##", "########", "##o#o#o#", "########", "##oooo##",
                "########",
            ],
            Icon::Quit => [
                "######  ", "#ooo##  ", "#oooo#  ", "#oooo# #", "#oo.o###", "#oooo# #", "#oooo#  ",
                "######  ",
            ],
            Icon::Game => [
                "   o    ", "  ooo   ", "        ", "#     ..", "##   ...", "##  ####", "### ####",
                "########",
            ],
            Icon::Video => [
                " oo  oo ", "o..oo..o", " oo  oo ", "###### #", "########", "########", "###### #",
                "        ",
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Icon; 18] = [
        Icon::Continue,
        Icon::Back,
        Icon::Play,
        Icon::Versus,
        Icon::States,
        Icon::Review,
        Icon::Puzzle,
        Icon::Training,
        Icon::Editor,
        Icon::Watch,
        Icon::Computers,
        Icon::Recordings,
        Icon::Link,
        Icon::Settings,
        Icon::Keys,
        Icon::Quit,
        Icon::Game,
        Icon::Video,
    ];

    #[test]
    fn every_icon_is_a_drawing_of_its_own_in_three_colours() {
        for (index, icon) in ALL.iter().enumerate() {
            for row in icon.rows() {
                assert_eq!(row.len(), Icon::SIZE, "{icon:?}");
                assert!(row.chars().all(|pixel| " .o#".contains(pixel)), "{icon:?}");
            }
            let mut others = ALL[..index].iter();
            assert!(others.all(|other| other.rows() != icon.rows()), "{icon:?}");
        }
    }
}
