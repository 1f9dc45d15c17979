// swift-format-ignore-file
// Made by Tools/embed-html of Sources/RIBReport/HTML/Assets/*.js: change that.

/// What the scripts of all pages begin with.
enum HTMLViews {
    static let text = #"""
(() => {
"use strict";
// What all views are made with.

/** Whether the page follows a run that goes on, and what it does when another view is shown. */
const page = { isLive: false, shown() {} };

/**
 * The tables that all views read. In a report they stand in the page as JSON, and are parsed when
 * they are first asked for. A live page puts them here and changes them.
 */
const known = new Map();
function data(name) {
  if (!known.has(name)) {
    known.set(name, JSON.parse(document.getElementById(`data-${name}`).textContent));
  }
  return known.get(name);
}

/** The text of a number; nothing for -1. What is recorded while one watches is a text already. */
function text(value) {
  if (typeof value === "string") return value;
  return value < 0 ? "" : data("texts")[value];
}

/**
 * Makes an element. What comes from a trace only ever becomes the text of an element or a quoted
 * attribute, never markup.
 */
function el(tag, options = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";
/** A picture that says nothing which is not said beside it. */
function picture(viewBox, shapes) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", viewBox);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  for (const [tag, attributes] of shapes) {
    const shape = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
    svg.append(shape);
  }
  return svg;
}
const icons = {
  chevron: () => picture("0 0 12 12", [["path", { d: "M4 2l4 4-4 4" }]]),
  play: () => picture("0 0 16 16", [["path", { d: "M4 2.5v11l9-5.500z" }]]),
  pause: () => picture("0 0 16 16", [["path", { d: "M4 3h3v10H4zM9 3h3v10H9z" }]]),
  next: () => picture("0 0 16 16", [["path", { d: "M3 3v10l7-5zM11 3h2v10h-2z" }]]),
  previous: () => picture("0 0 16 16", [["path", { d: "M13 3v10L6 8zM3 3h2v10H3z" }]]),
};

/** A button with a picture, which is named by what it does. */
function iconButton(name, icon, action) {
  return el("button", { type: "button", class: "button icon", "aria-label": name, title: name, onclick: action }, icon);
}

/** Says something to those who hear the page. */
function say(line) {
  document.getElementById("said").textContent = line;
}

function capital(line) {
  return line.charAt(0).toUpperCase() + line.slice(1);
}

/** `1 finding` or `2 findings`. */
function counted(count, singular, plural = `${singular}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? singular : plural}`;
}

/** A stretch of time with about three digits, of nanoseconds. */
function duration(nanoseconds) {
  if (nanoseconds === 0) return "0 s";
  for (const [unit, size] of [["s", 1e9], ["ms", 1e6], ["µs", 1e3]]) {
    if (Math.abs(nanoseconds) >= size) {
      const value = nanoseconds / size;
      return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${unit}`;
    }
  }
  return `${Math.round(nanoseconds)} ns`;
}

/** A moment to the microsecond, rounded up so that what happened in it lies before. */
function seconds(nanoseconds) {
  return (Math.ceil(nanoseconds / 1000) / 1e6).toFixed(6);
}

/** Text that may be broken after slashes. */
function breakable(line) {
  const parts = document.createDocumentFragment();
  for (const [index, part] of line.split("/").entries()) {
    if (index > 0) parts.append("/", document.createElement("wbr"));
    parts.append(part);
  }
  return parts;
}

/** A place in the tree, of which the last name counts. */
function pathElement(path) {
  const cut = path.lastIndexOf("/") + 1;
  return el("span", { class: "path" }, cut > 0 ? el("span", {}, breakable(path.slice(0, cut))) : null, el("b", {}, path.slice(cut)));
}

/** The name of a RIB whose router has this type. */
function ribName(type) {
  const bare = type.split("<")[0];
  const role = ["Router", "RIB"].find((role) => bare.endsWith(role) && bare.length > role.length);
  return role ? bare.slice(0, -role.length) : bare;
}

/** A button that copies text, and says so. */
function copyButton(what, value) {
  const button = el("button", { type: "button", class: "button small", "aria-label": `Copy ${what}` }, "Copy");
  button.addEventListener("click", async () => {
    const done = await copied(value);
    button.textContent = done ? "Copied" : "Not allowed";
    say(done ? `${what} copied` : `${what} could not be copied`);
    setTimeout(() => { button.textContent = "Copy"; }, 1600);
  });
  return button;
}

async function copied(value) {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    // Some browsers have no clipboard for files: this older way needs a selection.
    const area = el("textarea", { class: "unseen", "aria-hidden": "true" });
    area.value = value;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/** Says how much is shown. What changes by itself is not read out each time. */
function statusLine(tag, name) {
  return el(tag, { class: name, role: "status", "aria-live": page.isLive ? "off" : null });
}

/** A button that is pressed or not. */
function toggle(label, count, action, isPressed = false) {
  const button = el("button", { type: "button", class: "button", "aria-pressed": String(isPressed) }, label,
    count === null ? null : el("span", { class: "faint" }, count.toLocaleString("en")));
  button.addEventListener("click", () => {
    const isPressed = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(isPressed));
    action(isPressed);
  });
  return button;
}

/** A field that searches while one types. */
function searchField(label, action) {
  const field = el("input", { type: "search", class: "field", placeholder: label, "aria-label": label, spellcheck: "false", autocomplete: "off" });
  let timer;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => action(field.value.trim().toLowerCase()), 80);
  });
  return field;
}

/** The process that all views show: at first the one in whose tree most happened. */
const chosen = {
  get process() {
    const counts = () => data("trees").map((tree) => tree.changes.length);
    return this.number ??= counts().reduce((best, count, index, all) => (count > all[best] ? index : best), 0);
  },
  set process(number) { this.number = number; },
};

/** Chooses one of several processes; hidden when there is only one. */
function processField(view) {
  view.processField = el("select", { class: "field", "aria-label": "Process" });
  view.processField.addEventListener("change", () => {
    chosen.process = Number(view.processField.value);
    chosen.isByHand = true;
    followProcess(view);
  });
  listProcesses(view);
  return view.processField;
}

function listProcesses({ processField }) {
  const processes = data("processes");
  processField.hidden = processes.length < 2;
  processField.replaceChildren(...processes.map((process, index) =>
    el("option", { value: index, selected: index === chosen.process }, `${process.name} (process ${process.pid})`)));
}

/** Shows the process that was chosen, be it in another view. Gives back whether that is another one. */
function followProcess(view) {
  if (view.process === chosen.process) return false;
  view.process = chosen.process;
  if (view.processField) view.processField.value = view.process;
  view.choose(view.process);
  return true;
}

/** The kind of a finding, by the finding's number. */
function kindOf(number) {
  kindOf.all ??= new Map(data("kinds").map((kind) => [kind.id, kind]));
  return kindOf.all.get(data("findings")[number].kind);
}

/** True for the findings about what should have been freed. */
function isKept(number) {
  return data("findings")[number].kind.startsWith("leaked-");
}

/** For each process, the findings by what shows them: `object:17` or `subscription:5`. */
const shownBy = new Map();

/** The finding that an object or a subscription shows, as `{ number, isVictim }`; nothing for none. */
function findingAbout(process, id) {
  if (shownBy.size === 0) {
    data("processes").forEach((_, index) => shownBy.set(index, new Map()));
    const note = (of, key, entry) => { if (!shownBy.get(of).has(key)) shownBy.get(of).set(key, entry); };
    const all = data("findings").flatMap(({ occurrences }, number) => occurrences.map((occurrence) => [number, ...occurrence]));
    for (const [number, of, isSubscription, subject] of all) note(of, `${isSubscription ? "subscription" : "object"}:${subject}`, { number, isVictim: false });
    // What a finding is about counts more than what another one also keeps alive.
    for (const [number, of, , , ...victims] of all) for (const victim of victims) note(of, `object:${victim}`, { number, isVictim: true });
  }
  return shownBy.get(process)?.get(id);
}

/** Forgets what was worked out from the findings, of which there are others now. */
function forgetFindings() {
  kindOf.all = undefined;
  shownBy.clear();
}

/** A button that leads to a finding. */
function findingLink(number, words) {
  const tone = kindOf(number).isWarning ? "link caution" : "link alarm";
  return el("button", { type: "button", class: tone, "data-finding": number, onclick: (event) => showFinding(Number(event.currentTarget.dataset.finding)) }, words);
}

/** Notes in the address what is shown; some viewers of files do not allow that. */
function remember(name) {
  try {
    history.replaceState(null, "", `#${name}`);
  } catch {
    // The page works without.
  }
}

/** Whether the page is on its way to paper: then lists are whole and findings are open. */
const printing = {
  is: false,
  /** What draws again when printing begins or ends. */
  followers: [],
  set(is) {
    if (this.is === is) return;
    this.is = is;
    for (const follow of this.followers) follow();
  },
};
addEventListener("beforeprint", () => printing.set(true));
addEventListener("afterprint", () => printing.set(false));
matchMedia("print").addEventListener("change", (event) => printing.set(event.matches));

/** Draws again when the colours change. */
const darkness = matchMedia("(prefers-color-scheme: dark)");
// Few rows of many: those near the window are in the page, and two spacers stand for the rest.

const SHORT = 100, MOST_ON_PAPER = 500;

class RowList {
  /**
   * `host` is filled; `make(index)` makes a row, `spacer()` an element whose height can be set by
   * `size(spacer, height)`. `estimate` is the height of a row that was never seen, in pixels.
   * `key(index)` is by what a row is known again after others came, and `update(row, index)` makes
   * it like a new one.
   */
  constructor({ host, make, spacer, size, estimate, key, update }) {
    Object.assign(this, { host, make, size, key });
    this.update = update ?? ((row, index) => patch(row, make(index)));
    this.estimate = estimate;
    this.above = spacer();
    this.below = spacer();
    this.rows = new Map();
    this.heights = [];
    host.append(this.above, this.below);
    this.observer = new ResizeObserver((entries) => this.measure(entries));
    const later = () => this.schedule();
    addEventListener("scroll", later, { passive: true });
    addEventListener("resize", later, { passive: true });
    printing.followers.push(() => this.render());
  }

  /** Begins anew with other rows. */
  reset(count) {
    for (const index of [...this.rows.keys()]) this.drop(index);
    this.heights = new Array(count).fill(this.estimate);
    this.render();
  }

  /**
   * Shows what the rows are now. Those that are known again stay in the page, with focus and
   * selection, and change only where they differ.
   */
  renew(count) {
    if (!this.host.isConnected || this.host.offsetParent === null) return this.reset(count);
    const focus = this.host.contains(document.activeElement) ? document.activeElement : null;
    const old = new Map([...this.rows].map(([index, row]) => [row.key, { row, height: this.heights[index] }]));
    this.rows.clear();
    this.heights = Array.from({ length: count }, (_, index) => {
      const kept = old.get(this.key(index));
      if (!kept) return this.estimate;
      old.delete(kept.row.key);
      this.rows.set(index, kept.row);
      return kept.height;
    });
    for (const { row } of old.values()) this.discard(row);
    let before = this.above;
    for (const [index, row] of this.rows) {
      this.update(row, index);
      row.dataset.row = index;
      if (before.nextElementSibling !== row) this.host.insertBefore(row, before.nextElementSibling);
      before = row;
    }
    this.render();
    if (focus?.isConnected && focus !== document.activeElement) focus.focus({ preventScroll: true });
  }

  get count() { return this.heights.length; }

  schedule() {
    if (this.isScheduled) return;
    this.isScheduled = true;
    requestAnimationFrame(() => {
      this.isScheduled = false;
      this.render();
    });
  }

  /** The row that has the focus stays, lest the focus is lost. */
  get focused() {
    for (const [index, row] of this.rows) if (row.contains(document.activeElement)) return index;
    return -1;
  }

  render() {
    if (!this.host.isConnected || this.host.offsetParent === null) return;
    const top = this.host.getBoundingClientRect().top;
    // Short lists are whole, so that they can be searched and printed by the browser.
    const isWhole = this.count <= (printing.is ? MOST_ON_PAPER : SHORT);
    const [from, to] = isWhole ? [0, Infinity] : [-top - innerHeight / 2, -top + innerHeight * 1.5];
    let first = 0;
    let start = 0;
    while (first < this.count && start + this.heights[first] < from) start += this.heights[first++];
    let end = start;
    let last = first;
    while (last < this.count && end < to) end += this.heights[last++];
    let rest = 0;
    for (let index = last; index < this.count; index++) rest += this.heights[index];
    const focused = this.focused;
    for (const index of [...this.rows.keys()]) {
      if ((index < first || index >= last) && index !== focused) this.drop(index);
    }
    for (let index = first; index < last; index++) this.place(index);
    for (const [index, row] of this.rows) row.classList.toggle("pinned", index < first || index >= last);
    this.size(this.above, start);
    this.size(this.below, rest);
  }

  place(index) {
    if (this.rows.has(index)) return;
    const row = this.make(index);
    row.dataset.row = index;
    row.key = this.key?.(index);
    let before = this.below;
    for (const [other, sibling] of this.rows) {
      if (other > index && (before === this.below || other < Number(before.dataset.row))) before = sibling;
    }
    this.host.insertBefore(row, before);
    this.rows.set(index, row);
    this.observer.observe(row);
  }

  drop(index) {
    this.discard(this.rows.get(index));
    this.rows.delete(index);
  }

  discard(row) {
    this.observer.unobserve(row);
    row.remove();
  }

  measure(entries) {
    let isNew = false;
    for (const { target } of entries) {
      const index = Number(target.dataset.row);
      if (this.rows.get(index) !== target || target.classList.contains("pinned")) continue;
      const height = target.getBoundingClientRect().height;
      if (height > 0 && Math.abs(this.heights[index] - height) > 0.5) {
        this.heights[index] = height;
        isNew = true;
      }
    }
    if (isNew) this.schedule();
  }

  /** Brings a row into the window and gives it back. */
  reveal(index) {
    let start = 0;
    for (let other = 0; other < index; other++) start += this.heights[other];
    const top = this.host.getBoundingClientRect().top + start;
    if (top < 80 || top + this.heights[index] > innerHeight) {
      scrollTo({ top: Math.max(0, scrollY + top - innerHeight / 3) });
    }
    this.render();
    return this.rows.get(index);
  }

  /** Moves the focus between rows by arrow keys, Home and End. */
  moveFocus(event, selector) {
    const row = event.target.closest("[data-row]");
    if (!row || !event.target.matches(selector)) return;
    const index = Number(row.dataset.row);
    const step = { ArrowDown: 1, ArrowUp: -1, Home: 1, End: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    let next = { Home: 0, End: this.count - 1 }[event.key] ?? index + step;
    // A heading has nothing to focus.
    for (; next >= 0 && next < this.count; next += step) {
      const found = this.reveal(next)?.querySelector(selector);
      if (found) return found.focus({ preventScroll: true });
    }
  }
}

/** Makes a part of the page like a new one, and touches only what differs. */
function patch(old, wanted) {
  if (old.nodeName !== wanted.nodeName) return old.replaceWith(wanted);
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== wanted.data) old.data = wanted.data;
    return;
  }
  for (const { name } of [...old.attributes]) if (!wanted.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of wanted.attributes) {
    if (old.getAttribute(name) === value) continue;
    // The policy of the page allows no style in markup.
    if (name === "style") old.style.cssText = wanted.style.cssText; else old.setAttribute(name, value);
  }
  const [parts, wantedParts] = [[...old.childNodes], [...wanted.childNodes]];
  wantedParts.forEach((part, index) => { if (index < parts.length) patch(parts[index], part); else old.append(part); });
  for (const part of parts.slice(wantedParts.length)) part.remove();
}

/** A list of elements with margins of none. */
function elementList(host, estimate, make, more = {}) {
  return new RowList({
    host, estimate, make, ...more,
    spacer: () => el("div", { class: "spacer", "aria-hidden": "true" }),
    size: (spacer, height) => { spacer.style.height = `${height}px`; },
  });
}

/** The rows of a table. */
function tableList(body, columns, estimate, make, more = {}) {
  return new RowList({
    host: body, estimate, make, ...more,
    spacer: () => el("tr", { class: "spacer", "aria-hidden": "true" }, el("td", { colspan: columns })),
    size: (spacer, height) => { spacer.firstChild.style.height = `${height}px`; },
  });
}
// The findings: the most damaging first, those of one cause together, each opened on its own.

const MOST_PRINTED = 200;

const findings = {
  title: "Findings",
  get number() { return data("findings").length; },

  build(panel) {
    this.all = data("findings");
    this.open = new Set();
    this.kinds = new Set();
    this.statuses = new Set();
    this.query = "";
    panel.append(el("h2", { class: "unseen" }, "Findings"));
    this.status = statusLine("p", "count-line");
    this.host = el("div", { role: "list", "aria-label": "Findings" });
    this.list = elementList(this.host, 84, (place) => this.row(this.shown[place]),
      { key: (place) => this.keyOf(this.shown[place]), update: (row, place) => this.updateRow(row, this.shown[place]) });
    this.host.addEventListener("keydown", (event) => this.list.moveFocus(event, ".finding-head"));
    if (page.isLive || this.all.length + data("fixed").length > 0) panel.append(this.tools(), this.status);
    this.cut = el("p", { class: "note", hidden: true });
    panel.append(this.host, this.cut, this.fixed = el("section", { class: "fixed-list" }), this.nothing = el("p", { class: "empty" }));
    for (const part of document.querySelectorAll(".unowned, .library-leaks")) panel.append(part);
    // The most damaging one shows at once what there is to read, unless an address names another.
    if (this.all.length === 1 || (this.all.length > 0 && !page.isLive)) this.open.add(this.openedItself = 0);
    printing.followers.push(() => this.filter());
  },

  show() { if (!page.isLive || !this.renew()) this.filter(); },

  /** After others were found: those that are open stay so. Gives back whether there are others. */
  renew() {
    const others = data("findings");
    if (this.all === others && this.process === chosen.process) return false;
    this.process = chosen.process;
    const open = new Set([...this.open].map((number) => this.all[number].fingerprint));
    this.all = others;
    this.open = new Set(others.flatMap(({ fingerprint }, number) => (open.has(fingerprint) ? [number] : [])));
    this.groups = undefined;
    for (const kind of this.kinds) if (!data("kinds").some(({ id }) => id === kind)) this.kinds.delete(kind);
    this.drawChips();
    this.filter();
    return true;
  },

  tools() {
    this.field = searchField("Search findings", (query) => { this.query = query; this.filter(); });
    this.chips = el("div", { class: "tools" });
    this.drawChips();
    return el("div", { class: "tools", role: "search" }, el("div", { class: "wide" }, this.field), this.chips);
  },

  drawChips() {
    const statuses = data("statuses").filter((status) => status.count > 0);
    const kinds = data("kinds");
    const focus = document.activeElement?.dataset.chip;
    this.chips.replaceChildren(...[
      chips("Beside the baseline", statuses, this.statuses, () => this.filter()),
      chips("Kinds of findings", kinds.length > 1 ? kinds : [], this.kinds, () => this.filter()),
    ].filter(Boolean));
    if (focus) this.chips.querySelector(`[data-chip="${focus}"]`)?.focus();
  },

  /** What a search looks at. */
  words(finding) {
    return finding.words ??= [
      data("kinds").find((kind) => kind.id === finding.kind).title, finding.kind, text(finding.path), text(finding.type), finding.complaint,
      text(finding.keeper ?? -1), text(finding.place ?? -1), text(finding.test ?? -1), text(finding.hint ?? -1), text(finding.chain?.[1] ?? -1), text(finding.acceptance ?? -1), text(finding.foreseen ?? -1),
      finding.fingerprint, finding.explain ?? "",
      ...finding.victims.map(text), ...(finding.retain?.steps ?? []).flatMap((step) => [text(step[0]), text(step[1]), text(step[2])]),
    ].join("\n").toLowerCase();
  },

  matches(words) {
    const queried = this.query.split(/\s+/).filter(Boolean);
    return queried.every((word) => words.includes(word));
  },

  filter() {
    const numbers = this.all.map((_, number) => number).filter((number) => {
      const finding = this.all[number];
      return (this.kinds.size === 0 || this.kinds.has(finding.kind))
        && (this.statuses.size === 0 || this.statuses.has(finding.status)) && this.matches(this.words(finding));
    });
    this.shown = this.grouped([...numbers.filter((number) => !this.other(number)), ...numbers.filter((number) => this.other(number))]);
    this.left = 0;
    if (printing.is && this.shown.length > MOST_PRINTED) {
      this.left = this.shown.slice(MOST_PRINTED).filter((row) => row.number !== undefined).length;
      this.shown.length = MOST_PRINTED;
    }
    this.cut.hidden = this.left === 0;
    this.cut.textContent = `${counted(this.left, "more finding")} not printed: search or filter before you print.`;
    const all = counted(this.all.length, "finding");
    const order = data("statuses").length > 0 ? "new ones first" : "the most damaging first";
    this.status.textContent = numbers.length === this.all.length
      ? `${all}, ${order}` : `${numbers.length.toLocaleString("en")} of ${all}`;
    const fixed = this.drawFixed();
    this.nothing.hidden = numbers.length + fixed > 0;
    this.nothing.textContent = this.all.length === 0 ? (page.isLive ? "Nothing was found so far." : "Nothing was found.") : "No finding matches.";
    if (page.isLive) this.list.renew(this.shown.length); else this.list.reset(this.shown.length);
  },

  /** The process of a finding, if a page that follows a run shows another one. */
  other(number) {
    const of = page.isLive ? this.all[number].occurrences[0]?.[0] : undefined;
    return of === undefined || of === chosen.process ? null : data("processes")[of];
  },

  keyOf({ number, group }) {
    if (number === undefined) return `cause ${text(group.title)}`;
    // Two processes may show the same mistake.
    const { fingerprint, occurrences } = this.all[number];
    return `${fingerprint} ${occurrences[0]?.[0]}`;
  },

  /** A row of a finding that was there before: its head says what is now; its body is made again if it differs. */
  updateRow(row, shown) {
    const wanted = this.row(shown);
    const [head, wantedHead] = [row.querySelector(".finding-head"), wanted.querySelector(".finding-head")];
    if (!head) return patch(row, wanted);
    const [body, wantedBody] = [row.querySelector(".finding-body"), wanted.querySelector(".finding-body")];
    row.className = wanted.className;
    head.closest(".card").className = wantedHead.closest(".card").className;
    patch(head, wantedHead);
    const isSame = body && wantedBody && ["hint", "retain", "stacks", "victims"].every((part) => JSON.stringify(body.of[part]) === JSON.stringify(wantedBody.of[part]));
    if (isSame) body.id = wantedBody.id;
    else if (body && wantedBody) body.replaceWith(wantedBody);
    else if (wantedBody) head.closest(".card").append(wantedBody);
    else body?.remove();
  },

  /** Rows: findings, and before those of one cause its heading. */
  grouped(numbers) {
    const shown = new Set(numbers);
    this.groups ??= new Map(data("groups").flatMap((group) => group.findings.map((number) => [number, group])));
    const rows = [];
    for (const number of numbers) {
      if (!shown.has(number)) continue;
      const group = this.groups.get(number);
      const members = group ? group.findings.filter((member) => shown.has(member)) : [number];
      if (group) rows.push({ group, count: members.length });
      for (const member of members) {
        rows.push({ number: member, group });
        shown.delete(member);
      }
    }
    return rows;
  },

  row({ number, group, count }) {
    if (number === undefined) return this.heading(group, count);
    const finding = this.all[number];
    const isOpen = printing.is || this.open.has(number);
    const card = el("div", { class: "card" }, this.head(finding, number, isOpen, group ? "h4" : "h3"));
    card.classList.toggle("open", isOpen);
    card.classList.toggle("accepted", finding.status !== "new");
    if (isOpen) card.append(this.body(finding, number, group ? "h5" : "h4"));
    return el("div", { class: group ? "finding member" : "finding", role: "listitem" }, card);
  },

  heading(group, count) {
    const all = group.findings.length;
    const words = count === all ? `${counted(all, "finding")} of one cause` : `${count} of ${counted(all, "finding")} of one cause`;
    return el("div", { class: "cause", role: "listitem" },
      el("h3", { class: "bare" }, el("span", { class: "code" }, breakable(text(group.title)))), el("span", { class: "faint" }, words));
  },

  head(finding, number, isOpen, level) {
    const kind = kindOf(number);
    const other = this.other(number);
    const victims = finding.victims.length / 2 + finding.moreVictims;
    const line = (words) => (words === undefined ? null : el("span", { class: "finding-line" }, breakable(text(words))));
    const head = el("button", { type: "button", class: "finding-head", "aria-expanded": String(isOpen), "aria-controls": isOpen ? `finding-${number}` : null },
      icons.chevron(),
      el("span", {},
        el("span", { class: "finding-title" },
          el("span", { class: kind.isWarning ? "tag caution" : "tag" }, kind.title), " ", pathElement(text(finding.path))),
        other ? el("span", { class: "finding-line faint" }, `in ${other.name}, process ${other.pid}`) : null,
        el("span", { class: "finding-line" }, el("b", {}, text(finding.type)), ` ${finding.complaint}`,
          victims > 0 ? `, also keeps alive ${counted(victims, "object")}` : ""),
        line(finding.keeper), line(finding.place), line(finding.acceptance)),
      el("span", { class: "finding-side" }, `${(number + 1).toLocaleString("en")} of ${this.all.length.toLocaleString("en")}`));
    head.addEventListener("click", () => {
      // Whoever clicks by a script may hold a row that the list has dropped.
      if (head.isConnected) this.toggle(this.shown[head.closest("[data-row]").dataset.row].number, head.closest(".card"), level);
    });
    return el(level, { class: "bare" }, head);
  },

  toggle(number, card, level) {
    const isOpen = !this.open.has(number);
    this.openedItself = undefined;
    if (isOpen) this.open.add(number); else this.open.delete(number);
    card.classList.toggle("open", isOpen);
    const head = card.querySelector(".finding-head");
    head.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) {
      card.append(this.body(this.all[number], number, level === "h4" ? "h5" : "h4"));
      head.setAttribute("aria-controls", `finding-${number}`);
      remember(this.all[number].fingerprint);
    } else {
      card.querySelector(".finding-body").remove();
      head.removeAttribute("aria-controls");
      remember("findings");
    }
  },

  /** `level` is the tag of the headings in it. */
  body(finding, number, level) {
    const stacks = [];
    for (let index = 0; index < finding.stacks.length; index += 2) {
      stacks.push(stackElement(text(finding.stacks[index]), finding.stacks[index + 1], index === 0));
    }
    const left = el("div", {});
    if (finding.retain) left.append(el(level, {}, capital(finding.retain.title)), retainElement(finding.retain));
    for (const other of finding.others ?? []) left.append(el(level, {}, capital(other.title)), retainElement(other));
    if (finding.victims.length > 0) left.append(el(level, {}, "Also keeps alive"), this.victims(finding));
    const right = el("div", {});
    if (stacks.length > 0) right.append(el(level, {}, "Call stacks"), el("div", {}, ...stacks));
    const isSplit = left.childElementCount > 0 && right.childElementCount > 0;
    const body = el("div", { class: "finding-body", id: `finding-${number}` },
      finding.hint === undefined ? null : el("p", { class: "hint" }, el("b", {}, "Hint"), el("span", {}, text(finding.hint)),
        ...(finding.fix === undefined ? [] : [el("b", {}, "Fix"), el("span", {}, el("code", {}, text(finding.fix)), copyButton("fix", text(finding.fix)))])),
      this.facts(finding),
      el("div", { class: isSplit ? "columns" : "" }, left, right),
      this.closing(finding));
    body.of = finding;
    return body;
  },

  facts(finding) {
    const facts = [];
    if (finding.chain) facts.push([capital(text(finding.chain[0])), text(finding.chain[1])]);
    if (finding.test !== undefined) facts.push(["In the test", text(finding.test)]);
    if (finding.foreseen !== undefined) facts.push(["Foreseen by ribleak lint", text(finding.foreseen)]);
    if (facts.length === 0) return null;
    return el("dl", { class: "facts" }, ...facts.flatMap(([name, value]) => [el("dt", {}, name), el("dd", { class: "code" }, value)]));
  },

  victims(finding) {
    const items = [];
    for (let index = 0; index < finding.victims.length; index += 2) {
      items.push(el("li", {}, el("span", { class: "code" }, text(finding.victims[index])), el("span", { class: "faint" }, ` at ${text(finding.victims[index + 1])}`)));
    }
    if (finding.moreVictims > 0) items.push(el("li", { class: "faint" }, `… ${finding.moreVictims} more`));
    return el("ul", { class: "victims" }, ...items);
  },

  closing(finding) {
    const command = finding.explain ? `ribleak explain ${finding.explain}` : null;
    const moment = tree.detachOf(finding);
    return el("div", { class: "closing" },
      el("div", {}, "Fingerprint", el("code", {}, finding.fingerprint), copyButton("fingerprint", finding.fingerprint)),
      command ? el("div", {}, "More", el("code", {}, command), copyButton("command", command)) : null,
      moment ? el("div", {}, el("button", { type: "button", class: "button small", onclick: () => showMoment(moment) }, "Show its detach in the tree")) : null);
  },

  /** Lists what the baseline still has and the run no longer shows; says how many. */
  drawFixed() {
    const wanted = this.kinds.size === 0 && (this.statuses.size === 0 || this.statuses.has("fixed"));
    const shown = wanted ? data("fixed").filter((one) => this.matches(`${text(one.kind)}\n${text(one.path)}\n${text(one.type)}\n${one.fingerprint}`.toLowerCase())) : [];
    this.fixed.hidden = shown.length === 0;
    this.fixed.replaceChildren(el("h3", {}, "Fixed"),
      el("p", { class: "intro" }, "In the baseline, and no longer found: ribleak baseline write takes them out."),
      el("ul", {}, ...shown.map((one) => el("li", {}, el("span", { class: "tag good" }, `✓ ${text(one.kind)}`), " ", pathElement(text(one.path)),
        el("span", { class: "finding-line" }, el("b", {}, text(one.type)), ` fingerprint ${one.fingerprint}`)))));
    return shown.length;
  },

  /** Opens a finding, wherever one is. */
  reveal(number) {
    this.open.delete(this.openedItself);
    this.open.add(number);
    this.kinds.clear();
    this.statuses.clear();
    this.query = this.field ? (this.field.value = "") : "";
    for (const chip of document.querySelectorAll("#panel-findings [aria-pressed]")) chip.setAttribute("aria-pressed", "false");
    this.filter();
    this.list.reveal(this.shown.findIndex((row) => row.number === number))?.querySelector(".finding-head").focus();
  },
};

/** Buttons that choose among what has a `title`, an `id` and a `count`; none chosen means all. */
function chips(label, entries, chosen, action) {
  if (entries.length === 0) return "";
  return el("div", { class: "tools", role: "group", "aria-label": label }, ...entries.map((entry) => {
    const chip = toggle(entry.title, entry.count, (isPressed) => {
      if (isPressed) chosen.add(entry.id); else chosen.delete(entry.id);
      action();
    }, chosen.has(entry.id));
    chip.dataset.chip = entry.id;
    return chip;
  }));
}
// The drawing of what keeps an object alive: from the root down, an edge below what holds.

function retainElement(path) {
  const chain = el("ol", { class: "chain" });
  path.steps.forEach(([holder, place, label, isInferred], index) => {
    if (path.omitted && path.omitted[1] === index) chain.append(gapElement(path.omitted[0]));
    const isSuspect = index === path.suspect;
    const role = index === 0 ? "chain-node root" : "chain-node";
    chain.append(el("li", {},
      el("span", { class: isSuspect && label < 0 ? `${role} suspect` : role }, text(holder),
        place < 0 ? null : el("span", { class: "place" }, breakable(text(place))))));
    chain.append(edgeElement(label, isSuspect, isInferred === 1));
  });
  chain.append(el("li", {}, el("span", { class: "chain-node target" }, text(path.target))));
  return el("div", { class: "retain" },
    path.steps.length > 0 ? chain : null,
    path.notes.length > 0 ? el("ul", { class: "chain-notes" }, ...path.notes.map((note) => el("li", {}, note))) : null);
}

function edgeElement(label, isSuspect, isInferred) {
  const why = [
    isSuspect ? "✗ this reference should not be there" : null,
    isInferred ? "inferred from memory that no type describes" : null,
  ].filter(Boolean).join("; ");
  const edge = el("li", { class: "chain-edge" },
    el("span", { class: "label" }, label < 0 ? "holds" : text(label)),
    why ? el("span", { class: "why" }, why) : null);
  edge.classList.toggle("suspect", isSuspect);
  edge.classList.toggle("inferred", isInferred);
  return edge;
}

function gapElement(count) {
  return el("li", { class: "chain-edge gap" }, el("span", { class: "faint" }, `… ${count} more`));
}
// Call stacks: the project's frames stand out, those of libraries are folded.

/** What is known of a frame. */
function frameFacts(number) {
  const [name, place, library] = data("frames")[number];
  return { name: text(name), place: text(place), library: text(library) };
}

/** Where a frame stands, for one line. */
function frameLine(number) { return framePhrase(frameFacts(number)); }

function framePhrase({ name, place, library }) {
  return library ? `${name} in ${library}` : place ? `${name} at ${place}` : name;
}

function stackElement(title, number, isOpen) {
  const [cutOffAt, ...frames] = data("stacks")[number];
  const first = frames.find((frame) => !frameFacts(frame).library) ?? frames[0];
  const details = el("details", { class: "stack", open: isOpen },
    el("summary", {}, el("b", {}, capital(title)), el("span", { class: "code" }, frameFacts(first).name)));
  const fill = () => {
    if (!details.open || details.childElementCount > 1) return;
    details.append(framesElement(frames, cutOffAt));
  };
  details.addEventListener("toggle", fill);
  fill();
  return details;
}

function framesElement(frames, cutOffAt) {
  const list = el("ol", { class: "frames" });
  const isReadable = frames.some((frame) => frameFacts(frame).place);
  for (let index = 0; index < frames.length;) {
    let end = index;
    while (isReadable && end < frames.length && frameFacts(frames[end]).library) end++;
    if (end - index > 1) {
      list.append(foldElement(frames.slice(index, end)));
      index = end;
    } else {
      list.append(frameElement(frames[index++]));
    }
  }
  if (cutOffAt > 0) {
    list.append(el("li", { class: "frame faint" }, `… cut off at ${counted(cutOffAt, "frame")}; RIBLEAK_STACK_DEPTH sets the limit`));
  }
  return list;
}

function frameElement(number) {
  const { name, place, library } = frameFacts(number);
  const where = library ? `in ${library}` : place;
  return el("li", { class: library ? "frame faint" : "frame" }, name, where ? el("span", { class: "place" }, breakable(where)) : null);
}

function foldElement(frames) {
  const libraries = [...new Set(frames.map((frame) => frameFacts(frame).library))];
  const shown = libraries.length > 3 ? [...libraries.slice(0, 2), `${libraries.length - 2} others`] : libraries;
  return el("li", {}, el("details", { class: "fold" },
    el("summary", {}, `${frames.length} frames in ${shown.join(", ")}`),
    el("ol", {}, ...frames.map(frameElement))));
}
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
// Where everything stands in the timeline: a group for each place, lanes in it, marks on them.

const RIB = 0, ACTIVITY = 1, WORKER = 2, VIEW = 3, SUBSCRIPTION = 4, LEAK = 5;
const AXIS = 28, LABEL = 24, THICK = 19, THIN = 7, MARKED = 26, MOST_LANES = 200;

/** The spans of a process, with their marks and the findings that they show. */
function readSpans(process) {
  const source = data("timelines")[process];
  const spans = source.spans ? liveSpans(source) : storedSpans(source);
  for (const span of spans) {
    const about = findingAbout(process, `${span.kind === SUBSCRIPTION ? "subscription" : "object"}:${span.subject}`);
    if (about) span.finding = about.number;
  }
  return spans;
}

function storedSpans(source) {
  const open = new Set(source.open);
  const spans = source.paths.map((path, index) => ({
    path, name: source.names[index], kind: source.kinds[index], subject: source.subjects[index],
    start: source.times[2 * index], end: source.times[2 * index + 1], isOpen: open.has(index), marks: [],
  }));
  source.marks.times.forEach((time, index) => {
    spans[source.marks.spans[2 * index]].marks.push({ kind: source.marks.spans[2 * index + 1], time });
  });
  return spans;
}

/** The spans of a run that goes on, in the order of a report. What is open lasts until now. */
function liveSpans(source) {
  const order = (path) => path.replaceAll("/", "\u0000");
  const spans = [...source.spans.values()].map((span) => ({ ...span, end: span.isOpen ? source.now : span.end, order: order(span.path) }));
  return spans.sort((left, right) => (left.order < right.order ? -1 : left.order > right.order ? 1 : left.kind - right.kind || left.start - right.start));
}

/** Until when the RIB of each router's id lived on after its last detach. */
function afterlives(process) {
  const film = data("trees")[process];
  const detached = new Map();
  const lives = new Map();
  film.changes.forEach(([kind, rib], index) => {
    if (kind === DETACHED) detached.set(rib, film.times[index]);
    else if (kind === ATTACHED || kind === LAUNCHED) detached.delete(rib);
    else if (kind === FREED && detached.has(rib)) {
      lives.set(ribID(film, rib), [detached.get(rib), film.times[index]]);
      detached.delete(rib);
    }
  });
  for (const [rib, time] of detached) lives.set(ribID(film, rib), [time, Infinity]);
  return lives;
}

/** The leaks of a process: for each object that a finding is about, since when it should have been gone. */
function readLeaks(process, last) {
  const lives = new Map(data("timelines")[process].afterlives.map(([id, start, end]) => [id, { start, end }]));
  return data("findings").flatMap((finding, number) => {
    if (!kindOf(number).isLeak) return [];
    return finding.occurrences.filter(([of, isSubscription, id]) => of === process && !isSubscription && lives.has(id)).map(([, , id]) => {
      const { start, end } = lives.get(id);
      return { path: finding.path, name: finding.type, kind: LEAK, subject: id, start, end: end < 0 ? last : end, isOpen: end < 0, marks: [], finding: number };
    });
  });
}

/** Puts spans and leaks into lanes. Bars of one lane do not overlap. */
class Lanes {
  constructor(process) {
    this.spans = readSpans(process);
    const last = this.spans.reduce((most, span) => Math.max(most, span.end), 0);
    this.leaks = readLeaks(process, last);
    this.lives = afterlives(process);
    this.groups = new Map();
    const inPlace = new Set();
    for (const span of this.spans) this.addSpan(span, last, inPlace);
    // A router's leak stands behind its own bar; any other one has a lane of its own.
    for (const leak of this.leaks) if (!inPlace.has(leak.subject) || !isKept(leak.finding)) this.addLane(this.group(leak.path), "leaks", leak);
    this.arrange();
    this.end = Math.max(1, ...[...this.groups.values()].map((group) => group.end));
  }

