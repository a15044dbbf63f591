// The program's files: folders in the page's memory, which the program reads and writes through WASI (preview 1). Files
// in the user's folder are also saved in the browser's storage.
"use strict";

const Files = (() => {
  // Constants of WASI.
  const [DONE, BAD, EXISTS, IS_FOLDER, NONE, NOT_EMPTY, NO_FOLDER, INVALID, NO_SUPPORT] = [0, 8, 20, 31, 44, 55, 54, 28, 58];
  const [KIND_STREAM, KIND_FOLDER, KIND_FILE] = [2, 3, 4];
  const ALL_RIGHTS = (1n << 30n) - 1n;
  const ROOT = 3;
  // Milliseconds after which a save is tried again if the storage was full.
  const RETRY = 5000;
  // Milliseconds after which the user is told that a file is being loaded.
  const PATIENCE = 300;
  // The folder whose files remain when the page is closed.
  const HOME = "home/";

  const now = () => BigInt(Date.now()) * 1000000n;
  let numbers = 1n;

  class Node {
    constructor(is_folder) {
      this.number = numbers++;
      this.time = now();
      this.inside = is_folder ? new Map() : null;
      this.data = is_folder ? null : new Uint8Array(0);
      this.size = 0;
    }

    get content() {
      return this.data.subarray(0, this.size);
    }

    resize(size) {
      if (size > this.data.length) {
        const larger = new Uint8Array(Math.max(size, this.data.length * 2, 256));
        larger.set(this.content);
        this.data = larger;
      }
      if (size > this.size) this.data.fill(0, this.size, size);
      this.size = size;
      this.time = now();
    }

    write(at, given) {
      if (at + given.length > this.size) this.resize(at + given.length);
      this.data.set(given, at);
      this.time = now();
    }
  }

  return class Files {
    // Callbacks: `says` receives lines of standard output and standard error, `made` receives new files in the root,
    // `waits` receives the name of a file beside the page while a thread waits for it, then an empty name. `missing` receives
    // its name if it could not be loaded. `full` receives the number of files for which the browser's storage has no room.
    constructor({memory, says, made, waits, missing, full}) {
      this.memory = memory;
      this.says = says;
      this.made = made;
      this.waits = waits;
      this.missing = missing;
      this.full = full;
      this.root = new Node(true);
      this.open = new Map([[ROOT, {node: this.root, path: "", at: 0, appends: false, is_new: false}]]);
      this.next = ROOT + 1;
      this.lines = ["", "", ""];
      this.changed = new Set();
      this.store = null;
      this.saving = null;
      this.is_full = false;
      for (const folder of ["tmp", "web", "home", "home/config", "home/data"]) this.make_folder(folder);
    }

    // Files and folders by path. A path starts at the root and does not begin with a slash.

    find(path) {
      let node = this.root;
      for (const name of path.split("/").filter(name => name && name !== ".")) {
        node = node.inside && node.inside.get(name);
        if (!node) return null;
      }
      return node;
    }

    // Returns the folder of a path, and the last name of the path.
    place(path) {
      const names = path.split("/").filter(name => name && name !== ".");
      const name = names.pop();
      const folder = this.find(names.join("/"));
      return folder && folder.inside && name !== undefined ? [folder, name] : [null, ""];
    }

    make_folder(path) {
      const [folder, name] = this.place(path);
      if (!folder.inside.has(name)) folder.inside.set(name, new Node(true));
    }

    put(path, data) {
      const [folder, name] = this.place(path);
      const node = new Node(false);
      node.write(0, data);
      folder.inside.set(name, node);
      this.note(path);
    }

    // Fetches a file of the folder `web` from beside the page, before a thread opens it.
    async fetch(at, length) {
      const path = this.path(ROOT, at, length);
      if (!path.startsWith("web/") || this.find(path)) return;
      const name = path.slice("web/".length);
      const late = setTimeout(() => this.waits(name), PATIENCE);
      const answer = await fetch(name).catch(() => null);
      const data = answer && answer.ok && await answer.arrayBuffer().catch(() => null);
      clearTimeout(late);
      this.waits("");
      if (data) this.put(path, new Uint8Array(data));
      else this.missing(name);
    }

    // Returns the paths and contents of all files in the user's folder.
    kept(path = "home", node = this.find("home")) {
      if (!node.inside) return [[path, node.content.slice()]];
      return [...node.inside].flatMap(([name, inside]) => this.kept(`${path}/${name}`, inside));
    }

    // The user's files in the browser's storage.

    async load(store) {
      this.store = store;
      for (const [path, {data, time}] of await store.all()) {
        try {
          check_path(path);
          const folders = path.split("/").slice(0, -1);
          folders.forEach((_, last) => this.make_folder(folders.slice(0, last + 1).join("/")));
          this.put(path, data);
          this.find(path).time = time;
        } catch (error) {
          console.warn(`${path} is left out:`, error);
        }
      }
      this.changed.clear();
    }

    note(path) {
      if (!path.startsWith(HOME) || path.split("/").pop().startsWith(".rightwell-")) return;
      this.changed.add(path);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.save(), 100);
    }

    // Marks a path that was renamed, and all paths below it, as changed.
    note_all(path) {
      this.note(path);
      const node = this.find(path);
      if (node && node.inside) node.inside.forEach((_, name) => this.note_all(`${path}/${name}`));
    }

    // Saves files. Calls run one after another, so that the last write is the one that remains.
    async save() {
      await this.saving;
      if (!this.store || this.changed.size === 0) return;
      const paths = [...this.changed];
      this.changed.clear();
      this.saving = this.write_all(paths);
      await this.saving;
    }

    // Saves all changed files at once. If there is not enough room, saves those that fit and tries the others later.
    async write_all(paths) {
      const entry = path => {
        const node = this.find(path);
        return [path, node && !node.inside ? {data: node.content.slice(), time: node.time} : null];
      };
      const left = [];
      try {
        await this.store.put(paths.map(entry));
      } catch {
        for (const path of paths) await this.store.put([entry(path)]).catch(() => left.push(path));
      }
      for (const path of left) this.changed.add(path);
      if (left.length > 0) this.timer = setTimeout(() => this.save(), RETRY);
      this.is_full = left.length > 0;
      this.full(left.length);
    }

    // WASI calls. Each returns an error number (errno).

    bytes(at, length) {
      return new Uint8Array(this.memory.buffer, at, length);
    }

    words(at) {
      return new DataView(this.memory.buffer, at);
    }

    path(folder, at, length) {
      const {path} = this.open.get(folder);
      const asked = new TextDecoder().decode(this.bytes(at, length).slice());
      const names = [];
      for (const name of `${path}/${asked}`.split("/")) {
        if (name === "..") names.pop();
        else if (name && name !== ".") names.push(name);
      }
      return names.join("/");
    }

    parts(list, count) {
      return Array.from({length: count}, (_, part) => {
        const view = this.words(list + part * 8);
        return this.bytes(view.getUint32(0, true), view.getUint32(4, true));
      });
    }

    number(at, value) {
      this.words(at).setUint32(0, value, true);
      return DONE;
    }

    stat(at, node) {
      const view = this.words(at);
      view.setBigUint64(0, 1n, true);
      view.setBigUint64(8, node.number, true);
      view.setBigUint64(16, 0n, true);
      view.setUint8(16, node.inside ? KIND_FOLDER : KIND_FILE);
      view.setBigUint64(24, 1n, true);
      view.setBigUint64(32, BigInt(node.size), true);
      for (const time of [40, 48, 56]) view.setBigUint64(time, node.time, true);
      return DONE;
    }

    answers = {
      fd_prestat_get: (fd, at) => {
        if (fd !== ROOT) return BAD;
        this.number(at, 0);
        return this.number(at + 4, 1);
      },
      fd_prestat_dir_name: (fd, at) => {
        this.bytes(at, 1)[0] = "/".charCodeAt(0);
        return DONE;
      },
      fd_fdstat_get: (fd, at) => {
        const file = this.open.get(fd);
        if (!file && fd > 2) return BAD;
        const view = this.words(at);
        view.setBigUint64(0, 0n, true);
        view.setUint8(0, !file ? KIND_STREAM : file.node.inside ? KIND_FOLDER : KIND_FILE);
        view.setUint16(2, file && file.appends ? 1 : 0, true);
        view.setBigUint64(8, ALL_RIGHTS, true);
        view.setBigUint64(16, ALL_RIGHTS, true);
        return DONE;
      },
      fd_fdstat_set_flags: (fd, flags) => {
        const file = this.open.get(fd);
        if (file) file.appends = (flags & 1) !== 0;
        return DONE;
      },
      fd_filestat_get: (fd, at) => {
        const file = this.open.get(fd);
        if (file) return this.stat(at, file.node);
        if (fd > 2) return BAD;
        this.stat(at, new Node(false));
        this.bytes(at + 16, 1)[0] = KIND_STREAM;
        return DONE;
      },
      fd_filestat_set_size: (fd, size) => {
        const file = this.open.get(fd);
        if (!file) return BAD;
        file.node.resize(Number(size));
        this.note(file.path);
        return DONE;
      },
      fd_filestat_set_times: (fd, _, time, flags) => {
        const file = this.open.get(fd);
        if (!file) return BAD;
        file.node.time = flags & 8 ? now() : time;
        return DONE;
      },
      fd_close: fd => {
        const file = this.open.get(fd);
        if (!file) return BAD;
        this.open.delete(fd);
        if (file.is_new) this.tell_made(file.path);
        return DONE;
      },
      fd_read: (fd, list, count, read) => this.read(fd, list, count, read),
      fd_pread: (fd, list, count, at, read) => this.read(fd, list, count, read, Number(at)),
      fd_write: (fd, list, count, written) => this.write(fd, list, count, written),
      fd_pwrite: (fd, list, count, at, written) => this.write(fd, list, count, written, Number(at)),
      fd_seek: (fd, offset, from, at) => {
        const file = this.open.get(fd);
        if (!file) return fd <= 2 ? 70 : BAD;
        const place = [0, file.at, file.node.size][from] + Number(offset);
        if (place < 0) return INVALID;
        file.at = place;
        this.words(at).setBigUint64(0, BigInt(place), true);
        return DONE;
      },
      fd_tell: (fd, at) => {
        const file = this.open.get(fd);
        if (!file) return BAD;
        this.words(at).setBigUint64(0, BigInt(file.at), true);
        return DONE;
      },
      fd_sync: () => DONE,
      fd_datasync: () => DONE,
      fd_advise: () => DONE,
      fd_readdir: (fd, at, length, cookie, used) => {
        const file = this.open.get(fd);
        if (!file || !file.node.inside) return BAD;
        let done = 0;
        const all = [...file.node.inside];
        for (let place = Number(cookie); place < all.length && done < length; place++) {
          const [name, node] = all[place];
          const letters = new TextEncoder().encode(name);
          const entry = new Uint8Array(24 + letters.length);
          const view = new DataView(entry.buffer);
          view.setBigUint64(0, BigInt(place + 1), true);
          view.setBigUint64(8, node.number, true);
          view.setUint32(16, letters.length, true);
          view.setUint8(20, node.inside ? KIND_FOLDER : KIND_FILE);
          entry.set(letters, 24);
          const part = entry.subarray(0, length - done);
          this.bytes(at + done, part.length).set(part);
          done += part.length;
        }
        return this.number(used, done);
      },
      path_filestat_get: (fd, _, at, length, stat) => {
        const node = this.find(this.path(fd, at, length));
        return node ? this.stat(stat, node) : NONE;
      },
      path_filestat_set_times: () => DONE,
      path_create_directory: (fd, at, length) => {
        const [folder, name] = this.place(this.path(fd, at, length));
        if (!folder) return NONE;
        if (folder.inside.has(name)) return EXISTS;
        folder.inside.set(name, new Node(true));
        return DONE;
      },
      path_remove_directory: (fd, at, length) => {
        const [folder, name] = this.place(this.path(fd, at, length));
        const node = folder && folder.inside.get(name);
        if (!node) return NONE;
        if (!node.inside) return NO_FOLDER;
        if (node.inside.size > 0) return NOT_EMPTY;
        folder.inside.delete(name);
        return DONE;
      },
      path_unlink_file: (fd, at, length) => {
        const path = this.path(fd, at, length);
        const [folder, name] = this.place(path);
        const node = folder && folder.inside.get(name);
        if (!node) return NONE;
        if (node.inside) return IS_FOLDER;
        folder.inside.delete(name);
        this.note(path);
        return DONE;
      },
      path_rename: (fd, at, length, to_fd, to_at, to_length) => {
        const [from, to] = [this.path(fd, at, length), this.path(to_fd, to_at, to_length)];
        const [folder, name] = this.place(from);
        const [to_folder, to_name] = this.place(to);
        const node = folder && folder.inside.get(name);
        if (!node || !to_folder) return NONE;
        if (from === to) return DONE;
        const there = to_folder.inside.get(to_name);
        if (there && there.inside) return there.inside.size > 0 ? NOT_EMPTY : IS_FOLDER;
        this.note_all(from);
        folder.inside.delete(name);
        to_folder.inside.set(to_name, node);
        this.note_all(to);
        for (const file of this.open.values()) if (file.node === node) file.path = to;
        this.tell_made(to);
        return DONE;
      },
      path_link: (fd, _, at, length, to_fd, to_at, to_length) => {
        const node = this.find(this.path(fd, at, length));
        const to = this.path(to_fd, to_at, to_length);
        const [folder, name] = this.place(to);
        if (!node || !folder) return NONE;
        if (folder.inside.has(name)) return EXISTS;
        folder.inside.set(name, node);
        this.note(to);
        this.tell_made(to);
        return DONE;
      },
      path_readlink: (fd, at, length) => this.find(this.path(fd, at, length)) ? INVALID : NONE,
      path_symlink: () => NO_SUPPORT,
      path_open: (fd, _, at, length, how, rights, __, flags, opened) => {
        const path = this.path(fd, at, length);
        let node = this.find(path);
        const [makes, folders, is_new, empties] = [1, 2, 4, 8].map(flag => (how & flag) !== 0);
        if (node && makes && is_new) return EXISTS;
        if (node && folders && !node.inside) return NO_FOLDER;
        const was_there = !!node;
        if (!node) {
          const [folder, name] = this.place(path);
          if (!makes || !folder) return NONE;
          node = new Node(false);
          folder.inside.set(name, node);
          this.note(path);
        } else if (empties && !node.inside) {
          node.resize(0);
          this.note(path);
        }
        const file = {node, path, at: 0, appends: (flags & 1) !== 0, is_new: !was_there && !node.inside};
        this.open.set(this.next, file);
        return this.number(opened, this.next++);
      },
    };

    read(fd, list, count, read, place) {
      const file = this.open.get(fd);
      if (!file) return fd === 0 ? this.number(read, 0) : BAD;
      if (file.node.inside) return IS_FOLDER;
      let at = place ?? file.at;
      const begin = at;
      for (const part of this.parts(list, count)) {
        const given = file.node.content.subarray(at, at + part.length);
        part.set(given);
        at += given.length;
      }
      if (place === undefined) file.at = at;
      return this.number(read, at - begin);
    }

    write(fd, list, count, written, place) {
      const file = this.open.get(fd);
      if (!file && (fd === 1 || fd === 2)) return this.print(fd, list, count, written);
      if (!file || file.node.inside) return BAD;
      let at = place ?? (file.appends ? file.node.size : file.at);
      const begin = at;
      for (const part of this.parts(list, count)) {
        file.node.write(at, part);
        at += part.length;
      }
      if (place === undefined) file.at = at;
      this.note(file.path);
      return this.number(written, at - begin);
    }

    // Prints standard output and error line by line.
    print(fd, list, count, written) {
      let length = 0;
      for (const part of this.parts(list, count)) {
        this.lines[fd] += new TextDecoder().decode(part.slice());
        length += part.length;
      }
      const lines = this.lines[fd].split("\n");
      this.lines[fd] = lines.pop();
      lines.forEach(line => this.says(line, fd));
      return this.number(written, length);
    }

    // The browser downloads a film or a screenshot.
    tell_made(path) {
      const node = this.find(path);
      if (node && !path.includes("/") && !path.startsWith(".rightwell-")) this.made(path, node.content.slice());
    }
  };
})();
