"use strict";
(() => {
  const data = JSON.parse(document.getElementById("game").textContent);
  const moves = data.moves.map(([number, piece, next, level, lines, board, label, points, flags, played, value, told, places, playouts]) =>
    ({ number, piece, next, level, lines, board, label, points, flags, played, value, told, places, playouts }));
  const root = document.getElementById("walk");
  const [LOST, ONLY, READY] = [1, 2, 4];
  const CELL = 10, WIDE = 10, HIGH = 20;
  let at = 0, trying = false, tried = -1, kind = "all";
  const kinds = {
    all: ["all moves", () => true],
    bad: ["mistakes and blunders", (move) => move.label > 2 && !(move.flags & LOST)],
    missed: ["inaccuracies", (move) => move.label === 2 && !(move.flags & LOST)],
    only: ["only moves, found", (move) => move.flags & ONLY],
    good: ["best and good moves", (move) => move.label < 2 && !(move.flags & LOST)],
  };
  const text = (words) => words.replace(/[&<>]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[letter]);
  const cellsOf = ([shape, x, y]) => data.shapes[shape].map(([dx, dy]) => [x + dx, y + dy]);
  const nextOf = (place) => (place.length > 5 ? cellsOf(place.slice(4)) : []);
  const loss = (place) => (place[3] < 0.05 ? "0" : place[3].toFixed(1)) + " lines";
  const price = (place, rank) => (rank ? (place.length === 4 ? "about " : "") + loss(place) + " lost" : "the best");
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
    for (const cell of filled) out += square(cell, data.colours[move.piece]);
    if (outlined.length) out += `<path d="${edge(outlined)}" fill="none" stroke="${data.colours[move.piece]}" stroke-width="2.4" stroke-linecap="square"/>`;
    for (let x = 0; x < WIDE; x++) out += `<text x="${x * CELL + 5}" y="211" text-anchor="middle" class="column">${x + 1}</text>`;
    return `<svg viewBox="-2 -2 104 216" role="img" aria-label="the field"><rect class="frame" x="-1" y="-1" width="102" height="202"/>${out}</svg>`;
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
    is === false ? "" : `<i style="left:${percent(from)}%;width:${percent(to - from)}%" title="${is === true ? title : `level ${is}`}, pieces ${moves[from].number} to ${moves[to - 1].number}">${is === true ? "" : is}</i>`).join("")}</div></div>`;
  const low = Math.min(...moves.map((move) => move.value)), high = Math.max(...moves.map((move) => move.value));
  const height = (value) => 96 - 92 * (value - low) / (high - low || 1);
  const dot = (place, label) => `<path class="dot ${label}" d="M${percent(place + 0.5)} ${height(moves[place].value)}h0"/>`;
  const curve = `<svg class="curve" viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label="${data.curve}"><polyline points="${moves.map((move, place) => `${percent(place + 0.5)},${height(move.value)}`).join(" ")}"/>${
    moves.map((move, place) => kinds.bad[1](move) ? dot(place, data.labels[move.label]) : "").join("")}<path id="here"/></svg>`;

  root.innerHTML = `<h2>Walk through the game</h2>