  group(place) {
    const path = text(place);
    if (!this.groups.has(path)) this.groups.set(path, { path, ribs: [], lanes: { thick: [], leaks: [], thin: [] }, hidden: 0, end: 0 });
    return this.groups.get(path);
  }

  addSpan(span, last, inPlace) {
    const group = this.group(span.path);
    span.last = span.end;
    if (span.kind === ACTIVITY && this.join(span, group.ribs)) return;
    const life = span.kind === RIB ? this.lives.get(span.subject) : undefined;
    if (life && life[0] === span.end) {
      span.last = Math.min(life[1], last);
      span.isLeaked = span.finding !== undefined && isKept(span.finding);
      if (span.isLeaked) inPlace.add(span.subject);
    }
    if (span.kind === RIB) group.ribs.push(span);
    this.addLane(group, span.kind === RIB ? "thick" : "thin", span);
  }

  addLane(group, sort, span) {
    span.last ??= span.end;
    const lanes = group.lanes[sort];
    let lane = lanes.findIndex((other) => other.spans.at(-1).last <= span.start);
    if (lane < 0) lane = lanes.length;
    if (lane >= MOST_LANES) { group.hidden++; return; }
    (lanes[lane] ??= { sort, spans: [], marks: [] }).spans.push(span);
    lanes[lane].marks.push(...this.marksOf(span));
    group.end = Math.max(group.end, span.last);
  }

