//! Help on the requests of `engine`.

/// Description of the requests, shown after the options in the help.
pub const REQUESTS: &str = "\
Requests are lines; answers are framed as in the Go Text Protocol: an optional
number before a request comes back behind `=`, or behind `?` with a message, and
a blank line ends the answer. A line has at most 1048576 bytes; the rest of a
longer one is ignored.

  power                 switches the console on
  new [level=N] [seed=HEX] [type=a|b] [height=N] [region=ntsc|pal]
      [double_killscreen=on|off] [crash=off|show|top-out|crash|strict]
                        a direct start; the state. A double killscreen: pieces
                        fall two rows a frame from level 39 on, which the
                        cartridge does not do. Crashes: as `play --crash`
  board ROW ROW ...     this field, the piece just spawned: 20 words of ten `.`
                        or `X`, top first; the state
  pieces I T            current and next piece; the following ones come from the
                        randomizer; the state
  position TEXT         a console with a game that begins at this position, a
                        line of text as `--position` takes; the state. The
                        following pieces come from the randomizer; `save` can
                        write it
  position              the game as such a text, as if its piece had just
                        appeared
  step BUTTONS [COUNT]  frames with these buttons held: letters of RLDUTSBA
                        (T Start, S Select), or `-`; the state after them
  run BUTTONS ...       one frame each, one state a line
  state                 the state as one line of JSON
  locks                 every lock of the current piece without gravity, one
                        `x y rotation` a line
  locks pad [hand=NAME] [tap_hz=N] [taps=PATTERN] [reaction=N] [sight=N]
                        every lock that a gamepad can reach at the present
                        level, tapping N times a second (1-30, such as 13.3;
                        default 30) after N frames (0-60, default 0), one
                        `x y rotation frames` a line. Or tapping in the frames
                        that are an X in a pattern, such as X...X.., or as hands
                        of that name do, or of a file. What the thumbs have done
                        to the piece before counts, when NEXT is seen does not.
                        No way has fewer frames at 30 taps a second; below, now
                        and then one has
  genmove [PLAYER] [hand=NAME] [tap_hz=N] [taps=PATTERN] [reaction=N] [sight=N]
                        the lock that a player (default survival) chooses
                        with such hands (default 30 taps a second), as
                        `x y rotation`, then the buttons that lead there, as for
                        `run`. With a sight (0-60 or never) they are chosen
                        without NEXT up to that frame, then with it. With
                        tuck_misdrops=on behind them the lock is chosen for
                        hands that miss tucks now and then; lock and buttons are
                        the intended ones: nothing is missed here
  tree [PLAYER] [playouts=N] [depth=N] [format=json|dot|text]
                        the tree that a player of this kind (default uct)
                        grows over this position, hands as for genmove: visits,
                        mean result (0 to 1), its variance and the value by
                        which children are chosen, down to N steps (default
                        3), the most visited first; as JSON with figures
                        of the playouts, as a Graphviz graph, or as text nested
                        in brackets
  save FILE, load FILE  a recording: .fm2, or .ron for what no movie can hold;
                        .fm2.gz or .ron.gz is packed
  quit                  ends the program

x and y are column and row of the pivot, row 0 at the top; rotation counts
clockwise turns from the spawn orientation.";
