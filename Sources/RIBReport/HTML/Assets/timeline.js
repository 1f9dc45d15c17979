// What lived when: a drawing of the spans, and the same as a table.

const RIB = 0, ACTIVITY = 1, WORKER = 2, VIEW = 3, SUBSCRIPTION = 4;
const kindWords = ["attached", "active", "worker", "view", "subscription"];
const markWords = ["fired while inactive", "left the screen", "appeared on the screen"];
const AXIS = 28, LABEL = 24, THICK = 16, THIN = 7, EDGE = 12, MOST_LANES = 200;

const timeline = {
  title: "Timeline",
  get number() { return null; },

  build(panel) {
    this.stage = el("div", { class: "stage", tabindex: 0, role: "group", "aria-label": "Timeline: plus and minus zoom, left and right move, zero shows all, up and down scroll" });
    this.canvas = el("canvas", { role: "img" });
    this.filler = el("div", {});
    this.stage.append(this.canvas, this.filler);
    this.under = el("p", { class: "under" });
    this.range = el("output", { class: "range", role: "status" });
    this.tableBox = el("details", { class: "as-table" }, el("summary", {}, "The same as a table"));
    this.tableBox.addEventListener("toggle", () => this.fillTable());
    const button = (label, action) => el("button", { type: "button", class: "button", onclick: action }, label);
    panel.append(el("h2", { class: "unseen" }, "Timeline"),
      el("p", { class: "intro" }, "When each RIB was attached and active, and how long its views, workers and subscriptions lived. Point at a bar for its name."),
      el("div", { class: "tools", role: "group", "aria-label": "Part of the recording" },
        processField(this) ?? "",
        button("Zoom in", () => this.zoom(0.5)), button("Zoom out", () => this.zoom(2)),
        button("Earlier", () => this.pan(-0.25)), button("Later", () => this.pan(0.25)), button("All", () => this.all()), this.range),
      this.legend(), this.cut = el("p", { class: "note", hidden: true }), this.stage, this.under, this.tableBox);
    this.stage.addEventListener("keydown", (event) => this.key(event));
    this.stage.addEventListener("scroll", () => this.schedule(), { passive: true });
    this.stage.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.canvas.addEventListener("pointermove", (event) => this.point(event));
    this.canvas.addEventListener("pointerdown", (event) => this.grab(event));
    this.canvas.addEventListener("pointerup", () => { this.grabbed = null; });
    this.canvas.addEventListener("pointerleave", () => { this.under.textContent = ""; });
    new ResizeObserver(() => this.schedule()).observe(this.stage);
    darkness.addEventListener("change", () => this.schedule());
  },

  show() {
    followProcess(this);
    this.schedule();
  },

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
    this.source = data("timelines")[process];
    this.spans = this.read(this.source);
    this.groups = this.arranged();
    this.end = Math.max(1, ...this.groups.map((group) => group.end));
    const { omitted, omittedMarks } = this.source;
    this.cut.hidden = omitted + omittedMarks === 0;
    this.cut.textContent = `${counted(omitted, "span")} and ${counted(omittedMarks, "mark")} left out of this page: ribleak export --format chrome-trace writes all.`;
    this.tableBox.open = false;
    this.table = null;
    // Waiting at the end for what is still alive says little.
    const busy = 1.1 * this.lastMove();
    if (busy > 0 && busy < this.end / 2) this.setRange(0, busy); else this.all();
  },

  /** When the tree last changed, or something last happened that is marked. */
  lastMove() {
    const film = data("trees")[this.process];
    const index = film.changes.findLastIndex(([kind]) => kind !== FREED && kind !== MADE);
    return this.source.marks.times.reduce((last, time) => Math.max(last, time), index < 0 ? 0 : film.times[index]);
  },

  read(source) {
    const open = new Set(source.open);
    const spans = source.paths.map((path, index) => ({
      path, name: source.names[index], kind: source.kinds[index], subject: source.subjects[index],
      start: source.times[2 * index], end: source.times[2 * index + 1], isOpen: open.has(index), marks: [],
    }));
    source.marks.times.forEach((time, index) => {
      spans[source.marks.spans[2 * index]].marks.push({ kind: source.marks.spans[2 * index + 1], time });
    });
    return spans;
  },

  /** Until when the RIB of each router's id lived on after its last detach. */
  afterlives() {
    const film = data("trees")[this.process];
    const detached = new Map();
    const lives = new Map();
    film.changes.forEach(([kind, rib], index) => {
      if (kind === DETACHED) detached.set(rib, film.times[index]);
      else if (kind === ATTACHED || kind === LAUNCHED) detached.delete(rib);
      else if (kind === FREED && detached.has(rib)) {
        lives.set(film.ids[rib], [detached.get(rib), film.times[index]]);
        detached.delete(rib);
      }
    });
    for (const [rib, time] of detached) lives.set(film.ids[rib], [time, Infinity]);
    return lives;
  },

  /** A group of lanes for each place; bars of one lane do not overlap. */
  arranged() {
    const lives = this.afterlives();
    const last = this.spans.reduce((most, span) => Math.max(most, span.end), 0);
    const groups = new Map();
    for (const span of this.spans) {
      if (!groups.has(span.path)) groups.set(span.path, { path: span.path, ribs: [], thick: [], thin: [], hidden: 0, end: 0 });
      const group = groups.get(span.path);
      span.last = span.end;
      if (span.kind === ACTIVITY && this.join(span, group.ribs)) continue;
      const life = span.kind === RIB ? lives.get(span.subject) : undefined;
      if (life && life[0] === span.end) {
        span.last = Math.min(life[1], last);
        span.isLeaked = life[1] === Infinity && isLeak(findingAbout(`object:${span.subject}`));
      }
      if (span.kind === RIB) group.ribs.push(span);
      const lanes = span.kind === RIB ? group.thick : group.thin;
      let lane = lanes.findIndex((other) => other.at(-1).last <= span.start);
      if (lane < 0) lane = lanes.length;
      if (lane >= MOST_LANES) { group.hidden++; continue; }
      (lanes[lane] ??= []).push(span);
      group.end = Math.max(group.end, span.last);
    }
    let top = AXIS;
    // What belongs to no RIB comes last.
    const ordered = [...groups.values()].sort((left, right) => (text(left.path) === "(no RIB)") - (text(right.path) === "(no RIB)"));
    for (const group of ordered) {
      group.top = top;
      group.height = LABEL + group.thick.length * (THICK + 3) + group.thin.length * THIN + 8;
      top += group.height;
    }
    this.height = top;
    return ordered;
  },

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
  },

  all() { this.setRange(0, this.end); },

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

  setRange(from, to) {
    const length = Math.min(this.end, to - from);
    this.from = Math.max(0, Math.min(this.end - length, from));
    this.to = this.from + length;
    this.range.textContent = `${duration(this.from)} – ${duration(this.to)} of ${duration(this.end)}`;
    this.canvas.setAttribute("aria-label", `${counted(this.spans.length, "span")} at ${counted(this.groups.length, "place")}; the table below has the same`);
    this.schedule();
  },

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
    if (event.pointerType !== "mouse") return;
    this.grabbed = { x: event.clientX, from: this.from };
    this.canvas.setPointerCapture(event.pointerId);
  },

  point(event) {
    if (this.grabbed) {
      const moved = (event.clientX - this.grabbed.x) / (this.width - 2 * EDGE) * (this.to - this.from);
      this.setRange(this.grabbed.from - moved, this.grabbed.from - moved + this.to - this.from);
      return;
    }
    const box = this.boxes?.findLast(({ x, y, w, h }) =>
      event.offsetX >= x - 2 && event.offsetX <= x + w + 2 && event.offsetY >= y && event.offsetY <= y + h);
    this.under.textContent = box ? this.describe(box.span) : "";
  },

  describe(span) {
    const parts = [`${text(span.path)}: ${kindWords[span.kind]}`];
    if (span.kind > ACTIVITY) parts[0] += ` ${text(span.name)}`;
    parts.push(`${duration(span.start)} – ${span.isOpen ? "the end" : duration(span.end)} (${duration(span.end - span.start)})`);
    if (span.last > span.end) parts.push(this.afterlife(span));
    parts.push(...span.marks.map((mark) => `${markWords[mark.kind]} at ${duration(mark.time)}`));
    return parts.join(", ");
  },

  afterlife(span) {
    return `then detached and alive for ${duration(span.last - span.end)}${span.isLeaked ? ": leaked" : ""}`;
  },

  timeAt(x) { return this.from + (x - EDGE) / (this.width - 2 * EDGE) * (this.to - this.from); },
  placeOf(time) { return EDGE + (time - this.from) / (this.to - this.from) * (this.width - 2 * EDGE); },

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
    this.stage.style.height = `min(70vh, ${Math.max(120, this.height + 10)}px)`;
    const height = this.stage.clientHeight;
    const scale = devicePixelRatio || 1;
    this.canvas.width = Math.round(this.width * scale);
    this.canvas.height = Math.round(height * scale);
    this.canvas.style.height = `${height}px`;
    this.filler.style.height = `${Math.max(0, this.height - height)}px`;
    const pen = this.canvas.getContext("2d");
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, this.width, height);
    this.boxes = [];
    this.fired = [];
    const shift = -this.stage.scrollTop;
    this.drawGrid(pen, height);
    for (const group of this.groups) {
      const top = group.top + shift;
      if (top + group.height < AXIS || top > height) continue;
      this.drawGroup(pen, group, top);
    }
    this.drawFired(pen);
    this.drawAxis(pen);
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

  drawGroup(pen, group, top) {
    const path = text(group.path);
    const cut = path.lastIndexOf("/") + 1;
    pen.textBaseline = "alphabetic";
    pen.font = "12px system-ui, sans-serif";
    pen.fillStyle = this.colors.faint;
    const lead = path.slice(0, cut);
    pen.fillText(lead, EDGE, top + 17);
    const width = pen.measureText(lead).width;
    pen.font = "600 12px system-ui, sans-serif";
    pen.fillStyle = this.colors.ink;
    pen.fillText(path.slice(cut), EDGE + width, top + 17);
    if (group.hidden > 0) {
      const start = EDGE + width + pen.measureText(path.slice(cut)).width + 8;
      pen.font = "12px system-ui, sans-serif";
      pen.fillStyle = this.colors.faint;
      pen.fillText(`${group.hidden.toLocaleString("en")} more are only in the table`, start, top + 17);
    }
    let y = top + LABEL;
    for (const lane of group.thick) {
      for (const span of lane) this.drawRIB(pen, span, y);
      y += THICK + 3;
    }
    for (const lane of group.thin) {
      for (const span of lane) this.drawBar(pen, span, y + 1, THIN - 4, "strong-line");
      y += THIN;
    }
  },

  drawRIB(pen, span, y) {
    this.drawBar(pen, span, y, THICK, "bar");
    for (const activity of span.activities ?? []) this.drawBar(pen, activity, y + 5, THICK - 10, "bar-active");
    if (span.last <= span.end || span.last < this.from || span.end > this.to) return;
    const x = Math.max(-4, this.placeOf(span.end));
    const w = Math.min(this.width + 4, this.placeOf(span.last)) - x;
    pen.strokeStyle = span.isLeaked ? this.colors.alarm : this.colors.faint;
    pen.lineWidth = span.isLeaked ? 1.5 : 1;
    pen.setLineDash([4, 3]);
    pen.strokeRect(x + 1, y + 1.5, Math.max(1, w - 2), THICK - 3);
    pen.setLineDash([]);
    if (span.isLeaked && w > 60) {
      pen.font = "600 11px system-ui, sans-serif";
      pen.fillStyle = this.colors.alarm;
      pen.textBaseline = "middle";
      pen.fillText("✗ leaked", Math.max(x, 0) + 8, y + THICK / 2 + 0.5);
    }
    this.boxes.push({ x, y, w, h: THICK, span });
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
    for (const mark of span.marks) {
      if (mark.kind === 0 && mark.time >= this.from && mark.time <= this.to) this.fired.push([this.placeOf(mark.time), y + h / 2]);
    }
  },

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

  fillTable() {
    if (!this.tableBox.open) return;
    if (!this.table) {
      this.tableBox.querySelector("table")?.remove();
      const body = el("tbody", {});
      const titles = ["Place", "What", "From", "Until", "Notes"];
      this.tableBox.append(el("table", { class: "table", "aria-rowcount": this.spans.length },
        el("thead", {}, el("tr", {}, ...titles.map((title) => el("th", { scope: "col" }, el("span", {}, title))))), body));
      this.table = tableList(body, titles.length, 40, (index) => this.tableRow(this.spans[index]));
    }
    this.table.reset(this.spans.length);
  },

  tableRow(span) {
    const notes = span.marks.map((mark) => `${markWords[mark.kind]} at ${duration(mark.time)}`);
    if (span.last > span.end) notes.unshift(this.afterlife(span));
    return el("tr", {},
      el("td", { class: "full" }, pathElement(text(span.path))),
      el("td", { class: "full" }, kindWords[span.kind], span.kind > ACTIVITY ? el("span", { class: "sub code" }, text(span.name)) : null),
      el("td", { class: "n", "data-title": "from" }, duration(span.start)),
      el("td", { class: "n", "data-title": "until" }, span.isOpen ? "the end" : duration(span.end)),
      el("td", { class: "full" }, notes.join(", ")));
  },
};