  /** Draws activity within the bar of its RIB: the latest one that was attached and had none then. */
  join(activity, ribs) {
    let index = ribs.length;
    for (let left = 0, right = ribs.length; left < right;) {
      const middle = (left + right) >> 1;
      if (ribs[middle].start <= activity.start) left = middle + 1; else right = middle;
      index = left;
    }
    for (let steps = 0; index-- > 0 && steps < MOST_LANES; steps++) {
      const rib = ribs[index];
      if (rib.end <= activity.start || rib.activities?.at(-1).end > activity.start) continue;
      (rib.activities ??= []).push(activity);
      return true;
    }
    return false;
  }

  /** What leads to a finding: the time after the end of a leaked RIB, a leak, a value while inactive. */
  marksOf(span) {
    if (span.finding === undefined) return [];
    if (span.kind === LEAK) return [{ span, from: span.start, to: span.end, finding: span.finding }];
    if (span.kind === RIB) {
      span.hasMark = span.last > span.end && (span.isLeaked || kindOf(span.finding).id === "late-deallocation");
      return span.hasMark ? [{ span, from: span.end, to: span.last, finding: span.finding }] : [];
    }
    return span.marks.filter((mark) => mark.kind === FIRED).map(({ time }) => ({ span, from: time, to: time, isPoint: true, finding: span.finding }));
  }

