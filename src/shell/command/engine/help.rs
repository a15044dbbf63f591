//! Help text for the requests of `engine`.

/// Description of the requests, shown after the options in the help.
pub const REQUESTS: &str = "\
Each request is a line. Answers follow the Go Text Protocol: they begin with `=`,
or with `?` and an error message, and end with a blank line. A number before a
request is repeated in its answer. A line has at most 1048576 bytes; the rest of
a longer one is ignored.

  power                 Switches the console on.
  new [level=N] [seed=HEX] [type=a|b] [height=N] [region=ntsc|pal]
      [double_killscreen=on|off] [crash=off|show|top-out|crash|strict]
                        Starts a game directly. Answers with the state. With a
                        double killscreen, pieces fall two rows a frame from
                        level 39 on, which the cartridge does not do. For
                        crashes, see `play --crash`.
  board ROW ROW ...     Sets the field, as if the piece had just spawned: 20
                        words of ten `.` or `X`, top row first. Answers with the
                        state.
  pieces I T            Sets the current piece and NEXT. The randomizer chooses
                        the pieces after them. Answers with the state.
  position TEXT         Starts a game at a position, in any format that
                        `--position` takes. Answers with the state. The
                        randomizer chooses the pieces after NEXT. `save` can
                        write games that start at a position.
  position              Prints the current game as a position, as if its piece
                        had just spawned.
  step BUTTONS [COUNT]  Runs frames with these buttons held: letters of RLDUTSBA
                        (T is Start, S is Select), or `-` for none. Answers with
                        the state after them.
  run BUTTONS ...       Runs one frame for each word, with its buttons held.
                        Answers with the state after each frame, one per line.
  state                 Prints the state as one line of JSON.
  locks                 Lists all locks of the current piece without gravity,
                        one `x y rotation` per line.
  locks pad [hand=NAME] [tap_hz=N] [taps=PATTERN] [reaction=N] [sight=N]
                        Lists all locks that a gamepad can reach at the current
                        level, one `x y rotation frames` per line. The hands tap
                        N times a second (1-30, such as 13.3; default 30),
                        starting after N frames (0-60, default 0). Instead of a
                        rate, give a pattern such as X...X.. (taps in the frames
                        with an X), or hands by name or file. What the thumbs
                        have already done with the piece limits the locks; the
                        sight of NEXT does not. At 30 taps a second, the number
                        of frames is minimal. At slower rates, there is
                        sometimes a faster way.
  genmove [PLAYER] [hand=NAME] [tap_hz=N] [taps=PATTERN] [reaction=N] [sight=N]
                        Chooses a lock with a player (default survival) and
                        hands (default 30 taps a second). Answers with `x y
                        rotation`, then the buttons to get there, as for `run`.
                        With sight=N (0-60 or never), the player does not know
                        NEXT in the first N frames. A final tuck_misdrops=on
                        chooses the lock for hands that sometimes miss tucks.
                        The answer always leads to the intended lock.
  tree [PLAYER] [playouts=N] [depth=N] [format=json|dot|text|sgf]
                        Grows the search tree of a player that searches a tree
                        (default uct) from this position, with hands as for
                        genmove. Lists
                        visits, mean result (0 to 1), its variance, and the
                        value by which children are chosen, down to N levels
                        (default 3), most visited first: as JSON with figures of
                        the playouts, as a Graphviz graph, as text nested in
                        brackets, or as a game tree for viewers of Go games:
                        stones are settled cells, marks the piece that locks.
  save FILE, load FILE  Writes or reads a recording: .fm2, or .ron for games
                        that a movie cannot hold. .fm2.gz and .ron.gz are
                        compressed. load also reads .fm3 and .bk2.
  quit                  Ends the program.

x and y are the column and row of the pivot, with row 0 at the top. rotation
counts clockwise turns from the spawn orientation.";
