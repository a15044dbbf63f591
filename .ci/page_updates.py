"""Checks the page with a new version on its server, and without a server."""

import pathlib
import shutil
import tempfile
import time

from web_list import write_list

# Headers of a server that lets browsers cache files for a while, as most servers do.
REMEMBERED = {"Cache_Control": "max-age=600"}
# The versions of the files that the page has loaded. Each file contains its own version. The first file is left out.
VERSIONS = """Promise.all(["page.js", "files.js", "page.css"].map(async name => (
  (await (await fetch(name)).text()).match(/version (\\d)/)[1]))).then(versions => versions.join(""))"""
# Whether a new version waits for the next start. Otherwise asks the server, as each visit does: if a visit begins during
# the question of the visit before, the browser asks no second time.
HAS_UPDATE = """navigator.serviceWorker.getRegistration()
  .then(one => !!one.waiting || one.update().then(() => false, () => false))"""

# Whether the waiting version takes over for a page that no longer waits for its answer.
TAKES_OVER_LATE = """navigator.serviceWorker.getRegistration().then(one => new Promise(done => {
  const {port1, port2} = new MessageChannel();
  port1.onmessage = ({data}) => done(data);
  one.waiting.postMessage(["take over", Date.now() - 1], [port2]);
}))"""


def deploy(folder, version):
    """Puts a version into the folder: files that contain its number, and their list."""
    for name in ("page.js", "files.js", "page.css"):
        file = folder / name
        source = file.read_text().split("\n/* version")[0]
        file.write_text(f"{source}\n/* version {version} */\n")
    write_list(folder)


def check_updates(browser):
    """Two new versions arrive on the server. The page never mixes files of different versions."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place, "site")
        shutil.copytree(browser.folder, folder)
        deploy(folder, 1)
        browser.new_site(folder, **REMEMBERED)
        browser.text("?hands", "there is no list")
        assert browser.value(VERSIONS) == "111", browser.value(VERSIONS)
        for version in (2, 3):
            deploy(folder, version)
            browser.text("?hands", "there is no list")
            found = browser.value(VERSIONS)
            # The version may have arrived while the page was starting.
            assert found in (str(version - 1) * 3, str(version) * 3), f"a page has files of versions {found}"
            if found != str(version) * 3:
                browser.until("the update does not arrive", HAS_UPDATE)
                assert not browser.value(TAKES_OVER_LATE), "an update replaces the files of a page that has started"
            browser.text("?hands", "there is no list")
            found = browser.value(VERSIONS)
            assert found == str(version) * 3, f"after an update the page has files of versions {found}"
        # Half a version is on the server, as during an upload: the list names a file that the server does not have yet.
        deploy(folder, 4)
        (folder / "page.js").write_text((folder / "page.js").read_text().replace("version 4", "version 3"))
        browser.text("?hands", "there is no list")
        browser.value("navigator.serviceWorker.getRegistration().then(one => one.update()).catch(() => {})")
        browser.until("half an update does not fail",
                      "navigator.serviceWorker.getRegistration().then(one => !one.waiting && !one.installing)")
        browser.text("?hands", "there is no list")
        assert browser.value(VERSIONS) == "333", f"half an update is used: {browser.value(VERSIONS)}"
        browser.site.close()
        browser.text("?hands", "without a network nothing begins")
    print("ok: an update is taken whole, at the next start, or not at all")


def check_a_missing_table(browser):
    """A slow value table is announced, and a missing one is reported. A watched game goes on with a player without tables."""
    browser.open("?puzzles")
    browser.value("""(() => {
      const real = fetch;
      window.fetch = async name => {
        await new Promise(done => setTimeout(done, 2000));
        return real(name);
      };
    })()""")
    browser.key("ArrowDown", "keyDown")
    is_said = "document.getElementById('notices').textContent.includes('Loading')"
    browser.until("nobody says what is being loaded", is_said)
    browser.until("a file is being loaded for ever", f"!{is_said}")
    browser.key("ArrowDown", "keyUp")
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place, "site")
        shutil.copytree(browser.folder, folder, ignore=shutil.ignore_patterns("*.table.gz"))
        browser.new_site(folder)
        browser.open("?watch&player=scorer")
        missing = "document.getElementById('notices').textContent.includes('.table.gz')"
        browser.until("a missing table is not reported", missing)
        before, _ = browser.picture("without-table")
        time.sleep(2)
        assert browser.picture("without-table")[0] != before, "the game does not continue"
        browser.open("?puzzles")
        browser.key("ArrowDown", "keyDown")
        browser.until("a puzzle does not report its missing table", missing)
        browser.key("ArrowDown", "keyUp")
        time.sleep(0.5)
        assert browser.value("document.getElementById('card').hidden"), "a puzzle ends the page"
        said = browser.text("?simulate&player=scorer&games=1&pieces=100", "no end")
        assert said.startswith("cannot load ") and ".table.gz" in said, said
    print("ok: a slow table and a missing one are said")


def check_that_it_asks_nobody_else(browser):
    """All requests went to the sites that were visited. Apart from files, nothing remains in the browser."""
    others = {url for url in browser.requests if not url.startswith((*browser.bases, "data:", "blob:", "about:"))}
    assert not others, f"requests to other sites: {others}"
    assert browser.value("document.cookie") == "", "there are cookies"
    print("ok: it asks nobody else and keeps no cookies")