  /** Gives each group and lane its height, and each mark its number in the order of the page. */
  arrange() {
    // What belongs to no RIB comes last; a leak's place may have no span.
    this.groups = new Map([...this.groups].sort(([left], [right]) => (left === "(no RIB)") - (right === "(no RIB)")));
    let top = AXIS;
    this.marks = [];
    for (const group of this.groups.values()) {
      group.top = top;
      top += LABEL;
      group.rows = [...group.lanes.thick, ...group.lanes.leaks, ...group.lanes.thin];
      for (const lane of group.rows) {
        lane.top = top;
        lane.height = lane.marks.length > 0 ? MARKED : lane.sort === "thin" ? THIN : THICK;
        lane.marks.sort((left, right) => left.from - right.from);
        for (const mark of lane.marks) this.marks.push(Object.assign(mark, { lane, number: this.marks.length }));
        top += lane.height;
      }
      top += 8;
      group.height = top - group.top;
    }
    this.height = top;
  }
}
// The marks of the timeline, as buttons over its drawing, and the words beside the pointer.

const LEAST = 24;

/** The buttons that lead from a timeline to its findings. One of them is reached by Tab, the others by arrow keys. */
class MarkLayer {
  /** `view` is the timeline; `host` is what the buttons stand in. */
  constructor(view, host) {
    Object.assign(this, { view, host });
    host.addEventListener("keydown", (event) => this.key(event));
    this.current = null;
  }

