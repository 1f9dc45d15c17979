// Where leaked objects were made: callers above what they call, as wide as what was made below them.

const LEVEL = 26, NARROWEST = 24;

const flame = {
  title: "Allocations",
  get number() { return null; },

  build(panel) {
    this.hasLibraries = false;
    this.graph = el("div", { class: "flame", role: "group", "aria-label": "Flame graph" });
    this.status = statusLine("p", "under");
    this.reset = el("button", { type: "button", class: "button", disabled: true, onclick: () => this.zoom([]) }, "Whole graph");
    this.empty = el("p", { class: "empty" }, "No leak has a stack of where its objects were made.");
    this.box = el("div", { class: "flame-box" }, this.graph);
    this.tableBox = el("details", { class: "as-table" }, el("summary", {}, "The same as a table"));
    panel.append(el("h2", { class: "unseen" }, "Allocations"),
      el("p", { class: "intro" }, "The call stacks that made leaked objects, callers above what they call. A wider frame made more of them; red marks the innermost frame of the project. Choose a frame to widen what is below it."),
      this.tools = el("div", { class: "tools" }, this.reset, toggle("Library frames", null, (isPressed) => { this.hasLibraries = isPressed; this.rebuild(); })),
      this.box, this.status, this.tableBox, this.empty);
    this.graph.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => {
      if (!this.box.hidden && this.graph.clientWidth !== this.width) this.zoom(this.path);
    }).observe(this.box);
    this.rebuild();
  },

  show() { this.renew(); },

  /** After others were found. */
  renew() {
    if (this.findings !== data("findings")) this.rebuild();
  },

  rebuild() {
    this.findings = data("findings");
    this.root = { name: "All leaked objects", place: "", count: 0, own: 0, children: new Map(), isOfProject: false };
    for (const finding of data("findings")) {
      if (finding.allocation === undefined || finding.allocation === null) continue;
      this.add(data("stacks")[finding.allocation].slice(1).reverse(), finding.count);
    }
    const isEmpty = this.root.count === 0;
    this.empty.hidden = !isEmpty;
    for (const part of [this.box, this.tools, this.tableBox, this.status]) part.hidden = isEmpty;
    if (!isEmpty) {
      this.zoom([]);
      this.drawTable();
    }
  },

  /** Adds a stack, outermost frame first. */
  add(frames, count) {
    const all = frames.map(frameFacts);
    const ofProject = all.filter((frame) => !frame.library);
    const shown = this.hasLibraries || ofProject.length === 0 ? all : ofProject;
    const site = ofProject.at(-1);
    let node = this.root;
    node.count += count;
    for (const frame of shown) {
      const key = `${frame.name}\n${frame.library}`;
      if (!node.children.has(key)) {
        node.children.set(key, { ...frame, key, count: 0, own: 0, children: new Map(), isOfProject: !frame.library });
      }
      node = node.children.get(key);
      node.count += count;
      if (frame === site) node.own += count;
    }
  },

  /** Shows what is below a frame, which is named by the keys from the outermost one. */
  zoom(path) {
    this.path = path;
    this.width = this.graph.clientWidth;
    this.reset.disabled = path.length === 0;
    this.graph.replaceChildren();
    this.depth = 0;
    let node = this.root;
    const way = [node, ...path.map((key) => (node = node.children.get(key)))];
    way.forEach((above, index) => this.draw(above, path.slice(0, index), 0, 1));
    this.below(node, path, 0, 1);
    this.graph.style.height = `${(this.depth + 1) * LEVEL}px`;
    this.status.textContent = `${counted(node.count, "leaked object")} made ${path.length > 0 ? `below ${node.name}` : "in all"}`;
  },

  below(node, path, left, width) {
    const children = [...node.children.values()].sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
    let start = left;
    for (const child of children) {
      const share = width * child.count / node.count;
      if (path.length < 256) {
        const below = [...path, child.key];
        // What is too narrow to hit is only seen; it widens with its caller, and stands in the table.
        if (share * this.width >= NARROWEST) {
          this.draw(child, below, start, share);
          this.below(child, below, start, share);
        } else if (share > 0.003) {
          this.sliver(child, below.length, start, share);
        }
      }
      start += share;
    }
  },

  sliver(node, depth, left, width) {
    this.depth = Math.max(this.depth, depth);
    const sliver = el("i", { "aria-hidden": "true" });
    this.paint(sliver, node, depth, left, width);
    this.graph.append(sliver);
  },

  /** What a frame looks like. */
  paint(element, node, depth, left, width) {
    element.classList.toggle("own", node.isOfProject);
    element.classList.toggle("site", node.own > 0);
    Object.assign(element.style, { top: `${depth * LEVEL}px`, left: `${left * 100}%`, width: `calc(${width * 100}% - 1px)` });
  },

  draw(node, path, left, width) {
    this.depth = Math.max(this.depth, path.length);
    const share = Math.round(100 * node.count / this.root.count);
    const facts = `${counted(node.count, "object")}, ${share} %${node.place ? `, ${node.place}` : ""}`;
    const button = el("button", { type: "button", "aria-label": `${node.name}: ${facts}`, title: `${node.name}\n${facts}` }, node.name);
    this.paint(button, node, path.length, left, width);
    button.dataset.depth = path.length;
    button.addEventListener("click", () => {
      this.zoom(path);
      this.graph.querySelector(`[data-depth="${path.length}"]`)?.focus();
    });
    this.graph.append(button);
  },

  /** Escape shows all; arrows go to the frame above or below, or beside. */
  key(event) {
    const all = [...this.graph.querySelectorAll("button")];
    const here = event.target.closest("button");
    if (event.key === "Escape" && this.path.length > 0) {
      this.zoom([]);
      this.graph.firstChild.focus();
      return;
    }
    const depth = Number(here?.dataset.depth);
    const middle = (button) => button.offsetLeft + button.offsetWidth / 2;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const beside = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    let next;
    if (step) {
      next = all.filter((button) => Number(button.dataset.depth) === depth + step)
        .sort((a, b) => Math.abs(middle(a) - middle(here)) - Math.abs(middle(b) - middle(here)))[0];
    } else if (beside) {
      const level = all.filter((button) => Number(button.dataset.depth) === depth).sort((a, b) => a.offsetLeft - b.offsetLeft);
      next = level[level.indexOf(here) + beside];
    } else {
      return;
    }
    event.preventDefault();
    next?.focus();
  },

  drawTable() {
    const totals = new Map();
    const walk = (node, above) => {
      for (const child of node.children.values()) {
        const total = totals.get(child.key) ?? { ...child, count: 0, own: 0 };
        totals.set(child.key, total);
        // A function that calls itself counts once.
        if (!above.has(child.key)) total.count += child.count;
        total.own += child.own;
        walk(child, new Set([...above, child.key]));
      }
    };
    walk(this.root, new Set());
    const all = [...totals.values()].sort((a, b) => b.own - a.own || b.count - a.count || (a.key < b.key ? -1 : 1));
    const rows = all.slice(0, 200);
    for (const old of this.tableBox.querySelectorAll("table, p")) old.remove();
    if (all.length > rows.length) this.tableBox.append(el("p", { class: "note" }, `${counted(all.length - rows.length, "function")} that made fewer left out.`));
    this.tableBox.append(el("table", { class: "table" },
      el("thead", {}, el("tr", {}, ...["Function", "Made here", "Made here and below"].map((title) => el("th", { scope: "col" }, el("span", {}, title))))),
      el("tbody", {}, ...rows.map((row) => el("tr", {},
        el("td", { class: "full" }, el("span", { class: "code" }, row.name), row.place || row.library ? el("span", { class: "sub code" }, breakable(row.place || row.library)) : null),
        el("td", { class: "n", "data-title": "made here" }, String(row.own)),
        el("td", { class: "n", "data-title": "and below" }, String(row.count)))))));
  },
};
