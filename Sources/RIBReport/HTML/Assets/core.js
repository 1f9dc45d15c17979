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