  /** The marks of another process. */
  reset(marks) {
    this.marks = marks;
    this.current = null;
  }

  /** Shows the marks between two heights, those too near to each other as one. */
  draw(from, to) {
    const wasFocused = this.host.contains(document.activeElement);
    this.buttons = [];
    for (const group of this.view.lanes.groups.values()) {
      if (group.top > to || group.top + group.height < from) continue;
      for (const lane of group.rows) {
        if (lane.marks.length > 0 && lane.top <= to && lane.top + lane.height >= from) this.buttons.push(...this.clusters(lane).map((cluster) => this.button(cluster, lane)));
      }
    }
    this.host.replaceChildren(...this.buttons);
    const stop = this.buttons.find((button) => this.current && button.marks.includes(this.current)) ?? this.buttons[0];
    if (stop) stop.tabIndex = 0;
    if (wasFocused) stop?.focus({ preventScroll: true });
    if (tip.pinned) tip.follow();
  }

  clusters(lane) {
    const { view } = this;
    const clusters = [];
    for (const mark of lane.marks) {
      if (mark.to < view.from || mark.from > view.to) continue;
      const middle = view.placeOf(mark.from);
      const left = mark.isPoint ? middle - LEAST / 2 : Math.max(0, middle);
      const right = mark.isPoint ? middle + LEAST / 2 : Math.max(left + LEAST, Math.min(view.width, view.placeOf(mark.to)));
      const last = clusters.at(-1);
      if (last && left < last.right) {
        last.marks.push(mark);
        last.right = Math.max(last.right, right);
      } else {
        clusters.push({ marks: [mark], left, right });
      }
    }
    for (const cluster of clusters) {
      // At the edge a mark is moved, not cut off.
      cluster.left = Math.max(0, Math.min(cluster.left, view.width - LEAST));
      cluster.right = Math.min(view.width, Math.max(cluster.right, cluster.left + LEAST));
    }
    return clusters;
  }

  button({ marks, left, right }, lane) {
    const [mark] = marks;
    const isOne = marks.length === 1;
    const isWarning = marks.every(({ finding }) => kindOf(finding).isWarning);
    const words = isOne ? this.words(mark) : `${counted(marks.length, "mark")} here: ${this.words(mark)}, and others`;
    const label = isOne ? `✗ ${text(mark.span.name)}` : `✗ ${marks.length}`;
    const button = el("button", { type: "button", tabindex: -1, class: "mark", "aria-label": words },
      marks.every(({ isPoint }) => isPoint) ? picture("0 0 14 14", [["path", { d: "M7 1l6 11.500H1z" }]]) : el("span", { "aria-hidden": "true" }, label));
    button.marks = marks;
    button.classList.toggle("point", marks.every(({ isPoint }) => isPoint));
    button.classList.toggle("caution", isWarning);
    button.classList.toggle("current", marks.includes(this.current));
    Object.assign(button.style, { left: `${left}px`, top: `${lane.top + (lane.height - LEAST) / 2}px`, width: `${right - left}px` });
    button.addEventListener("click", () => this.follow(marks));
    button.addEventListener("pointermove", (event) => tip.show(words, event.clientX, event.clientY));
    button.addEventListener("pointerleave", () => tip.hide());
    button.addEventListener("focus", () => {
      if (!marks.includes(this.current)) this.current = mark;
      if (button.matches(":focus-visible")) this.pin(mark);
    });
    button.addEventListener("blur", () => tip.hide());
    return button;
  }

  /** Opens the finding. Marks of several findings are first drawn apart. */
  follow(marks) {
    const [first, last] = [Math.min(...marks.map(({ from }) => from)), Math.max(...marks.map(({ from }) => from))];
    const isApart = new Set(marks.map(({ finding }) => finding)).size > 1 && last > first && (last - first) * 4 < this.view.to - this.view.from;
    tip.hide();
    if (!isApart) return showFinding(marks[0].finding);
    const margin = last - first;
    this.view.setRange(first - margin, last + margin);
    say("Zoomed in to tell the marks apart");
  }

  words(mark) {
    return `${this.view.describe(mark.span)}. Finding ${mark.finding + 1}`;
  }

  /** Goes to another mark, in the order of the page, and brings it into sight. */
  go(direction, isFocused) {
    if (this.marks.length === 0) return;
    const index = this.current ? this.marks.indexOf(this.current) + direction : Math.min(0, direction);
    this.reveal(this.marks[(index + this.marks.length) % this.marks.length], isFocused);
  }

  reveal(mark, isFocused) {
    this.current = mark;
    this.view.bring(mark);
    const button = this.buttons.find(({ marks }) => marks.includes(mark));
    if (!button) return;
    if (isFocused) return button.focus({ preventScroll: true });
    this.pin(mark);
    say(this.words(mark));
  }

  pin(mark) {
    tip.pin(this.words(mark), () => this.buttons.find(({ marks }) => marks.includes(mark)));
  }

