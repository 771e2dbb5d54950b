"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const CHUNK = 150;
  const byId = (id) => document.getElementById(id);
  const SVG = byId("difference-plot").firstElementChild.namespaceURI;

  /** An element with a class, attributes and children; a text is set as text, never as HTML. */
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  const runs = data.runs.map((run, index) => {
    const row = Object.fromEntries(data.fields.map((field, position) => [field, run[position]]));
    const task = data.tasks[row.task];
    return {
      ...row,
      index,
      taskIndex: row.task,
      task: task.name,
      category: task.category,
      set: task.set,
      expected: task.expected === null ? "" : String(task.expected),
      lines: task.lines,
      configuration: data.configurations[row.configuration].name,
      solved: row.assessment !== "unsolved",
      text: (task.name + " " + row.word).toLowerCase(),
    };
  });

  const seconds = (value) => value.toFixed(value < 10 ? 2 : 1);
  const megabytes = (value) => (value / 1e6).toFixed(0);
  const same = (value) => String(value);
  const COLUMNS = [
    { key: "task", name: "Task", show: same },
    { key: "category", name: "Category", show: same, optional: true },
    { key: "configuration", name: "Configuration", show: same, hidden: data.configurations.length < 2 },
    { key: "expected", name: "Expected", show: same, optional: true },
    { key: "word", name: "Answer", show: same },
    { key: "assessment", name: "Assessment", show: same, optional: true },
    { key: "cpu", name: "CPU (s)", show: seconds, number: true },
    { key: "wall", name: "Wall (s)", show: seconds, number: true, optional: true },
    { key: "memory", name: "Memory (MB)", show: megabytes, number: true, optional: true },
    { key: "lines", name: "Lines", show: same, number: true, optional: true },
  ].filter((column) => !column.hidden);

  // ------------------------------------------------------------------------------------------------ the table of runs

  const state = { key: null, falling: false, visible: runs, drawn: 0 };
  const body = byId("run-table").tBodies[0];
  const filters = ["configuration", "category", "status", "assessment"];
  const matchesCategory = (run, wanted) => run.category === wanted || run.set === wanted;

  function classes(column) {
    return [column.number ? "number" : "", column.optional ? "optional" : ""].join(" ").trim();
  }

  function drawHead() {
    const cells = COLUMNS.map((column) => {
      const button = make("button", { type: "button" }, column.name);
      button.addEventListener("click", () => sortBy(column));
      return make("th", { scope: "col", class: classes(column), "aria-sort": "none", "data-key": column.key }, button);
    });
    byId("run-table").tHead.append(make("tr", {}, ...cells));
  }

  function sortBy(column) {
    state.falling = state.key === column.key ? !state.falling : false;
    state.key = column.key;
    for (const head of byId("run-table").tHead.rows[0].cells) {
      const order = state.falling ? "descending" : "ascending";
      head.setAttribute("aria-sort", head.dataset.key === column.key ? order : "none");
    }
    refresh();
  }

  const texts = new Intl.Collator("en", { numeric: true });

  function compare(a, b) {
    const [x, y] = [a[state.key], b[state.key]];
    const order = typeof x === "number" ? x - y : texts.compare(x, y);
    return (state.falling ? -order : order) || a.index - b.index;
  }

  function refresh() {
    const find = byId("find").value.trim().toLowerCase();
    const wanted = filters.map((key) => [key, byId(key).value]).filter(([, value]) => value !== "");
    state.visible = runs.filter(
      (run) =>
        run.text.includes(find) &&
        wanted.every(([key, value]) => (key === "category" ? matchesCategory(run, value) : run[key] === value)),
    );
    if (state.key !== null) state.visible.sort(compare);
    body.replaceChildren();
    state.drawn = 0;
    drawMore();
    const few = state.visible.length === runs.length ? "" : " of " + runs.length.toLocaleString("en");
    byId("shown").textContent = state.visible.length.toLocaleString("en") + few + " runs";
  }

  function drawMore() {
    const next = state.visible.slice(state.drawn, state.drawn + CHUNK);
    body.append(...next.map(drawRun));
    state.drawn += next.length;
    byId("more").hidden = state.drawn >= state.visible.length;
  }

  function drawRun(run) {
    const button = make("button", { type: "button", class: "task", "aria-expanded": "false" }, run.task);
    const cells = COLUMNS.map((column) =>
      make("td", { class: classes(column) }, column.key === "task" ? button : column.show(run[column.key])),
    );
    const row = make("tr", { class: run.assessment.replace(" ", "-") }, ...cells);
    button.addEventListener("click", () => toggle(run, row, button));
    return row;
  }

  function toggle(run, row, button) {
    const open = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!open));
    if (open) row.nextElementSibling.remove();
    else row.after(make("tr", { class: "detail" }, make("td", { colspan: visibleColumns() }, ...details(run))));
  }

  /** Narrow screens leave out some; a cell that spans more than there are would make room for the others. */
  function visibleColumns() {
    return [...byId("run-table").tHead.rows[0].cells].filter((cell) => cell.offsetParent !== null).length;
  }

  function details(run) {
    const task = data.tasks[run.taskIndex];
    const facts = {
      Answer: run.word,
      Assessment: run.assessment + (run.expected && " (expected " + run.expected + ")"),
      Category: task.category + (task.set && " in " + task.set),
      Program: task.file + " (" + task.lines + " lines, " + task.machine + ")",
      Property: task.property ?? "default",
      Used: seconds(run.cpu) + " s CPU, " + seconds(run.wall) + " s wall, " + megabytes(run.memory) + " MB",
      Limits: data.limits[run.limits],
      Started: new Date(run.started * 1000).toISOString().slice(0, 19).replace("T", " ") + " UTC on " + run.node,
      Tool: run.version,
      "Key in the ledger": run.key,
      ...run.statistics,
    };
    const list = make("dl");
    for (const [name, value] of Object.entries(facts)) {
      list.append(make("div", {}, make("dt", {}, name), make("dd", {}, String(value))));
    }
    return run.output === "" ? [list] : [list, make("pre", {}, run.output)];
  }

  function fill(id, values, all) {
    const select = byId(id);
    if (all !== undefined) select.append(make("option", { value: "" }, all));
    select.append(...values.map((value) => make("option", { value }, value)));
  }

  const distinct = (values) => [...new Set(values)].filter((value) => value !== "").sort(texts.compare);

  function startTable() {
    fill("configuration", data.configurations.map((each) => each.name), "all");
    fill("status", distinct(runs.map((run) => run.status)), "all");
    fill("assessment", distinct(runs.map((run) => run.assessment)), "all");
    fill("category", distinct([...data.tasks.map((task) => task.set), ...data.tasks.map((task) => task.category)]), "all");
    for (const id of filters) byId(id).addEventListener("change", refresh);
    let waiting;
    byId("find").addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(refresh, 120);
    });
    byId("reset").addEventListener("click", () => {
      for (const id of ["find", ...filters]) byId(id).value = "";
      refresh();
    });
    byId("more").addEventListener("click", drawMore);
    new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) drawMore();
    }).observe(byId("more"));
    drawHead();
    refresh();
  }

  // ------------------------------------------------------------------------------------------------------ differences

  function pairs(first, second) {
    const others = new Map(runs.filter((run) => run.configuration === second).map((run) => [run.taskIndex, run]));
    return runs
      .filter((run) => run.configuration === first && others.has(run.taskIndex))
      .map((run) => ({ a: run, b: others.get(run.taskIndex) }));
  }

  function compareConfigurations() {
    const [first, second] = [byId("first").value, byId("second").value];
    const all = pairs(first, second);
    const groups = [
      ["Both", all.filter(({ a, b }) => a.solved && b.solved)],
      ["Only " + first, all.filter(({ a, b }) => a.solved && !b.solved)],
      ["Only " + second, all.filter(({ a, b }) => !a.solved && b.solved)],
      ["Neither", all.filter(({ a, b }) => !a.solved && !b.solved)],
      ["Both, with different verdicts", all.filter(({ a, b }) => a.solved && b.solved && a.status !== b.status)],
    ];
    byId("difference-counts").replaceChildren(countTable(groups, first, second));
    byId("difference-plot").replaceChildren(scatter(all, first, second));
    byId("difference-lists").replaceChildren(
      ...[groups[4], groups[1], groups[2]].filter(([, found]) => found.length).map(([name, found]) => taskList(name, found, first, second)),
    );
  }

  function countTable(groups, first, second) {
    const cpu = (found, side) => seconds(found.reduce((sum, pair) => sum + pair[side].cpu, 0));
    const head = ["Solved by", "Tasks", first + ", CPU (s)", second + ", CPU (s)"];
    const rows = groups.map(([name, found]) => [name, String(found.length), cpu(found, "a"), cpu(found, "b")]);
    return table(head, rows, [false, true, true, true]);
  }

  function table(head, rows, numbers) {
    const cell = (tag) => (text, column) => make(tag, { class: numbers[column] ? "number" : "" }, text);
    return make(
      "div", { class: "scroll" },
      make("table", {}, make("thead", {}, make("tr", {}, ...head.map(cell("th")))),
        make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map(cell("td")))))),
    );
  }

  function taskList(name, found, first, second) {
    const block = make("details", { class: "table" }, make("summary", {}, name + " (" + found.length + ")"));
    block.addEventListener("toggle", () => {
      if (block.children.length > 1) return;
      const rows = found.map(({ a, b }) => [a.task, a.expected, a.word, b.word, seconds(a.cpu), seconds(b.cpu)]);
      const head = ["Task", "Expected", first, second, first + " (s)", second + " (s)"];
      block.append(table(head, rows, [false, false, false, false, true, true]));
    });
    return block;
  }

  /** CPU times of two configurations, both axes logarithmic; what is not solved is beyond the limit. */
  function scatter(all, first, second) {
    const [left, top, side, band] = [52, 24, 350, 26];
    const limit = Math.max(...data.cpuLimits);
    const times = all.flatMap(({ a, b }) => [a, b]).filter((run) => run.solved).map((run) => run.cpu);
    const least = Math.min(limit / 10, Math.max(0.01, times.reduce((x, y) => Math.min(x, y), limit) / 1.2));
    const at = (run) => (run.solved ? (Math.log(Math.min(Math.max(run.cpu, least), limit) / least) / Math.log(limit / least)) * (side - band) : side - band / 2);
    const draw = (tag, attributes, text) => {
      const element = document.createElementNS(SVG, tag);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      if (text !== undefined) element.textContent = text;
      return element;
    };
    const picture = draw("svg", { viewBox: "0 0 430 425", role: "img", "aria-label": "CPU times of " + first + " and " + second });
    const label = (x, y, text, more = {}) => draw("text", { x, y, fill: "var(--ink)", "font-size": 12, "text-anchor": "middle", ...more }, text);
    picture.append(
      draw("rect", { x: left + side - band, y: top, width: band, height: side, fill: "var(--faint)", opacity: 0.5 }),
      draw("rect", { x: left, y: top, width: side, height: band, fill: "var(--faint)", opacity: 0.5 }),
    );
    for (const tick of ticks(least, limit)) {
      const place = at({ solved: true, cpu: tick });
      picture.append(
        draw("path", { d: `M${left + place} ${top}V${top + side}M${left} ${top + side - place}H${left + side}`, stroke: "var(--faint)" }),
        label(left + place, top + side + 16, String(tick)),
        label(left - 6, top + side - place + 4, String(tick), { "text-anchor": "end" }),
      );
    }
    picture.append(
      draw("path", { d: `M${left} ${top + side}L${left + side - band} ${top + band}`, stroke: "var(--ink)", opacity: 0.5 }),
      label(left + side / 2, top + side + 36, first + ": CPU time (s)"),
      label(0, 0, second + ": CPU time (s)", { transform: `translate(14 ${top + side / 2}) rotate(-90)` }),
      label(left + side - band, top - 6, "not solved", { "text-anchor": "end", "font-size": 10 }),
    );
    for (const { a, b } of all) {
      if (!a.solved && !b.solved) continue;
      const [x, y] = [left + at(a), top + side - at(b)];
      const says = (a.solved ? a : b).status;
      const wrong = [a, b].some((run) => run.assessment.startsWith("wrong"));
      const colour = wrong ? "var(--wrong)" : says === "true" ? "var(--s0)" : "var(--s5)";
      const shape = says === "true" ? `M${x - 3} ${y}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0` : `M${x - 3.5} ${y + 3}h7l-3.5 -6z`;
      const point = draw("path", { d: shape, fill: colour, opacity: 0.7 });
      point.append(draw("title", {}, `${a.task}\n${first}: ${a.word}, ${seconds(a.cpu)} s\n${second}: ${b.word}, ${seconds(b.cpu)} s`));
      picture.append(point);
    }
    return picture;
  }

  function ticks(least, limit) {
    const factors = limit / least < 300 ? [1, 2, 5] : [1];
    const found = [];
    for (let power = Math.floor(Math.log10(least)); power <= Math.log10(limit); power++) {
      for (const factor of factors) found.push(Number((factor * 10 ** power).toPrecision(3)));
    }
    return found.filter((tick) => tick >= least && tick <= limit);
  }

  function startDifferences() {
    const names = data.configurations.map((each) => each.name);
    if (names.length < 2) return;
    byId("differences").hidden = false;
    for (const [id, chosen] of [["first", 0], ["second", 1]]) {
      fill(id, names);
      byId(id).value = names[chosen];
      byId(id).addEventListener("change", compareConfigurations);
    }
    compareConfigurations();
  }

  startTable();
  startDifferences();
})();
