"""Checks the folder of `.ci/web` in a browser: opens it, presses keys, a gamepad and touch buttons, listens, and
compares games with the program's. Each topic has a file beside this one.

Usage: page.py FOLDER PROGRAM PICTURES BROWSER [OPTION…]. Screenshots go to the folder PICTURES. Exits with 1 and a
message if anything is wrong.
"""

import concurrent.futures
import functools
import sys
import tempfile
import time

import page_keeps
import page_phone
import page_play
import page_report
import page_share
import page_start
import page_updates
import page_work
from page_browser import Browser

FOLDER, PROGRAM, PICTURES = sys.argv[1:4]
BROWSER = sys.argv[4:]


# Checks of timing run alone. The other checks mostly wait, so they run side by side.
ALONE = [
    page_play.check_the_picture,
    page_play.check_the_menu,
    functools.partial(page_play.check_the_games, program=PROGRAM),
    page_play.check_the_sound,
    page_play.check_the_pad,
    functools.partial(page_report.check_the_report, program=PROGRAM),
]
SIDE_BY_SIDE = [
    [
        page_start.check_what_is_wrong,
        page_start.check_the_size,
        page_start.check_refusals_and_reasons,
        page_start.check_that_keys_leave_the_screen,
        page_start.check_that_the_menu_saves_all,
        page_start.check_that_a_lost_picture_returns,
        page_start.check_that_it_installs,
        page_start.check_the_pixels,
        page_start.check_streams,
        page_start.check_parameters_of_others,
        page_start.check_that_nothing_ends,
        page_start.check_that_https_is_asked_for,
        page_start.check_that_one_touch_begins,
        page_start.check_the_bar,
        page_phone.check_that_fingers_play,
        page_phone.check_the_buttons,
        page_phone.check_that_fingers_review,
        page_share.check_that_what_is_seen_is_shared,
        functools.partial(page_share.check_a_race, program=PROGRAM),
        page_work.check_that_long_work_is_stopped,
    ],
    [
        page_keeps.check_two_tabs,
        page_work.check_a_hidden_tab,
        page_keeps.check_that_changes_stay,
        page_keeps.check_that_links_change_nothing,
        page_keeps.check_that_all_is_read_or_nothing,
        page_keeps.check_a_full_storage,
        page_keeps.check_that_a_moment_is_no_recording,
        page_work.check_a_packed_file_of_too_much,
        page_updates.check_a_missing_table,
        page_updates.check_updates,
    ],
]


def check(name, checks):
    """Runs these checks in a browser of their own. If one fails, returns the failure."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(BROWSER, profile, FOLDER, PICTURES)
        try:
            for one in [*checks, page_updates.check_that_it_asks_nobody_else]:
                one(browser)
        except AssertionError as wrong:
            failed = getattr(one, "func", one).__name__
            try:
                browser.picture(f"wrong-{name}")
            except AssertionError as silent:
                failed += f" ({silent})"
            return f"FAILED: {failed}: {wrong}\n"
        finally:
            browser.close()
    return ""


begun = time.monotonic()
wrong = check("alone", ALONE)
if not wrong:
    with concurrent.futures.ThreadPoolExecutor() as threads:
        wrong = "".join(threads.map(check, ("first", "second"), SIDE_BY_SIDE))
if wrong:
    sys.exit(wrong)
print(f"the page is right, seen in {time.monotonic() - begun:.0f} s")