  key(event) {
    const actions = {
      ArrowRight: () => this.go(1, true), ArrowDown: () => this.go(1, true), ArrowLeft: () => this.go(-1, true), ArrowUp: () => this.go(-1, true),
      Home: () => this.reveal(this.marks[0], true), End: () => this.reveal(this.marks.at(-1), true),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    actions[event.key]();
  }
}

/** The words beside the pointer, or below what has the focus. Escape hides them. */
const tip = {
  get box() {
    if (!this.element) {
      this.element = el("div", { class: "tip", role: "tooltip", hidden: true });
      document.body.append(this.element);
      addEventListener("keydown", (event) => { if (event.key === "Escape") this.hide(); });
      addEventListener("scroll", () => this.follow(), { passive: true });
    }
    return this.element;
  },

  show(words, x, y) {
    const { box } = this;
    this.pinned = null;
    const cut = words.indexOf(": ");
    box.replaceChildren(el("b", {}, words.slice(0, cut)), words.slice(cut + 2));
    box.hidden = false;
    const { width, height } = box.getBoundingClientRect();
    const left = Math.max(8, Math.min(x + 14, innerWidth - width - 8));
    const top = y + 18 + height > innerHeight ? y - height - 10 : y + 18;
    Object.assign(box.style, { left: `${left}px`, top: `${Math.max(8, top)}px` });
  },

  /** Shows words below an element, for as long as `find` finds it. */
  pin(words, find) {
    const element = find();
    if (!element) return this.hide();
    const { left, bottom } = element.getBoundingClientRect();
    this.show(words, left, bottom - 12);
    this.pinned = () => this.pin(words, find);
  },

  /** After something moved: words at the pointer go, the others go along. */
  follow() {
    if (this.pinned) this.pinned(); else this.hide();
  },

  hide() {
    this.pinned = null;
    if (this.element) this.element.hidden = true;
  },
};
// What lived when: a drawing of the spans with marks that lead to findings, and the same as a table.

const kindWords = ["attached", "active", "worker", "view", "subscription", "leak"];
const markWords = ["fired while inactive", "left the screen", "appeared on the screen"];
const FIRED = 0, BAR = 16, EDGE = 12;
/** How much of a run that goes on is shown at first, in nanoseconds. */
const WINDOW = 60e9;

const timeline = {
  title: "Timeline",
  get number() { return null; },

  build(panel) {
    this.stage = el("div", { class: "stage", tabindex: 0, role: "group", "aria-label": "Timeline: plus and minus zoom, left and right move, zero shows all, up and down scroll" });
    this.canvas = el("canvas", { role: "img" });
    this.filler = el("div", {});
    const layer = el("div", { class: "marks", role: "group", "aria-label": "Marks that lead to findings" });
    this.stage.append(this.canvas, this.filler, layer);
    this.layer = new MarkLayer(this, layer);
    this.range = statusLine("output", "range");
    this.isFollowing = true;
    this.tableBox = el("details", { class: "as-table" }, el("summary", {}, "The same as a table"));
    this.tableBox.addEventListener("toggle", () => this.fillTable());
    const button = (label, action) => el("button", { type: "button", class: "button", onclick: action }, label);
    this.markTools = [button("Previous mark", () => this.layer.go(-1)), button("Next mark", () => this.layer.go(1))];
    panel.append(el("h2", { class: "unseen" }, "Timeline"),
      el("p", { class: "intro" }, "When each RIB was attached and active, and how long its views, workers and subscriptions lived. Point at a bar for its name; a red mark opens its finding."),
      el("div", { class: "tools", role: "group", "aria-label": "Part of the recording" },
        processField(this),
        button("Zoom in", () => this.zoom(0.5)), button("Zoom out", () => this.zoom(2)),
        button("Earlier", () => this.pan(-0.25)), button("Later", () => this.pan(0.25)), button("All", () => this.all()),
        page.isLive ? button("Newest", () => this.showNewest()) : null,
        ...this.markTools, this.range),
      this.legend(), this.cut = el("p", { class: "note", hidden: true }), this.stage, this.tableBox);
    this.listen();
  },

  listen() {
    this.stage.addEventListener("keydown", (event) => this.key(event));
    this.stage.addEventListener("scroll", () => { tip.follow(); this.schedule(); }, { passive: true });
    this.stage.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.canvas.addEventListener("pointermove", (event) => this.point(event));
    this.canvas.addEventListener("pointerdown", (event) => this.grab(event));
    this.canvas.addEventListener("pointerup", (event) => this.drop(event));
    this.canvas.addEventListener("pointercancel", () => { this.grabbed = null; });
    this.canvas.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") tip.hide(); });
    new ResizeObserver(() => this.schedule()).observe(this.stage);
    darkness.addEventListener("change", () => this.schedule());
  },

  show() {
    followProcess(this);
    this.schedule();
  },
  hide() { tip.hide(); },

  legend() {
    const swatch = (shapes) => picture("0 0 24 12", shapes);
    const bar = (fill, height = 12) => ["rect", { x: 0, y: (12 - height) / 2, width: 24, height, fill }];
    const dashes = (stroke) => ["rect", { x: 1, y: 1, width: 22, height: 10, fill: "none", stroke, "stroke-dasharray": "3 2", "stroke-width": 1.5 }];
    const entries = [
      [[bar("var(--bar)")], "attached"],
      [[bar("var(--bar)"), bar("var(--bar-active)", 6)], "active"],
      [[dashes("var(--faint)")], "detached, not freed yet"],
      [[dashes("var(--alarm)"), ["path", { d: "M9 3l6 6M15 3l-6 6", stroke: "var(--alarm)", "stroke-width": 2 }]], "leaked"],
      [[bar("var(--strong-line)", 4)], "view, worker or subscription"],
      [[["path", { d: "M12 1l6 10H6z", fill: "var(--alarm)" }]], "fired while inactive"],
    ];
    return el("ul", { class: "key", "aria-label": "Key" }, ...entries.map(([shapes, words]) => el("li", {}, swatch(shapes), words)));
  },

  choose(process) {
    this.read(process);
    this.tableBox.open = false;
    if (page.isLive) return this.showNewest();
    // Waiting at the end for what is still alive says little.
    const busy = 1.1 * this.lastMove();
    if (busy > 0 && busy < this.end / 2) this.setRange(0, busy); else this.all();
  },

  /** After more was recorded: goes on with the newest, or stays where someone looks. */
  renew() {
    this.read(this.process);
    if (this.isFollowing) this.showNewest(); else this.setRange(this.from, this.to);
    this.fillTable();
  },

  showNewest() {
    const length = this.length ?? WINDOW;
    this.setRange(Math.max(0, this.end - length), this.end, length);
  },

  read(process) {
    this.source = data("timelines")[process];
    this.lanes = new Lanes(process);
    this.layer.reset(this.lanes.marks);
    this.end = Math.max(this.lanes.end, this.source.now ?? 0);
    this.rows = [...this.lanes.leaks, ...this.lanes.spans];
    const { omitted, omittedMarks } = this.source;
    this.cut.hidden = omitted + omittedMarks === 0;
    this.cut.textContent = page.isLive
      ? `${counted(omitted, "earlier span")} left this page: ribleak export --format chrome-trace writes all.`
      : `${counted(omitted, "span")} and ${counted(omittedMarks, "mark")} left out of this page: ribleak export --format chrome-trace writes all.`;
    for (const button of this.markTools) button.hidden = this.lanes.marks.length === 0;
  },

  /** When the tree last changed, or something last happened that is marked. */
  lastMove() {
    const film = data("trees")[this.process];
    const index = film.changes.findLastIndex(([kind]) => kind !== FREED && kind !== MADE);
    const times = [...this.source.marks.times, ...this.lanes.marks.map((mark) => mark.from)];
    return times.reduce((last, time) => Math.max(last, time), index < 0 ? 0 : film.times[index]);
  },

  // MARK: - Part of the recording

  all() { this.setRange(0, this.end, Infinity); },

  zoom(factor, at = (this.from + this.to) / 2) {
    const least = 1000;
    const length = Math.max(least, Math.min(this.end, (this.to - this.from) * factor));
    const share = (at - this.from) / (this.to - this.from);
    this.setRange(at - length * share, at - length * share + length);
  },

  pan(share) {
    const length = this.to - this.from;
    this.setRange(this.from + length * share, this.to + length * share);
  },

  /** `wanted` is the length to keep while the recording grows. */
  setRange(from, to, wanted = to - from) {
    this.length = wanted;
    const length = Math.max(1000, Math.min(this.end, to - from));
    this.from = Math.max(0, Math.min(this.end - length, from));
    this.to = this.from + length;
    this.isFollowing = this.to >= this.end;
    this.range.textContent = `${duration(this.from)} – ${duration(this.to)} of ${duration(this.end)}`;
    this.canvas.setAttribute("aria-label", `${counted(this.lanes.spans.length, "span")} at ${counted(this.lanes.groups.size, "place")}; the table below has the same`);
    this.schedule();
  },

  /** Moves a mark into sight. */
  bring(mark) {
    if (mark.from < this.from || mark.from > this.to) {
      const length = this.to - this.from;
      this.setRange(mark.from - length / 4, mark.from + length * 3 / 4);
    }
    const { top, height } = mark.lane;
    const { scrollTop, clientHeight } = this.stage;
    if (top < scrollTop + AXIS || top + height > scrollTop + clientHeight) this.stage.scrollTop = top - clientHeight / 2;
    this.stage.scrollIntoView({ block: "nearest" });
    this.draw();
  },

  // MARK: - Keys and pointers

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions = {
      "+": () => this.zoom(0.5), "=": () => this.zoom(0.5), "-": () => this.zoom(2), "0": () => this.all(),
      ArrowLeft: () => this.pan(-0.1), ArrowRight: () => this.pan(0.1),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  },

  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoom(event.deltaY > 0 ? 1.25 : 0.8, this.timeAt(event.offsetX));
  },

  grab(event) {
    this.grabbed = { x: event.clientX, y: event.clientY, from: this.from, isMoved: false };
    if (event.pointerType === "mouse") this.canvas.setPointerCapture(event.pointerId);
  },

  point(event) {
    const { grabbed } = this;
    if (grabbed && Math.hypot(event.clientX - grabbed.x, event.clientY - grabbed.y) > 4) grabbed.isMoved = true;
    if (grabbed?.isMoved && event.pointerType === "mouse") {
      const moved = (event.clientX - grabbed.x) / (this.width - 2 * EDGE) * (this.to - this.from);
      this.setRange(grabbed.from - moved, grabbed.from - moved + this.to - this.from);
      tip.hide();
    } else if (event.pointerType === "mouse") {
      this.tell(event);
    }
  },

  /** A click opens the finding of a bar; a finger first reads its name. */
  drop(event) {
    const isClick = this.grabbed && !this.grabbed.isMoved;
    this.grabbed = null;
    if (!isClick) return;
    const span = this.spanAt(event);
    if (span?.finding !== undefined && event.pointerType === "mouse") {
      tip.hide();
      showFinding(span.finding);
    } else {
      this.tell(event);
    }
  },

  spanAt(event) {
    return this.boxes?.findLast(({ x, y, w, h }) =>
      event.offsetX >= x - 2 && event.offsetX <= x + w + 2 && event.offsetY >= y && event.offsetY <= y + h)?.span;
  },

  tell(event) {
    const span = this.spanAt(event);
    this.canvas.classList.toggle("leads", span?.finding !== undefined);
    if (!span) return tip.hide();
    const leads = span.finding === undefined ? "" : `. Finding ${span.finding + 1}`;
    tip.show(this.describe(span) + leads, event.clientX, event.clientY);
  },

  // MARK: - Words

