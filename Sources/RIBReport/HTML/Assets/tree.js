// The tree of RIBs at any moment, played back change by change.

const MADE = 0, LAUNCHED = 1, ATTACHED = 2, DETACHED = 3, ACTIVATED = 4, DEACTIVATED = 5, FREED = 6;
const MOST_ROWS = 500;

const tree = {
  title: "Tree",
  get number() { return null; },

  build(panel) {
    panel.append(el("h2", { class: "unseen" }, "Tree of RIBs"),
      el("p", { class: "intro" }, "Which RIBs were attached at any moment. What was detached and not freed so far stands apart: it may be freed a moment later, or be a leak."));
    const chooser = processField(this);
    if (chooser) panel.append(el("div", { class: "tools" }, chooser));
    this.slider = el("input", { type: "range", min: 0, step: 1, "aria-label": "Moment" });
    this.slider.addEventListener("input", () => { this.pause(); this.go(Number(this.slider.value)); });
    this.playButton = iconButton("Play", icons.play(), () => (this.timer ? this.pause() : this.play()));
    this.moment = el("span", { class: "moment" });
    this.event = el("span", {});
    this.command = el("code", { class: "faint" });
    this.trees = el("div", {});
    this.cut = el("p", { class: "note", hidden: true });
    panel.append(
      el("div", { class: "player", role: "group", "aria-label": "Moment of the recording" },
        el("div", { class: "buttons" },
          iconButton("Previous attach or detach", icons.previous(), () => this.step(-1)), this.playButton,
          iconButton("Next attach or detach", icons.next(), () => this.step(1))),
        this.slider, el("output", {}, this.moment, this.event, this.command)),
      this.cut, this.trees);
  },

  show() { followProcess(this); },
  hide() { this.pause(); },

  choose(process) {
    this.pause();
    this.film = data("trees")[process];
    this.slider.max = this.film.changes.length;
    this.cut.hidden = this.film.omitted === 0;
    this.cut.textContent = `The last ${counted(this.film.omitted, "change")} are left out of this page: ribleak tree shows later moments.`;
    this.go(this.film.changes.length);
  },

  play() {
    const last = this.film.changes.length;
    if (this.position >= last) this.go(0);
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
    while (position > 0 && position <= this.film.changes.length && !moves(position)) position += direction;
    this.go(Math.max(0, Math.min(this.film.changes.length, position)));
    say(this.description());
  },

  go(position) {
    this.position = position;
    this.slider.value = position;
    const { film } = this;
    const time = position === 0 ? 0 : film.times[position - 1];
    this.moment.textContent = duration(time);
    this.event.textContent = this.description();
    this.command.textContent = `ribleak tree --at ${seconds(time)}`;
    this.slider.setAttribute("aria-valuetext", `${position} of ${film.changes.length}, ${duration(time)}: ${this.description()}`);
    this.draw(this.stateAt(position), time);
  },

  /** After which change of the only process's tree a RIB stood detached for good; -1 if it never did. */
  detachOf(id) {
    if (!id || data("processes").length !== 1) return -1;
    const [film] = data("trees");
    const rib = film.ids.findIndex((number) => id === `object:${number}`);
    const last = film.changes.findLastIndex(([kind, other]) => other === rib && (kind === ATTACHED || kind === DETACHED));
    return last >= 0 && film.changes[last][0] === DETACHED ? last + 1 : -1;
  },

  type(rib) { return text(this.film.types[rib]); },

  description() {
    if (this.position === 0) return "Recording begins";
    const [kind, rib, parent] = this.film.changes[this.position - 1];
    const words = ["was made", "was launched", "was attached", "was detached", "became active", "became inactive", "was freed"];
    const where = kind === ATTACHED && parent >= 0 ? ` to ${this.type(parent)}` : "";
    return `${this.type(rib)} ${words[kind]}${where}`;
  },

  /** What each RIB that was met is up to after so many changes. */
  stateAt(position) {
    const ribs = new Map();
    for (let number = 0; number < position; number++) {
      const [kind, rib, parent] = this.film.changes[number];
      const state = ribs.get(rib) ?? { rib, parent: -1, since: 0, active: 0 };
      ribs.set(rib, state);
      if (kind === FREED) state.isFreed = true;
      else if (kind === ACTIVATED) state.active++;
      else if (kind === DEACTIVATED) state.active--;
      else {
        state.since = this.film.times[number];
        if (kind === LAUNCHED) { state.isLaunched = true; state.isDetached = false; }
        if (kind === ATTACHED) { state.parent = parent; state.isDetached = false; }
        if (kind === DETACHED) { state.isDetached = true; }
      }
    }
    return ribs;
  },

  draw(ribs, time) {
    const children = new Map();
    const roots = [];
    const living = [...ribs.values()].filter((state) => !state.isFreed)
      .sort((left, right) => left.since - right.since || this.film.ids[left.rib] - this.film.ids[right.rib]);
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
    this.children = children;
    this.time = time;
    this.seen = new Set();
    this.room = MOST_ROWS;
    roots.sort((left, right) => this.film.ids[left.rib] - this.film.ids[right.rib]);
    const isGone = (state) => state.isDetached || state.isOrphaned;
    const inTree = roots.filter((state) => !isGone(state));
    const gone = roots.filter(isGone);
    const forest = (label, list) => el("div", { class: "forest" }, el("ul", { class: "trunk", "aria-label": label }, ...list.map((state) => this.branch(state, 0))));
    this.trees.replaceChildren(inTree.length > 0 ? forest("Tree", inTree) : el("p", { class: "empty" }, "No RIB is in the tree."));
    if (gone.length > 0) this.trees.append(el("h3", { class: "forest-title" }, "Detached and still alive"), forest("Detached and still alive", gone));
    if (this.room < 0) this.trees.append(el("p", { class: "note" }, `… and ${counted(-this.room, "more RIB")}`));
  },

  branch(state, depth) {
    if (this.seen.has(state.rib)) return "";
    this.seen.add(state.rib);
    this.room--;
    if (this.room < 0) return "";
    const below = depth < 64 ? (this.children.get(state.rib) ?? []) : [];
    return el("li", {}, this.row(state), below.length > 0 ? el("ul", {}, ...below.map((child) => this.branch(child, depth + 1))) : null);
  },

  row(state) {
    const type = this.type(state.rib);
    const ago = duration(this.time - state.since);
    const activity = state.active > 0 ? "active" : "inactive";
    const standing = state.isDetached ? `detached ${ago} ago` : state.isOrphaned ? "attached to a RIB that was freed"
      : state.parent >= 0 ? `attached ${ago} ago` : state.isLaunched ? `launched ${ago} ago` : `made ${ago} ago, not attached`;
    const finding = findingAbout(`object:${this.film.ids[state.rib]}`);
    const isLeaked = Boolean(state.isDetached) && isLeak(finding);
    const isWarning = finding >= 0 && data("kinds").find((kind) => kind.id === data("findings")[finding].kind).isWarning;
    const change = this.position > 0 ? this.film.changes[this.position - 1] : null;
    const row = el("div", { class: "rib", "data-type": type },
      el("span", { class: "dot", "aria-hidden": "true" }), el("b", {}, ribName(type)), el("span", { class: "code" }, type),
      el("span", { class: "state" }, `${activity}, ${standing}`),
      finding < 0 ? null : el("button", { type: "button", class: isWarning ? "link caution" : "link alarm", onclick: () => showFinding(finding) },
        `${isLeaked ? "leaked: " : ""}finding ${finding + 1}`));
    row.classList.toggle("active", state.active > 0);
    row.classList.toggle("detached", Boolean(state.isDetached || state.isOrphaned));
    row.classList.toggle("leaked", isLeaked);
    row.classList.toggle("changed", change?.[1] === state.rib);
    return row;
  },
};
