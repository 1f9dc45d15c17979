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