  describe(span) {
    const time = `${duration(span.start)} – ${span.isOpen ? "the end" : duration(span.end)} (${duration(span.end - span.start)})`;
    if (span.kind === LEAK) return `${text(span.path)}: ${kindOf(span.finding).title.toLowerCase()}, ${text(span.name)}, ${time}`;
    const parts = [`${text(span.path)}: ${kindWords[span.kind]}`];
    if (span.kind > ACTIVITY) parts[0] += ` ${text(span.name)}`;
    parts.push(time);
    if (span.last > span.end) parts.push(this.afterlife(span));
    parts.push(...span.marks.map((mark) => `${markWords[mark.kind]} at ${duration(mark.time)}`));
    return parts.join(", ");
  },

  afterlife(span) {
    return `then detached and alive for ${duration(span.last - span.end)}${span.isLeaked ? ": leaked" : ""}`;
  },

  timeAt(x) { return this.from + (x - EDGE) / (this.width - 2 * EDGE) * (this.to - this.from); },
  placeOf(time) { return EDGE + (time - this.from) / (this.to - this.from) * (this.width - 2 * EDGE); },

  // MARK: - Drawing

  schedule() {
    if (this.isScheduled) return;
    this.isScheduled = true;
    requestAnimationFrame(() => { this.isScheduled = false; this.draw(); });
  },

  draw() {
    if (this.stage.offsetParent === null) return;
    const styles = getComputedStyle(document.documentElement);
    this.colors = Object.fromEntries(["ink", "faint", "line", "strong-line", "bar", "bar-active", "alarm", "card"].map((name) => [name, styles.getPropertyValue(`--${name}`).trim()]));
    this.width = this.stage.clientWidth;
    this.stage.style.height = `min(70vh, ${Math.max(120, this.lanes.height + 10)}px)`;
    const height = this.stage.clientHeight;
    const scale = devicePixelRatio || 1;
    this.canvas.width = Math.round(this.width * scale);
    this.canvas.height = Math.round(height * scale);
    this.canvas.style.height = `${height}px`;
    this.filler.style.height = `${Math.max(0, this.lanes.height - height)}px`;
    const pen = this.canvas.getContext("2d");
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, this.width, height);
    this.boxes = [];
    this.fired = [];
    const shift = -this.stage.scrollTop;
    this.drawGrid(pen, height);
    for (const group of this.lanes.groups.values()) {
      if (group.top + shift + group.height < AXIS || group.top + shift > height) continue;
      this.drawGroup(pen, group, shift);
    }
    this.drawFired(pen);
    this.drawAxis(pen);
    this.layer.draw(AXIS - shift, height - shift);
  },

  ticks() {
    const rough = (this.to - this.from) / Math.max(2, Math.floor(this.width / 110));
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough);
    const ticks = [];
    for (let time = Math.ceil(this.from / step) * step; time <= this.to && ticks.length < 100; time += step) ticks.push(time);
    return ticks;
  },

  drawGrid(pen, height) {
    pen.fillStyle = this.colors.line;
    for (const time of this.ticks()) pen.fillRect(Math.round(this.placeOf(time)), AXIS, 1, height);
  },

  drawAxis(pen) {
    pen.fillStyle = this.colors.card;
    pen.fillRect(0, 0, this.width, AXIS);
    pen.fillStyle = this.colors.line;
    pen.fillRect(0, AXIS - 1, this.width, 1);
    pen.fillStyle = this.colors.faint;
    pen.font = "12px system-ui, sans-serif";
    pen.textBaseline = "middle";
    for (const time of this.ticks()) {
      const label = duration(Math.round(time)).replace(/(\.\d*?)0+ /, "$1 ").replace(". ", " ");
      const x = this.placeOf(time);
      if (x + pen.measureText(label).width + 6 < this.width) pen.fillText(label, x + 4, AXIS / 2);
    }
  },

  drawGroup(pen, group, shift) {
    this.drawName(pen, group, group.top + shift + 17);
    for (const lane of group.rows) {
      const middle = lane.top + shift + lane.height / 2;
      for (const span of lane.spans) {
        if (span.kind === RIB) this.drawRIB(pen, span, middle - BAR / 2);
        else if (span.kind !== LEAK) this.drawBar(pen, span, middle - 2, 4, "strong-line");
      }
    }
  },

  drawName(pen, group, y) {
    const path = text(group.path);
    const cut = path.lastIndexOf("/") + 1;
    pen.textBaseline = "alphabetic";
    pen.font = "12px system-ui, sans-serif";
    pen.fillStyle = this.colors.faint;
    const lead = path.slice(0, cut);
    pen.fillText(lead, EDGE, y);
    const width = pen.measureText(lead).width;
    pen.font = "600 12px system-ui, sans-serif";
    pen.fillStyle = this.colors.ink;
    pen.fillText(path.slice(cut), EDGE + width, y);
    if (group.hidden > 0) {
      const start = EDGE + width + pen.measureText(path.slice(cut)).width + 8;
      pen.font = "12px system-ui, sans-serif";
      pen.fillStyle = this.colors.faint;
      pen.fillText(`${group.hidden.toLocaleString("en")} more are only in the table`, start, y);
    }
  },

  drawRIB(pen, span, y) {
    this.drawBar(pen, span, y, BAR, "bar");
    for (const activity of span.activities ?? []) this.drawBar(pen, activity, y + 5, BAR - 10, "bar-active");
    if (span.last <= span.end || span.last < this.from || span.end > this.to) return;
    const x = Math.max(-4, this.placeOf(span.end));
    const w = Math.min(this.width + 4, this.placeOf(span.last)) - x;
    this.boxes.push({ x, y, w, h: BAR, span });
    // A mark stands there.
    if (span.hasMark) return;
    pen.strokeStyle = this.colors.faint;
    pen.lineWidth = 1;
    pen.setLineDash([4, 3]);
    pen.strokeRect(x + 1, y + 1.5, Math.max(1, w - 2), BAR - 3);
    pen.setLineDash([]);
  },

  drawBar(pen, span, y, h, color) {
    if (span.end < this.from || span.start > this.to) return;
    const x = Math.max(-4, this.placeOf(span.start));
    const w = Math.max(1.5, Math.min(this.width + 4, this.placeOf(span.end)) - x);
    pen.fillStyle = this.colors[color];
    pen.beginPath();
    pen.roundRect(x, y, w, h, Math.min(2, w / 2));
    pen.fill();
    this.boxes.push({ x, y: y - 1, w, h: h + 2, span });
    if (span.finding !== undefined) return;
    for (const mark of span.marks) {
      if (mark.kind === FIRED && mark.time >= this.from && mark.time <= this.to) this.fired.push([this.placeOf(mark.time), y + h / 2]);
    }
  },

  /** The values while inactive that no finding is about. */
  drawFired(pen) {
    pen.fillStyle = this.colors.alarm;
    pen.strokeStyle = this.colors.card;
    pen.lineWidth = 2;
    for (const [x, y] of this.fired) {
      pen.beginPath();
      pen.moveTo(x, y - 6);
      pen.lineTo(x + 6, y + 5);
      pen.lineTo(x - 6, y + 5);
      pen.closePath();
      pen.stroke();
      pen.fill();
    }
  },

  // MARK: - Table

  fillTable() {
    if (!this.tableBox.open) return;
    if (!this.table) {
      const body = el("tbody", {});
      const titles = ["Place", "What", "From", "Until", "Notes"];
      this.tableBox.append(el("table", { class: "table" },
        el("thead", {}, el("tr", {}, ...titles.map((title) => el("th", { scope: "col" }, el("span", {}, title))))), body));
      const key = (index) => `${this.rows[index].kind} ${this.rows[index].subject} ${this.rows[index].start}`;
      this.table = tableList(body, titles.length, 40, (index) => this.tableRow(this.rows[index]), { key });
    }
    this.tableBox.querySelector("table").setAttribute("aria-rowcount", this.rows.length + 1);
    if (page.isLive) this.table.renew(this.rows.length); else this.table.reset(this.rows.length);
  },

  tableRow(span) {
    const notes = span.marks.map((mark) => `${markWords[mark.kind]} at ${duration(mark.time)}`);
    if (span.kind !== LEAK && span.last > span.end) notes.unshift(this.afterlife(span));
    return el("tr", {},
      el("td", { class: "full" }, pathElement(text(span.path))),
      el("td", { class: "full" }, kindWords[span.kind], span.kind > ACTIVITY ? el("span", { class: "sub code" }, text(span.name)) : null),
      el("td", { class: "n", "data-title": "from" }, duration(span.start)),
      el("td", { class: "n", "data-title": "until" }, span.isOpen ? "the end" : duration(span.end)),
      el("td", { class: "full" }, notes.join(", "), span.finding === undefined ? null : " ", span.finding === undefined ? null : findingLink(span.finding, `finding ${span.finding + 1}`)));
  },
};
// The ledger: each subscription, whose it is, what it delivered and how it ended.

