"""What a browser makes of the folder of `.ci/web`: opens it, presses keys, a game pad and fingers, listens, and
compares games with those of the program. Each subject is a file beside this one.

Usage: page.py FOLDER PROGRAM PICTURES BROWSER [OPTION…]. Screenshots go to the folder PICTURES. Ends with 1 and a line
if anything is not as it should be.
"""

import sys
import tempfile
import time

import page_keeps
import page_phone
import page_play
import page_share
import page_start
import page_updates
import page_work
from page_browser import Browser

FOLDER, PROGRAM, PICTURES = sys.argv[1:4]
BROWSER = sys.argv[4:]


def check(browser):
    page_play.check_the_picture(browser)
    page_play.check_the_menu(browser)
    page_play.check_the_games(browser, PROGRAM)
    page_play.check_the_sound(browser)
    page_play.check_the_pad(browser)
    page_start.check_what_is_wrong(browser)
    page_start.check_that_it_installs(browser)
    page_start.check_parameters_of_others(browser)
    page_start.check_that_nothing_ends(browser)
    page_phone.check_that_fingers_play(browser)
    page_phone.check_the_buttons(browser)
    page_phone.check_that_fingers_review(browser)
    page_keeps.check_two_tabs(browser)
    page_work.check_a_hidden_tab(browser)
    page_work.check_that_long_work_is_stopped(browser)
    page_start.check_that_https_is_asked_for(browser)
    page_keeps.check_that_changes_stay(browser)
    page_keeps.check_that_links_change_nothing(browser)
    page_keeps.check_that_all_is_read_or_nothing(browser)
    page_keeps.check_a_full_storage(browser)
    page_keeps.check_that_a_moment_is_no_recording(browser)
    page_start.check_that_one_touch_begins(browser)
    page_start.check_the_bar(browser)
    page_share.check_that_what_is_seen_is_shared(browser)
    page_work.check_a_packed_file_of_too_much(browser)
    page_updates.check_a_missing_table(browser)
    page_updates.check_updates(browser)
    page_updates.check_that_it_asks_nobody_else(browser)


begun = time.monotonic()
with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
    browser = Browser(BROWSER, profile, FOLDER, PICTURES)
    try:
        check(browser)
    except AssertionError as wrong:
        browser.picture("wrong")
        sys.exit(f"FAILED: {wrong}")
    finally:
        browser.close()
print(f"the page is right, seen in {time.monotonic() - begun:.0f} s")
