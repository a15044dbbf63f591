"use strict";
(() => {
  const data = JSON.parse(document.getElementById("game").textContent);
  const moves = data.moves.map(([number, piece, next, level, lines, board, label, points, flags, error, played, value, told, places, playouts]) =>
    ({ number, piece, next, level, lines, board, label, points, flags, error, played, value, told, places, playouts }));
  const root = document.getElementById("walk");
  const [LOST, ONLY, READY, FASTER, GUESS] = [1, 2, 4, 8, 16];
  const CELL = 10, WIDE = 10, HIGH = 20;
  let at = 0, trying = false, tried = -1, kind = "all", linking;
  const counted = (move) => !(move.flags & (LOST | GUESS));
  const kinds = {
    all: ["all moves", () => true],
    bad: ["mistakes and blunders", (move) => move.label > 2 && counted(move)],
    missed: ["inaccuracies", (move) => move.label === 2 && counted(move)],
    only: ["only moves, found", (move) => move.flags & ONLY],
    faster: ["a better lock only for faster hands", (move) => move.flags & FASTER],
    guess: ["guesses", (move) => move.flags & GUESS],
    good: ["best and good moves", (move) => move.label < 2 && counted(move)],
  };
  for (const [key, title, error, low, high] of data.kinds)
    kinds[key] = [title, (move) => move.error === error && move.level >= low && move.level <= high];
  const wanted = (move) => kinds[kind][1](move);
  const text = (words) => words.replace(/[&<>]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[letter]);
  const cellsOf = ([shape, x, y]) => data.shapes[shape].map(([dx, dy]) => [x + dx, y + dy]);
  const nextOf = (place) => (place.length > 5 ? cellsOf(place.slice(4)) : []);
  const loss = (place) => (place[3] < 0.05 ? "0" : place[3].toFixed(1)) + " lines";
  const price = (place, rank) => (rank ? (place.length === 4 ? "about " : "") + loss(place) + " lost" : "the best");
  const quality = (move) => (counted(move) ? data.labels[move.label] : "");
  const name = (loss) => data.labels[data.limits.filter((limit) => loss > limit).length];
  const words = (place) => {
    const columns = cellsOf(place).map(([x]) => x + 1);
    const [from, to] = [Math.min(...columns), Math.max(...columns)];
    const turn = data.turns[place[0]];
    return (from === to ? `column ${from}` : `columns ${from} to ${to}`) + (turn ? `, turned ${["", "once", "twice", "back"][turn]}` : "");
  };

  const square = ([x, y], fill, more = "") =>
    y < 0 ? "" : `<rect x="${x * CELL + 0.5}" y="${y * CELL + 0.5}" width="9" height="9" fill="${fill}" ${more}/>`;
  const edge = (cells) => {
    const has = (x, y) => cells.some(([a, b]) => a === x && b === y);
    return cells.map(([x, y]) => [
      [0, -1, `M${x * CELL} ${y * CELL}h10`], [0, 1, `M${x * CELL} ${(y + 1) * CELL}h10`],
      [-1, 0, `M${x * CELL} ${y * CELL}v10`], [1, 0, `M${(x + 1) * CELL} ${y * CELL}v10`],
    ].filter(([dx, dy]) => !has(x + dx, y + dy)).map(([, , path]) => path).join("")).join("");
  };
  // The outline of the best lock has a light rim, so that it stays visible on the cells of the played lock.
  const outline = (cells) => `<path class="rim" d="${edge(cells)}"/><path class="best" d="${edge(cells)}"/>`;
  const settled = (board) => {
    const rows = board.length / 3;
    let out = "";
    for (let row = 0; row < rows; row++) {
      const bits = parseInt(board.substr(row * 3, 3), 16);
      for (let x = 0; x < WIDE; x++) if (bits >> x & 1) out += square([x, HIGH - rows + row], "currentColor", 'opacity=".45"');
    }
    return out;
  };
  const field = (move, filled, outlined, then, thenPiece) => {
    let out = settled(move.board);
    for (const cell of then) out += square(cell, data.colours[thenPiece], 'opacity=".35"');
    const guess = move.flags & GUESS ? `fill-opacity=".3" stroke="${data.colours[move.piece]}" stroke-dasharray="2"` : "";
    for (const cell of filled) out += square(cell, data.colours[move.piece], guess);
    if (outlined.length) out += outline(outlined);
    for (let x = 0; x < WIDE; x++) out += `<text x="${x * CELL + 5}" y="211" text-anchor="middle" class="column">${x + 1}</text>`;
    return `<svg viewBox="-2 -2 104 216" role="img" aria-label="the field"><rect class="frame" x="-1" y="-1" width="102" height="202"/>${out}<g id="lit"/></svg>`;
  };
  const piece = (index) => {
    const cells = data.shapes[data.spawns[index]].map(([x, y]) => [x + 2, y]);
    return `<svg class="next" viewBox="-2 -2 44 24" role="img" aria-label="NEXT ${data.letters[index]}">${cells.map((cell) => square(cell, data.colours[index])).join("")}</svg>`;
  };

  const spans = (of) => {
    const out = [];
    moves.forEach((move, place) => {
      const now = of(move, place), last = out[out.length - 1];
      if (last && last.is === now) last.to = place + 1;
      else out.push({ is: now, from: place, to: place + 1 });
    });
    return out;
  };
  const waits = new Array(moves.length).fill(false);
  for (let from = 0, place = 0; place <= moves.length; place++) {
    if (place < moves.length && data.letters[moves[place].piece] !== "I") continue;
    if (place - from >= data.drought) waits.fill(true, from, place);
    from = place + 1;
  }
  const percent = (place) => 100 * place / moves.length;
  const bar = (title, all) => `<div class="bar"><span>${title}</span><div>${all.map(({ is, from, to }) =>
    is === false ? "" : `<i style="left:${percent(from)}%;width:${percent(to - from)}%" title="${is === true ? title : `level ${is}`}, pieces ${moves[from].number} to ${moves[to - 1].number}">${is === true || percent(to - from) * root.clientWidth < 800 * is.length ? "" : is}</i>`).join("")}</div></div>`;
  const low = Math.min(...moves.map((move) => move.value)), high = Math.max(...moves.map((move) => move.value));
  const height = (value) => 96 - 92 * (value - low) / (high - low || 1);
  const ticks = (from, to, most) => {
    const least = (to - from || 1) / most, decade = 10 ** Math.floor(Math.log10(least));
    const step = decade * [1, 2, 5, 10].find((times) => times * decade >= least * 0.999);
    const out = [];
    for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) out.push(tick);
    return out;
  };
  const short = (value) => value.toLocaleString("en", { notation: "compact", maximumFractionDigits: 3 });
  const dot = (place, size) => {
    const line = `d="M${percent(place + 0.5)} ${height(moves[place].value)}h0"`;
    return `<path class="dot rim" style="stroke-width:${size + 2}" ${line}/><path class="dot ${data.labels[moves[place].label]}" style="stroke-width:${size}" ${line}/>`;
  };
  const draw = () => {
    const dots = moves.map((move, place) => place).filter((place) => (kind === "all" ? kinds.bad[1] : wanted)(moves[place]));
    // Of many dots, each is small. Blunders are drawn last.
    const size = Math.max(3, Math.min(8, 0.6 * root.clientWidth / (dots.length || 1)));
    dots.sort((one, other) => moves[one].label - moves[other].label);
    const ups = ticks(low, high, 5), pieces = ticks(moves[0].number, moves[moves.length - 1].number, root.clientWidth / 70);
    const across = (number) => percent(moves.findIndex((move) => move.number >= number) + 0.5);
    get("course").innerHTML = `<div class="unit">${data.unit}</div><div class="plot">${
      ups.map((value) => `<span class="up" style="top:${height(value)}%">${short(value)}</span>`).join("")}<svg class="curve" viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label="${data.curve}"><path class="grid" d="${
      ups.map((value) => `M0 ${height(value)}H100`).join("")}"/><polyline points="${moves.map((move, place) => `${percent(place + 0.5)},${height(move.value)}`).join(" ")}"/>${
      dots.map((place) => dot(place, size)).join("")}<path id="here"/></svg>${
      pieces.map((number) => `<span class="on" style="left:${across(number)}%">${number}</span>`).join("")}<span class="up name">piece</span></div>${
      bar("level", spans((move) => String(move.level)))}${bar("drought", spans((move, place) => waits[place]))}${bar("Tetris ready", spans((move) => Boolean(move.flags & READY)))}`;
  };

  root.innerHTML = `<h2>Walk through the game</h2>
<p class="quiet">Curve: ${data.curve}; dots: mistakes and blunders, or the moves chosen below. Click the curve or a move; arrow keys go on and back.</p>
<div id="course"></div>
<nav><button id="bad-before">&laquo; mistake</button><button id="before">&lsaquo; back</button><button id="after">on &rsaquo;</button><button id="bad-after">mistake &raquo;</button><button id="try">Try again</button><select id="kind" aria-label="which moves">${
    Object.entries(kinds).map(([key, [title, is]]) => `<option value="${key}">${title} (${moves.filter(is).length})</option>`).join("")}</select></nav>
<div class="stand"><div id="board"></div><div id="said" aria-live="polite"></div><div id="list"></div></div>`;
  const get = (id) => document.getElementById(id);

  const list = () => {
    get("list").innerHTML = moves.map((move, place) => wanted(move)
      ? `<a href="#move-${move.number}" data-place="${place}" class="${quality(move)}">${move.number} ${data.letters[move.piece]} <b>${quality(move) || (move.flags & GUESS ? "guess" : "lost")}</b>${move.flags & ONLY ? " !" : ""}${move.label > 0 && !(move.flags & GUESS) ? ` ${move.places[move.played][3].toFixed(1)}` : ""}</a>` : "").join("") || "<p>none</p>";
  };
  // Places on the board in a sentence light up while the pointer is on them.
  const marked = (sentence) => text(sentence).replace(
    /columns? (\d+)(?: (to|and) (\d+))?|the well\b|the (left|right) wall|the best lock|the best(?= and| leaves)/gi,
    (words, first, joint, last, wall) => {
      const from = first ? Number(first) : wall === "left" ? 1 : 10;
      const columns = /best/.test(words) ? "" : joint === "and" ? `${from} ${last}` : Array.from({ length: (last || from) - from + 1 }, (_, x) => from + x).join(" ");
      return `<span class="named" tabindex="0" ${columns ? `data-columns="${columns}"` : 'data-rank="0"'}>${words}</span>`;
    });
  const light = (named) => {
    const lit = get("lit");
    if (!lit) return;
    const { columns, rank } = named ? named.dataset : {};
    const place = rank && moves[at].places[rank];
    lit.innerHTML = columns ? columns.split(" ").map((column) => `<rect x="${(column - 1) * CELL}" width="10" height="200"/>`).join("")
      : place ? [...cellsOf(place), ...nextOf(place)].map(([x, y]) => `<rect x="${x * CELL}" y="${y * CELL}" width="10" height="10"/>`).join("") + outline(cellsOf(place)) : "";
  };
  const five = (move) => {
    const rows = move.places.slice(0, 5).map((place, rank) => [place, rank]);
    if (!rows.some(([, rank]) => rank === move.played)) rows.push([move.places[move.played], move.played]);
    return `<ol class="places">${rows.map(([place, rank]) => `<li value="${rank + 1}"><span class="named" tabindex="0" data-rank="${rank}">${words(place)}</span>: ${price(place, rank)}${rank === move.played ? " &ndash; played" : ""}</li>`).join("")}</ol>`;
  };
  const show = (ghost) => {
    const move = moves[at], best = move.places[0], played = move.places[move.played];
    const hidden = trying && tried < 0;
    const chosen = trying ? (hidden ? ghost : move.places[tried]) : played;
    get("board").innerHTML = field(move, chosen ? cellsOf(chosen) : [], hidden ? [] : cellsOf(best), hidden || !chosen ? [] : nextOf(chosen), move.next);
    get("board").classList.toggle("trying", trying);
    get("here").setAttribute("d", `M${percent(at + 0.5)} 0V100`);
    get("try").textContent = trying ? "Show what was played" : "Try again";
    document.querySelectorAll("#list .on").forEach((row) => row.classList.remove("on"));
    const row = document.querySelector(`#list [data-place="${at}"]`);
    if (row) {
      row.classList.add("on");
      get("list").scrollTop = row.offsetTop - get("list").offsetTop - get("list").clientHeight / 2;
    }
    if (ghost) return;
    const head = `<h3><a href="#move-${move.number}">Piece ${move.number}: ${data.letters[move.piece]}</a></h3><p class="quiet">level ${move.level}, ${move.lines} lines</p><p>NEXT ${move.next < 0 ? "unseen" : piece(move.next)}</p>`;
    const lost = move.flags & GUESS ? "guess" : move.flags & LOST ? "lost already" : "";
    let said;
    if (hidden) said = "<p><b>Where would you put it?</b> Click on the board.</p>";
    else if (trying) said = `<p><b>${tried ? `${words(move.places[tried])}: ${price(move.places[tried], tried)} (${name(move.places[tried][3])})` : "The best lock!"}</b></p><p>Filled: yours; outlined: the best. Played was ${words(played)}, ${price(played, move.played)}. Click again for another one.</p>${five(move)}`;
    else said = `<p><b class="${quality(move)}">${lost || data.labels[move.label]}</b>${lost || !move.label ? "" : `, ${move.playouts || loss(played)} or ${move.points.toLocaleString("en")} points lost`}${move.flags & ONLY ? ", the only move" : ""}</p>${move.told.map((told) => `<p>${marked(told)}${told.endsWith("?") ? "" : "."}</p>`).join("")}<p class="quiet">Filled: played; outlined: the best; pale: NEXT after it.</p>${five(move)}`;
    get("said").innerHTML = head + said;
  };
  const go = (place) => {
    if (!moves[place]) return;
    [at, trying, tried] = [place, false, -1];
    show();
  };
  // The address names the move. Browsers refuse many changes in a row, so it waits until the walk rests.
  const linked = (place) => {
    go(place);
    clearTimeout(linking);
    linking = setTimeout(() => history.replaceState(null, "", `#move-${moves[at].number}`), 300);
  };
  const step = (by, is = wanted) => {
    for (let place = at + by; place >= 0 && place < moves.length; place += by) if (is(moves[place])) return linked(place);
  };
  const bad = (by) => {
    const is = (move) => wanted(move) && kinds.bad[1](move);
    step(by, moves.some(is) ? is : wanted);
  };
  const choose = (key) => {
    get("kind").value = kind = key;
    list();
    draw();
    show();
  };
  // Opens the move or the kind of moves that a link names.
  const follow = (hash) => {
    const [, what, name] = /^#(move|kind)-(.+)$/.exec(hash) || [];
    const place = moves.findIndex(what === "move" ? (move) => move.number === Number(name) : what && kinds[name] ? kinds[name][1] : () => false);
    if (place < 0) return false;
    if (what === "kind") choose(name);
    else if (!wanted(moves[place])) choose("all");
    linked(place);
    return true;
  };
  // Returns the index of the lock at the pointer. If several cover the pointed cell, the nearest centre decides.
  const pointed = (event) => {
    const box = get("board").firstChild.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * 104 / CELL - 0.2, y = (event.clientY - box.top) / box.height * 216 / CELL - 0.2;
    const far = (cells) => Math.hypot(...[0, 1].map((axis) => cells.reduce((sum, cell) => sum + cell[axis] + 0.5, 0) / 4 - [x, y][axis]));
    let found = -1, nearest = Infinity;
    moves[at].places.forEach((place, rank) => {
      const cells = cellsOf(place), covers = cells.some(([a, b]) => a === Math.floor(x) && b === Math.floor(y));
      const distance = far(cells) + (covers ? 0 : 100);
      if (distance < nearest) [found, nearest] = [rank, distance];
    });
    return found;
  };
  root.addEventListener("click", (event) => {
    const course = event.target.closest("#course"), board = event.target.closest("#board svg");
    const id = event.target.id;
    if (course) {
      const box = course.querySelector(".curve").getBoundingClientRect();
      const place = (event.clientX - box.left) / box.width * moves.length - 0.5;
      const far = (other) => Math.abs(other - place);
      linked(moves.reduce((nearest, move, other) => wanted(move) && !(far(other) >= far(nearest)) ? other : nearest, NaN));
    } else if (board && trying) {
      tried = pointed(event);
      show();
    } else if (id === "before") step(-1);
    else if (id === "after") step(1);
    else if (id === "bad-before") bad(-1);
    else if (id === "bad-after") bad(1);
    else if (id === "try") {
      [trying, tried] = [!trying, -1];
      show();
    }
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (follow(link.hash) && !root.contains(link)) root.scrollIntoView();
  });
  addEventListener("hashchange", () => follow(location.hash));
  root.addEventListener("mousemove", (event) => {
    if (trying && tried < 0 && event.target.closest("#board svg")) show(moves[at].places[pointed(event)]);
  });
  for (const [on, off] of [["mouseover", "mouseout"], ["focusin", "focusout"]]) {
    get("said").addEventListener(on, (event) => light(event.target.closest(".named")));
    get("said").addEventListener(off, () => light());
  }
  get("kind").addEventListener("change", (event) => {
    choose(event.target.value);
    if (!wanted(moves[at])) linked(Math.max(0, moves.findIndex(wanted)));
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.tagName === "SELECT" || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "ArrowLeft") step(-1);
    else if (event.key === "ArrowRight") step(1);
  });
  addEventListener("resize", () => {
    draw();
    show();
  });
  root.hidden = false;
  choose("all");
  if (follow(location.hash)) root.scrollIntoView();
  else go(Math.max(0, moves.findIndex(kinds.bad[1])));
})();
