// The tree of RIBs at any moment, played back change by change. Branches fold, and are searched.

const MADE = 0, LAUNCHED = 1, ATTACHED = 2, DETACHED = 3, ACTIVATED = 4, DEACTIVATED = 5, FREED = 6;
const DEEPEST_INDENT = 24;

/** The serial id of a RIB of a film. In a film that goes on, RIBs are known by it. */
function ribID(film, rib) {
  return film.ids ? film.ids[rib] : rib;
}

/** What each RIB that was met is up to after so many changes of a film. */
function ribsAt(film, position) {
  const ribs = new Map();
  for (let number = 0; number < position; number++) {
    const [kind, rib, parent] = film.changes[number];
    const state = ribs.get(rib) ?? { rib, parent: -1, since: 0, active: 0 };
    ribs.set(rib, state);
    if (kind === FREED) state.isFreed = true;
    else if (kind === ACTIVATED) state.active++;
    else if (kind === DEACTIVATED) state.active--;
    else {
      state.since = film.times[number];
      if (kind === LAUNCHED) { state.isLaunched = true; state.isDetached = false; }
      if (kind === ATTACHED) { state.parent = parent; state.isDetached = false; }
      if (kind === DETACHED) { state.isDetached = true; }
    }
  }
  return ribs;
}

