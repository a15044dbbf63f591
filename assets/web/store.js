// The storage in the browser, its export to one file, and the import of such a file.
"use strict";

// Opens the storage in the browser. It contains files by path.
async function open_store() {
  const asked = indexedDB.open("rightwell", 1);
  const done = request => new Promise((good, bad) => {
    request.onsuccess = () => good(request.result);
    request.onerror = () => bad(request.error);
  });
  asked.onupgradeneeded = () => asked.result.createObjectStore("files");
  const database = await done(asked);
  const files = how => database.transaction("files", how, {durability: "strict"}).objectStore("files");
  return {
    async all() {
      const [paths, values] = await Promise.all([done(files("readonly").getAllKeys()), done(files("readonly").getAll())]);
      return paths.map((path, place) => [path, values[place]]);
    },
    put: changed => new Promise((good, bad) => {
      const store = files("readwrite");
      for (const [path, data] of changed) data ? store.put(data, path) : store.delete(path);
      store.transaction.oncomplete = good;
      store.transaction.onabort = () => bad(store.transaction.error || new Error("the transaction was aborted"));
    }),
  };
}

// Downloads a file.
function hand_out(name, data) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([data]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// Checks that a path names a file in the user's folders, and neither a folder nor anything outside them.
function check_path(path) {
  const names = path.split("/");
  const is_named = names.every(name => name !== "" && name !== "." && name !== "..");
  if (!is_named || names.length < 3 || names[0] !== "home" || !["config", "data"].includes(names[1])) {
    throw new Error(`no file is allowed at ${path}`);
  }
}

// Reads the files in an exported text: all of them, or none if any is invalid. `there` contains the files that exist
// already.
function read_export(text, there) {
  const {rightwell, files: all} = JSON.parse(text);
  if (rightwell !== 1 || typeof all !== "object" || !all) throw new Error("it was not saved by this page");
  const files = Object.entries(all).map(([path, data]) => {
    check_path(path);
    if (typeof data !== "string") throw new Error(`${path} holds no bytes`);
    return [path, {data: Uint8Array.from(atob(data), letter => letter.charCodeAt(0)), time: BigInt(Date.now()) * 1000000n}];
  });
  const paths = [...there, ...files.map(([path]) => path)];
  const folders = new Set(paths.flatMap(path => path.split("/").map((_, last, names) => names.slice(0, last).join("/"))));
  const wrong = paths.find(path => folders.has(path));
  if (wrong) throw new Error(`${wrong} cannot be both a file and a folder`);
  return files;
}

// Exports all saved files as one file, and imports such a file. An import changes the storage completely or not at all.
// Then the page is loaded again.
function offer_files(files, store) {
  const encode = data => btoa(Array.from(data, byte => String.fromCharCode(byte)).join(""));
  const all = () => JSON.stringify({
    rightwell: 1,
    files: Object.fromEntries(files.kept().map(([path, data]) => [path, encode(data)])),
  });
  by_id("export").onclick = () => hand_out("rightwell.json", all());
  by_id("read").onclick = () => by_id("import").click();
  const chosen = by_id("import");
  chosen.onchange = async () => {
    try {
      if (!store) throw new Error("this tab saves nothing");
      const read = read_export(await chosen.files[0].text(), files.kept().map(([path]) => path));
      await files.save();
      await store.put(read);
      files.store = null;
      has_game = false;
      location.reload();
    } catch (error) {
      say("import", `That file cannot be imported, and nothing has changed: ${error.message || error.name}.`);
    }
    chosen.value = "";
  };
}