<p class="quiet">Curve: ${data.curve}; dots: mistakes and blunders. Click the curve or a move; arrow keys go on and back.</p>
<div id="course">${curve}${bar("level", spans((move) => String(move.level)))}${bar("drought", spans((move, place) => waits[place]))}${bar("Tetris ready", spans((move) => Boolean(move.flags & READY)))}</div>
<nav><button id="bad-before">&laquo; mistake</button><button id="before">&lsaquo; back</button><button id="after">on &rsaquo;</button><button id="bad-after">mistake &raquo;</button><button id="try">Try again</button></nav>
<div class="stand"><div id="board"></div><div id="said" aria-live="polite"></div><div id="side"><select id="kind" aria-label="which moves">${
    Object.entries(kinds).map(([key, [title]]) => `<option value="${key}">${title}</option>`).join("")}</select><div id="list"></div></div></div>`;
  const get = (id) => document.getElementById(id);

  const list = () => {
    get("list").innerHTML = moves.map((move, place) => kinds[kind][1](move)
      ? `<button data-place="${place}" class="${move.flags & LOST ? "" : data.labels[move.label]}">${move.number} ${data.letters[move.piece]} <b>${move.flags & LOST ? "lost" : data.labels[move.label]}</b>${move.flags & ONLY ? " !" : ""}${move.label > 0 ? ` ${move.places[move.played][3].toFixed(1)}` : ""}</button>` : "").join("") || "<p>none</p>";
  };
  const five = (move) => {
    const rows = move.places.slice(0, 5).map((place, rank) => [place, rank]);
    if (!rows.some(([, rank]) => rank === move.played)) rows.push([move.places[move.played], move.played]);
    return `<ol class="places">${rows.map(([place, rank]) => `<li value="${rank + 1}">${words(place)}: ${price(place, rank)}${rank === move.played ? " &ndash; played" : ""}</li>`).join("")}</ol>`;
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
    const head = `<h3>Piece ${move.number}: ${data.letters[move.piece]}</h3><p class="quiet">level ${move.level}, ${move.lines} lines</p><p>NEXT ${move.next < 0 ? "unseen" : piece(move.next)}</p>`;
    const lost = move.flags & LOST;
    let said;
    if (hidden) said = "<p><b>Where would you put it?</b> Click on the board.</p>";
    else if (trying) said = `<p><b>${tried ? `${words(move.places[tried])}: ${price(move.places[tried], tried)} (${name(move.places[tried][3])})` : "The best lock!"}</b></p><p>Filled: yours; outlined: the best. Played was ${words(played)}, ${price(played, move.played)}. Click again for another one.</p>${five(move)}`;
    else said = `<p><b class="${lost ? "" : data.labels[move.label]}">${lost ? "lost already" : data.labels[move.label]}</b>${lost || !move.label ? "" : `, ${move.playouts || loss(played)} or ${move.points.toLocaleString("en")} points lost`}${move.flags & ONLY ? ", the only move" : ""}</p>${move.told.map((told) => `<p>${text(told)}${told.endsWith("?") ? "" : "."}</p>`).join("")}<p class="quiet">Filled: played; outlined: the best; pale: NEXT after it.</p>${five(move)}`;
    get("said").innerHTML = head + said;
  };
  const go = (place) => {
    if (place < 0 || place >= moves.length) return;
    [at, trying, tried] = [place, false, -1];
    show();
  };
  const bad = (step) => {
    for (let place = at + step; place >= 0 && place < moves.length; place += step) if (kinds.bad[1](moves[place])) return go(place);
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
    const row = event.target.closest("[data-place]"), course = event.target.closest("#course"), board = event.target.closest("#board svg");
    const id = event.target.id;
    if (row) go(Number(row.dataset.place));
    else if (course) {
      const box = course.querySelector(".curve").getBoundingClientRect();
      go(Math.max(0, Math.min(moves.length - 1, Math.floor((event.clientX - box.left) / box.width * moves.length))));
    } else if (board && trying) {
      tried = pointed(event);
      show();
    } else if (id === "before") go(at - 1);
    else if (id === "after") go(at + 1);
    else if (id === "bad-before") bad(-1);
    else if (id === "bad-after") bad(1);
    else if (id === "try") {
      [trying, tried] = [!trying, -1];
      show();
    }
  });
  root.addEventListener("mousemove", (event) => {
    if (trying && tried < 0 && event.target.closest("#board svg")) show(moves[at].places[pointed(event)]);
  });
  get("kind").addEventListener("change", (event) => {
    kind = event.target.value;
    list();
    show();
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.tagName === "SELECT" || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "ArrowLeft") go(at - 1);
    else if (event.key === "ArrowRight") go(at + 1);
  });
  list();
  root.hidden = false;
  const first = moves.findIndex(kinds.bad[1]);
  go(first < 0 ? 0 : first);
})();