const tree = {
  title: "Tree",
  get number() { return null; },

  build(panel) {
    panel.append(el("h2", { class: "unseen" }, "Tree of RIBs"),
      el("p", { class: "intro" }, "Which RIBs were attached at any moment. What was detached and is not freed yet is listed separately: it may be freed a moment later, or leak."));
    this.slider = el("input", { type: "range", min: 0, step: 1, "aria-label": "Moment" });
    this.slider.addEventListener("input", () => { this.pause(); this.go(Number(this.slider.value)); });
    this.playButton = iconButton("Play", icons.play(), () => (this.timer ? this.pause() : this.play()));
    this.moment = el("span", { class: "moment" });
    this.event = el("span", {});
    this.command = el("code", { class: "faint" });
    this.cut = el("p", { class: "note", hidden: true });
    this.newest = page.isLive ? el("button", { type: "button", class: "button", onclick: () => { this.pause(); this.go(this.film.changes.length); } }, "Newest") : null;
    this.folded = new Set();
    this.forests = [this.forest(panel, "Tree"), this.forest(panel, "Detached and still alive")];
    this.nothing = el("p", { class: "empty" }, "No RIB is in the tree.");
    panel.append(
      el("div", { class: "player", role: "group", "aria-label": "Moment of the recording" },
        el("div", { class: "buttons" },
          iconButton("Previous attach or detach", icons.previous(), () => this.step(-1)), this.playButton,
          iconButton("Next attach or detach", icons.next(), () => this.step(1)), this.newest),
        this.slider, el("output", { "aria-live": page.isLive ? "off" : null }, this.moment, this.event, this.command)),
      this.searchTools(), this.cut, this.nothing, ...this.forests.flatMap((forest) => [forest.title, forest.box]));
  },

  /** A box of rows, of which each is a RIB. */
  forest(panel, label) {
    const host = el("div", { role: "tree", "aria-label": label });
    const forest = { rows: [], host, box: el("div", { class: "forest" }, host), title: el("h3", { class: label === "Tree" ? "unseen" : "forest-title" }, label) };
    forest.list = elementList(host, 30, (place) => this.row(forest.rows[place], forest), { key: (place) => forest.rows[place].state.rib });
    host.addEventListener("keydown", (event) => this.key(event, forest));
    return forest;
  },

  searchTools() {
    this.query = "";
    this.found = [];
    this.field = searchField("Search the tree", (query) => { this.query = query; this.search(); });
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.goMatch(event.shiftKey ? -1 : 1);
    });
    this.count = el("span", { class: "range", role: "status" });
    const button = (label, action) => el("button", { type: "button", class: "button", onclick: action }, label);
    this.nextButtons = [button("Previous match", () => this.goMatch(-1)), button("Next match", () => this.goMatch(1))];
    return el("div", { class: "tools", role: "search" }, processField(this), el("div", { class: "wide" }, this.field),
      ...this.nextButtons, button("Collapse all", () => this.fold(true)), button("Expand all", () => this.fold(false)), this.count);
  },

  show() {
    followProcess(this);
    for (const forest of this.forests) forest.list.render();
  },
  hide() { this.pause(); },

  choose(process) {
    this.pause();
    this.film = data("trees")[process];
    this.folded.clear();
    this.shift = this.film.shift;
    this.drawBounds();
    this.go(this.film.changes.length);
    if (!page.isLive && this.forests.every(({ all }) => all.length === 0)) this.go(this.telling(process));
  },

  /** The moment to show of a run in which nothing is alive at the end, as after tests: when the first finding's RIB was detached, or else the last attach. */
  telling(process) {
    const detached = data("findings").slice(0, 20).map((finding) => this.detachOf(finding)).find((moment) => moment?.process === process);
    return detached?.position ?? this.film.changes.findLastIndex(([kind]) => kind === ATTACHED || kind === LAUNCHED) + 1;
  },

  /** After more was recorded: shows the newest moment, or still the one that was gone back to. */
  renew() {
    const film = data("trees")[this.process];
    // Changes have other numbers when older ones left, and when all came anew.
    this.position = film === this.film ? this.position - (film.shift - this.shift)
      : film.times.findLastIndex((time, index) => index >= film.first && time <= this.time) + 1;
    this.position = Math.max(film.first, this.position);
    this.film = film;
    this.shift = film.shift;
    this.drawBounds();
    this.go(this.isNewest ? film.changes.length : this.position);
  },

  /** What the slider can reach. */
  drawBounds() {
    const { film } = this;
    this.slider.min = film.first ?? 0;
    this.slider.max = film.changes.length;
    this.cut.hidden = film.omitted === 0;
    this.cut.textContent = page.isLive
      ? `The slider reaches back over the last ${counted(film.changes.length - film.first, "change")}. ${counted(film.omitted, "earlier one")} left this page: ribleak tree --at shows any moment.`
      : `The last ${counted(film.omitted, "change")} are left out of this page: ribleak tree shows later moments.`;
  },

  // MARK: - Moments

  play() {
    const last = this.film.changes.length;
    if (this.position >= last) this.go(this.film.first ?? 0);
    this.playButton.replaceChildren(icons.pause());
    this.playButton.setAttribute("aria-label", "Pause");
    this.playButton.title = "Pause";
    // Long recordings are shown in about half a minute.
    const stride = Math.max(1, Math.round(last / 120));
    this.timer = setInterval(() => {
      this.go(Math.min(last, this.position + stride));
      if (this.position >= last) this.pause();
    }, 250);
  },

  pause() {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
    this.playButton.replaceChildren(icons.play());
    this.playButton.setAttribute("aria-label", "Play");
    this.playButton.title = "Play";
    say(this.description());
  },

  /** Goes to the next or previous change that is a launch, an attach or a detach. */
  step(direction) {
    this.pause();
    let position = this.position + direction;
    const moves = (number) => [LAUNCHED, ATTACHED, DETACHED].includes(this.film.changes[number - 1]?.[0]);
    const first = this.film.first ?? 0;
    while (position > first && position <= this.film.changes.length && !moves(position)) position += direction;
    this.go(Math.max(first, Math.min(this.film.changes.length, position)));
    say(this.description());
  },

  go(position) {
    this.position = position;
    this.slider.value = position;
    const { film } = this;
    this.isNewest = position === film.changes.length;
    this.time = this.isNewest && page.isLive ? film.now : position === 0 ? 0 : film.times[position - 1];
    if (this.newest) this.newest.disabled = this.isNewest;
    this.moment.textContent = duration(this.time);
    this.event.textContent = this.description();
    this.command.textContent = `ribleak tree --at ${seconds(this.time)}`;
    this.slider.setAttribute("aria-valuetext", `${position} of ${film.changes.length}, ${duration(this.time)}: ${this.description()}`);
    this.grow(ribsAt(film, position));
    this.search(false);
  },

  /** The process, and after which change the RIB of a finding stood detached for good; nothing if none did. */
  detachOf(finding) {
    for (const [process, isSubscription, ...ids] of finding.occurrences) {
      const film = data("trees")[process];
      if (isSubscription || !film) continue;
      const rib = film.ids ? film.ids.findIndex((number) => ids.includes(number)) : ids.find((id) => film.types.has(id));
      const last = film.changes.findLastIndex(([kind, other]) => other === rib && (kind === ATTACHED || kind === DETACHED));
      if (last >= 0 && film.changes[last][0] === DETACHED) return { process, position: last + 1 };
    }
    return null;
  },

  type(rib) { return text(this.film.ids ? this.film.types[rib] : this.film.types.get(rib) ?? "?"); },

  id(rib) { return ribID(this.film, rib); },

  description() {
    if (this.position === 0) return "Recording begins";
    if (this.position === this.film.first) return "What was there before";
    const [kind, rib, parent] = this.film.changes[this.position - 1];
    const words = ["was made", "was launched", "was attached", "was detached", "became active", "became inactive", "was freed"];
    const where = kind === ATTACHED && parent >= 0 ? ` to ${this.type(parent)}` : "";
    return `${this.type(rib)} ${words[kind]}${where}`;
  },

  // MARK: - Branches

  /** Puts the living RIBs into rows: each before what is below it. */
  grow(ribs) {
    const children = new Map();
    const roots = [];
    const living = [...ribs.values()].filter((state) => !state.isFreed)
      .sort((left, right) => left.since - right.since || this.id(left.rib) - this.id(right.rib));
    for (const state of living) {
      const parent = state.isDetached ? undefined : ribs.get(state.parent);
      state.isOrphaned = !state.isDetached && Boolean(parent?.isFreed);
      if (parent && !parent.isFreed) {
        if (!children.has(parent.rib)) children.set(parent.rib, []);
        children.get(parent.rib).push(state);
      } else {
        roots.push(state);
      }
    }
    roots.sort((left, right) => this.id(left.rib) - this.id(right.rib));
    const isGone = (state) => state.isDetached || state.isOrphaned;
    this.forests[0].all = this.flattened(roots.filter((state) => !isGone(state)), children);
    this.forests[1].all = this.flattened(roots.filter(isGone), children);
  },

  flattened(roots, children) {
    const rows = [];
    const seen = new Set();
    const pending = roots.map((state) => ({ state, depth: 1, parent: null })).reverse();
    while (pending.length > 0) {
      const row = pending.pop();
      if (seen.has(row.state.rib)) continue;
      seen.add(row.state.rib);
      rows.push(row);
      const below = children.get(row.state.rib) ?? [];
      row.below = below.length;
      pending.push(...below.map((state) => ({ state, depth: row.depth + 1, parent: row })).reverse());
    }
    return rows;
  },

  draw() {
    for (const forest of this.forests) {
      const hidden = new Set();
      forest.rows = forest.all.filter((row) => {
        const isHidden = row.parent && (hidden.has(row.parent) || this.folded.has(row.parent.state.rib));
        if (isHidden) hidden.add(row);
        return !isHidden;
      });
      forest.box.hidden = forest.title.hidden = forest.rows.length === 0;
      if (page.isLive) forest.list.renew(forest.rows.length); else forest.list.reset(forest.rows.length);
    }
    this.nothing.hidden = this.forests[0].rows.length > 0;
  },

  row(row, forest) {
    const { state } = row;
    const type = this.type(state.rib);
    const ago = duration(this.time - state.since);
    const activity = state.active > 0 ? "active" : "inactive";
    const standing = state.isDetached ? `detached ${ago} ago` : state.isOrphaned ? "attached to a RIB that was freed"
      : state.parent >= 0 ? `attached ${ago} ago` : state.isLaunched ? `launched ${ago} ago` : `made ${ago} ago, not attached`;
    const about = findingAbout(this.process, `object:${this.id(state.rib)}`);
    const isLeaked = Boolean(state.isDetached) && about && isKept(about.number);
    const words = isLeaked ? (about.isVictim ? "kept alive: " : "leaked: ") : "";
    const isFolded = this.folded.has(state.rib);
    const toggle = el("span", { class: "fold-toggle", "aria-hidden": "true" }, row.below > 0 ? icons.chevron() : null);
    toggle.addEventListener("click", (event) => this.toggle(forest.rows[event.currentTarget.closest("[data-row]").dataset.row]));
    // Tab reaches one row of each tree, arrow keys the others.
    const isStop = row === (forest.rows.find((one) => one.state.rib === this.focused) ?? forest.rows[0]);
    const element = el("div", {
      class: "rib", role: "treeitem", "aria-level": row.depth, "aria-expanded": row.below > 0 ? String(!isFolded) : null,
      tabindex: isStop ? 0 : -1, "data-type": type,
    },
      el("span", { class: "name" }, toggle, el("span", { class: "dot", "aria-hidden": "true" }), el("b", {}, ribName(type))),
      el("span", { class: "code" }, type), el("span", { class: "state" }, `${activity}, ${standing}`),
      isFolded && row.below > 0 ? el("span", { class: "below" }, `${row.below} below`) : null,
      about ? findingLink(about.number, `${words}finding ${about.number + 1}`) : null);
    const indent = 1.5 * (Math.min(row.depth, DEEPEST_INDENT) - 1);
    Object.assign(element.style, { paddingLeft: `${indent}rem`, backgroundSize: `${indent}rem 100%` });
    const marks = {
      active: state.active > 0, detached: state.isDetached || state.isOrphaned, leaked: isLeaked,
      changed: this.position > 0 && this.film.changes[this.position - 1][1] === state.rib,
      match: this.found.includes(row), current: this.found[this.match] === row,
    };
    for (const [name, is] of Object.entries(marks)) element.classList.toggle(name, Boolean(is));
    return element;
  },

  toggle(row) {
    if (row.below === 0) return;
    if (!this.folded.delete(row.state.rib)) this.folded.add(row.state.rib);
    this.focused = row.state.rib;
    this.draw();
    this.focus(row);
  },

  fold(isFolded) {
    this.folded = new Set(isFolded ? this.forests.flatMap((forest) => forest.all).filter((row) => row.below > 0).map((row) => row.state.rib) : []);
    this.focused = null;
    this.draw();
  },

  focus(row) {
    const forest = this.forests.find((one) => one.rows.includes(row));
    forest?.list.reveal(forest.rows.indexOf(row))?.focus({ preventScroll: true });
  },

  /** The keys of a tree: up, down, right to open or enter, left to close or leave. */
  key(event, forest) {
    const element = event.target.closest("[role=treeitem]");
    if (!element || event.target !== element || event.ctrlKey || event.metaKey || event.altKey) return;
    const index = Number(element.dataset.row);
    const row = forest.rows[index];
    const isFolded = this.folded.has(row.state.rib);
    const actions = {
      ArrowDown: () => forest.rows[index + 1], ArrowUp: () => forest.rows[index - 1],
      Home: () => forest.rows[0], End: () => forest.rows.at(-1),
      ArrowRight: () => (row.below === 0 ? null : isFolded ? this.toggle(row) : forest.rows[index + 1]),
      ArrowLeft: () => (row.below > 0 && !isFolded ? this.toggle(row) : row.parent),
      Enter: () => (row.below > 0 ? this.toggle(row) : null), " ": () => (row.below > 0 ? this.toggle(row) : null),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    const next = actions[event.key]();
    if (!next) return;
    element.tabIndex = -1;
    this.focused = next.state.rib;
    this.focus(next);
    if (document.activeElement.getAttribute("role") === "treeitem") document.activeElement.tabIndex = 0;
  },

  // MARK: - Search

  search(isNew = true) {
    const words = this.query.split(/\s+/).filter(Boolean);
    const all = this.forests.flatMap((forest) => forest.all);
    this.found = words.length === 0 ? [] : all.filter((row) => words.every((word) => this.type(row.state.rib).toLowerCase().includes(word)));
    this.match = isNew ? -1 : Math.min(this.match ?? -1, this.found.length - 1);
    if (isNew && this.found.length > 0) return this.goMatch(1);
    this.sayCount();
    this.draw();
  },

  /** Goes to another match, around the end, and opens what is above it. */
  goMatch(direction) {
    if (this.found.length === 0) return;
    this.match = (this.match + direction + this.found.length) % this.found.length;
    const row = this.found[this.match];
    for (let above = row.parent; above; above = above.parent) this.folded.delete(above.state.rib);
    this.sayCount();
    this.draw();
    const forest = this.forests.find((one) => one.rows.includes(row));
    forest.list.reveal(forest.rows.indexOf(row));
  },

  sayCount() {
    const count = this.found.length;
    this.count.textContent = this.query === "" ? "" : count === 0 ? "No RIB matches" : `${this.match + 1} of ${counted(count, "match", "matches")}`;
    for (const button of this.nextButtons) button.disabled = count === 0;
  },
};
