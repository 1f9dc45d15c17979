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