const ledger = {
  title: "Subscriptions",
  get number() { return data("ledgers").reduce((sum, ledger) => sum + (ledger.rows?.size ?? ledger.ids.length) + ledger.omitted, 0); },

  columns: [
    { id: "subscription", title: "Subscription", value: (row) => row.id },
    { id: "owner", title: "Owner", value: (row) => `${row.path || "\uffff"}\n${row.type}` },
    { id: "made", title: "Made", isNumber: true, value: (row) => row.made },
    { id: "first", title: "First", isNumber: true, value: (row) => row.first },
    { id: "last", title: "Last", isNumber: true, value: (row) => row.last },
    { id: "active", title: "Active", isNumber: true, value: (row) => row.active },
    { id: "inactive", title: "Inactive", isNumber: true, value: (row) => Math.max(row.inactive, row.hasFired ? 1 : 0) },
    { id: "end", title: "End", value: (row) => row.end },
    { id: "bound", title: "Owner by, bound", value: (row) => `${row.attribution} ${row.confinement}` },
  ],

  build(panel) {
    this.filters = { alive: false, fired: false, unowned: false };
    this.query = "";
    // What comes now is what one watches for.
    this.sorting = page.isLive ? { column: this.columns.find(({ id }) => id === "made"), isDescending: true } : null;
    const chip = (name, label) => {
      const button = toggle(label, 0, (isPressed) => { this.filters[name] = isPressed; this.filter(); });
      (this.chips ??= {})[name] = button.querySelector("span");
      return button;
    };
    this.status = statusLine("p", "count-line");
    this.cut = el("p", { class: "note", hidden: true });
    this.nothing = el("p", { class: "empty", hidden: true }, "No subscription matches.");
    const body = el("tbody", {});
    this.table = el("table", { class: "table sortable", "aria-label": "Subscriptions" }, el("thead", {}, this.heads = el("tr", {})), body);
    this.list = tableList(body, this.columns.length, 64, (index) => this.row(this.shown[index], index), { key: (index) => this.shown[index].id });
    panel.append(el("h2", { class: "unseen" }, "Subscriptions"),
      el("p", { class: "intro" }, page.isLive
        ? "Times count from when recording began. How many values a subscription delivered, while its owner was active or inactive, is recorded when it ends. Owner and place are what is known so far: evidence may come later, and to look up a place takes a moment."
        : "Times count from when recording began. Values are counted by whether the owner was active. A question mark means that the trace does not tell."),
      el("div", { class: "tools", role: "search" },
        el("div", { class: "wide" }, searchField("Search subscriptions", (query) => { this.query = query; this.filter(); })),
        processField(this),
        el("div", { class: "tools", role: "group", "aria-label": "Which subscriptions" },
          chip("alive", "Alive"), chip("fired", "Fired while inactive"), chip("unowned", "Unowned"))),
      this.cut, this.status, this.table, this.nothing);
    this.drawHeads();
  },

  show() {
    followProcess(this);
    this.list.render();
  },

  choose(process) { this.renew(process); },

  renew(process = this.process) {
    this.rows = this.read(data("ledgers")[process]);
    const { omitted } = data("ledgers")[process];
    this.cut.hidden = omitted === 0;
    this.cut.textContent = page.isLive
      ? `${counted(omitted, "ended subscription")} left this page: ribleak subscriptions lists all.`
      : `${counted(omitted, "subscription")} left out of this page: ribleak subscriptions lists all.`;
    const tests = { alive: (row) => row.isAlive, fired: (row) => row.hasFired, unowned: (row) => row.isUnowned };
    for (const [name, test] of Object.entries(tests)) this.chips[name].textContent = this.rows.filter(test).length.toLocaleString("en");
    this.filter();
  },

  read(source) {
    if (source.rows) return [...source.rows.values()];
    return source.ids.map((id, index) => {
      const [path, type, chain, frame] = source.texts[index];
      const [attribution, confinement, end, hasFired] = source.facts[index];
      const [made, first, last, ended] = source.times.slice(4 * index, 4 * index + 4);
      const [active, inactive] = source.values.slice(2 * index, 2 * index + 2);
      return {
        id, path: text(path), type: text(type), chain: text(chain), place: frame < 0 ? "" : frameLine(frame),
        owner: source.owners[index], isUnowned: path < 0, attribution: text(attribution),
        confinement: confinement < 0 ? "" : text(confinement), isAlive: end < 0, end: end < 0 ? "alive" : text(end),
        hasFired: hasFired === 1, made, first, last, ended, active, inactive,
      };
    });
  },

  filter() {
    const words = this.query.split(/\s+/).filter(Boolean);
    this.shown = this.rows.filter((row) =>
      (!this.filters.alive || row.isAlive) && (!this.filters.fired || row.hasFired) && (!this.filters.unowned || row.isUnowned)
      && words.every((word) => this.words(row).includes(word)));
    if (this.sorting) {
      const { column, isDescending } = this.sorting;
      const sign = isDescending ? -1 : 1;
      this.shown.sort((left, right) => {
        const [a, b] = [column.value(left), column.value(right)];
        return sign * (a < b ? -1 : a > b ? 1 : 0) || left.id - right.id;
      });
    }
    const all = counted(this.rows.length, "subscription");
    this.status.textContent = this.shown.length === this.rows.length ? all : `${this.shown.length.toLocaleString("en")} of ${all}`;
    this.nothing.hidden = this.shown.length > 0;
    this.table.hidden = this.shown.length === 0;
    this.table.setAttribute("aria-rowcount", this.shown.length + 1);
    if (page.isLive) this.list.renew(this.shown.length); else this.list.reset(this.shown.length);
  },

  words(row) {
    return row.words ??= [`subscription:${row.id}`, row.path, row.type, row.chain, row.place, row.end, row.attribution, row.confinement].join("\n").toLowerCase();
  },

  drawHeads() {
    this.heads.replaceChildren(...this.columns.map((column) => {
      const isSorted = this.sorting?.column === column;
      const arrow = isSorted ? (this.sorting.isDescending ? " ↓" : " ↑") : "";
      const head = el("th", { scope: "col", class: column.isNumber ? "n" : null, "aria-sort": isSorted ? (this.sorting.isDescending ? "descending" : "ascending") : "none" },
        el("button", { type: "button", class: "sort", id: `sort-${column.id}` }, column.title, el("span", { "aria-hidden": "true" }, arrow)));
      head.firstChild.addEventListener("click", () => this.sort(column));
      return head;
    }));
  },

  /** Sorts by a column, then the other way round, then as the ledger is. */
  sort(column) {
    if (this.sorting?.column !== column) this.sorting = { column, isDescending: false };
    else if (!this.sorting.isDescending) this.sorting.isDescending = true;
    else this.sorting = null;
    this.drawHeads();
    document.getElementById(`sort-${column.id}`).focus();
    this.filter();
  },

  row(row, index) {
    const hasNone = row.active === 0 && row.inactive === 0;
    const moment = (time) => (time >= 0 ? seconds(time) : hasNone ? "–" : "?");
    const inactive = row.inactive >= 0 ? String(row.inactive) : row.hasFired ? "≥1" : "?";
    const line = el("tr", { "aria-rowindex": index + 2 },
      el("td", { class: "full half" }, el("span", { class: "code" }, row.chain),
        row.place ? el("span", { class: "sub code" }, breakable(row.place)) : null, el("span", { class: "sub" }, `subscription:${row.id}`)),
      el("td", { class: "full owner" }, row.isUnowned ? el("span", { class: "tag caution" }, "Unowned") : pathElement(row.path),
        row.isUnowned ? null : el("span", { class: "sub" }, `${row.type} object:${row.owner}`)),
      el("td", { class: "n", "data-title": "made" }, seconds(row.made)),
      el("td", { class: "n", "data-title": "first" }, moment(row.first)),
      el("td", { class: "n", "data-title": "last" }, moment(row.last)),
      el("td", { class: "n", "data-title": "active" }, row.active >= 0 ? row.active.toLocaleString("en") : "?"),
      el("td", { class: row.hasFired ? "n fired" : "n", "data-title": "inactive" }, row.hasFired ? el("span", { "aria-hidden": "true" }, "! ") : null, inactive,
        row.hasFired ? el("span", { class: "unseen" }, " fired while inactive") : null),
      el("td", { "data-title": "end" }, row.end, row.ended >= 0 ? el("span", { class: "sub when" }, `at ${seconds(row.ended)}`) : null),
      el("td", { "data-title": "owner by" }, row.attribution, row.confinement ? el("span", { class: "sub" }, `bound: ${row.confinement}`) : null));
    return line;
  },
};
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
// The views, of which one is shown at a time.

const views = { findings, tree, timeline, ledger, flame };
const names = Object.keys(views);
let current = null;

function showView(name, focusTab = false) {
  if (current) {
    views[current].hide?.();
    document.getElementById(`panel-${current}`).hidden = true;
    setSelected(current, false);
  }
  const panel = document.getElementById(`panel-${name}`);
  panel.hidden = false;
  setSelected(name, true);
  document.getElementById(`tab-${name}`).scrollIntoView({ block: "nearest", inline: "nearest" });
  if (!panel.hasChildNodes()) views[name].build(panel);
  views[name].show();
  if (focusTab) document.getElementById(`tab-${name}`).focus();
  if (current !== null) {
    remember(name);
    // The tabs stick to the top: what is below them begins anew.
    const start = document.querySelector(".head").getBoundingClientRect().bottom + scrollY;
    if (scrollY > start) scrollTo(0, start);
  }
  current = name;
  page.shown();
}

function setSelected(name, isSelected) {
  const tab = document.getElementById(`tab-${name}`);
  tab.setAttribute("aria-selected", String(isSelected));
  tab.tabIndex = isSelected ? 0 : -1;
}

function showFinding(number) {
  showView("findings");
  findings.reveal(number);
}

function showMoment({ process, position }) {
  chosen.process = process;
  showView("tree");
  tree.go(position);
  tree.slider.focus();
}

function build() {
  const hasDetails = data("processes").length > 0;
  const tabs = el("div", { class: "tabs", role: "tablist", "aria-label": "Views" });
  const panels = [];
  for (const name of names) {
    if (!hasDetails && !["findings", "flame"].includes(name)) continue;
    tabs.append(el("button", {
      type: "button", class: "tab", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`,
      "aria-selected": "false", tabindex: -1, onclick: () => showView(name),
    }, views[name].title, views[name].number === null ? null : el("span", { class: "number" })));
    panels.push(el("section", { class: "panel", role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, hidden: true }));
  }
  tabs.addEventListener("keydown", (event) => {
    const all = [...tabs.children];
    const index = all.indexOf(event.target);
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: all.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    showView(all[(next + all.length) % all.length].id.slice(4), true);
  });
  document.getElementById("views").prepend(tabs, ...panels);
  drawNumbers();
  showView(page.isLive ? "tree" : "findings");
  showWanted();
  addEventListener("hashchange", showWanted);
  // Until here it is what there is to read.
  document.getElementById("plain").remove();
}

/** How much each view has, on its tab. */
function drawNumbers() {
  for (const name of names) {
    const number = document.querySelector(`#tab-${name} .number`);
    if (number) number.textContent = views[name].number.toLocaleString("en");
  }
}

/** Shows what the address names: a view, or a finding by its fingerprint. */
function showWanted() {
  const wanted = location.hash.slice(1);
  if (wanted !== current && document.getElementById(`tab-${wanted}`)) return showView(wanted);
  const number = data("findings").findIndex((finding) => finding.fingerprint === wanted);
  if (number >= 0) showFinding(number);
}
"""#
}
