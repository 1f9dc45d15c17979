// The findings: the most damaging first, each opened on its own.

const findings = {
  title: "Findings",
  get number() { return data("findings").length; },

  build(panel) {
    this.all = data("findings");
    this.kinds = new Map(data("kinds").map((kind) => [kind.id, kind]));
    this.open = new Set();
    this.chosen = new Set();
    this.query = "";
    panel.append(el("h2", { class: "unseen" }, "Findings"));
    this.status = el("p", { class: "count-line", role: "status" });
    this.host = el("div", { role: "list", "aria-label": "Findings" });
    this.list = elementList(this.host, 68, (index) => this.row(index));
    this.host.addEventListener("keydown", (event) => this.list.moveFocus(event, ".finding-head"));
    if (this.all.length > 0) panel.append(this.tools(), this.status);
    const omitted = data("omitted-findings");
    if (omitted > 0) {
      panel.append(el("p", { class: "note" }, `${counted(omitted, "less damaging finding")} left out: ribleak report --format json has all.`));
    }
    panel.append(this.host, this.nothing = el("p", { class: "empty" }));
    for (const part of document.querySelectorAll(".unowned, .library-leaks")) panel.append(part);
    if (this.all.length === 1) this.open.add(0);
  },

  show() { this.filter(); },

  tools() {
    this.field = searchField("Search findings", (query) => { this.query = query; this.filter(); });
    const kinds = [...this.kinds.values()];
    const chips = kinds.length < 2 ? [] : kinds.map((kind) => toggle(kind.title, kind.count, (isPressed) => {
      if (isPressed) this.chosen.add(kind.id); else this.chosen.delete(kind.id);
      this.filter();
    }));
    return el("div", { class: "tools", role: "search" }, el("div", { class: "wide" }, this.field),
      el("div", { class: "tools", role: "group", "aria-label": "Kinds of findings" }, ...chips));
  },

  /** What a search looks at. */
  words(finding) {
    finding.words ??= [
      this.kinds.get(finding.kind).title, finding.kind, text(finding.path), text(finding.type), finding.complaint,
      text(finding.test ?? -1), text(finding.hint ?? -1), text(finding.chain?.[1] ?? -1), finding.fingerprint, finding.explain ?? "",
      ...finding.victims.map(text), ...(finding.retain?.steps ?? []).flatMap((step) => [text(step[0]), text(step[1]), text(step[2])]),
    ].join("\n").toLowerCase();
    return finding.words;
  },

  filter() {
    const words = this.query.split(/\s+/).filter(Boolean);
    this.shown = this.all.map((_, index) => index).filter((index) => {
      const finding = this.all[index];
      return (this.chosen.size === 0 || this.chosen.has(finding.kind))
        && words.every((word) => this.words(finding).includes(word));
    });
    const all = counted(this.all.length, "finding");
    this.status.textContent = this.shown.length === this.all.length
      ? `${all}, the most damaging first` : `${this.shown.length.toLocaleString("en")} of ${all}`;
    this.nothing.hidden = this.shown.length > 0;
    this.nothing.textContent = this.all.length === 0 ? "Nothing was found." : "No finding matches.";
    this.list.reset(this.shown.length);
  },

  row(place) {
    const number = this.shown[place];
    const finding = this.all[number];
    const isOpen = this.open.has(number);
    const card = el("div", { class: isOpen ? "card open" : "card" }, this.head(finding, number, isOpen));
    if (isOpen) card.append(this.body(finding, number));
    return el("div", { class: "finding", role: "listitem", "aria-setsize": this.shown.length, "aria-posinset": place + 1 }, card);
  },

  head(finding, number, isOpen) {
    const kind = this.kinds.get(finding.kind);
    const victims = finding.victims.length / 2 + finding.moreVictims;
    const head = el("button", { type: "button", class: "finding-head", "aria-expanded": String(isOpen), "aria-controls": isOpen ? `finding-${number}` : null },
      icons.chevron(),
      el("span", {},
        el("span", { class: "finding-title" },
          el("span", { class: kind.isWarning ? "tag caution" : "tag" }, kind.title), " ", pathElement(text(finding.path))),
        el("span", { class: "finding-line" }, el("b", {}, text(finding.type)), ` ${finding.complaint}`,
          victims > 0 ? `, drags along ${counted(victims, "object")}` : ""),
        finding.acceptance === undefined ? null : el("span", { class: "finding-line" }, text(finding.acceptance))),
      el("span", { class: "finding-side" }, `${(number + 1).toLocaleString("en")} of ${this.all.length.toLocaleString("en")}`));
    head.addEventListener("click", () => this.toggle(number, head.closest(".card")));
    return el("h3", { class: "bare" }, head);
  },

  toggle(number, card) {
    const isOpen = !this.open.has(number);
    if (isOpen) this.open.add(number); else this.open.delete(number);
    card.classList.toggle("open", isOpen);
    card.querySelector(".finding-head").setAttribute("aria-expanded", String(isOpen));
    const head = card.querySelector(".finding-head");
    if (isOpen) {
      card.append(this.body(this.all[number], number));
      head.setAttribute("aria-controls", `finding-${number}`);
      remember(this.all[number].fingerprint);
    } else {
      card.querySelector(".finding-body").remove();
      head.removeAttribute("aria-controls");
      remember("findings");
    }
  },

  body(finding, number) {
    const stacks = [];
    for (let index = 0; index < finding.stacks.length; index += 2) {
      stacks.push(stackElement(text(finding.stacks[index]), finding.stacks[index + 1], index === 0));
    }
    const left = el("div", {});
    if (finding.retain) left.append(el("h4", {}, capital(finding.retain.title)), retainElement(finding.retain));
    if (finding.victims.length > 0) left.append(...this.victims(finding));
    const right = el("div", {});
    if (stacks.length > 0) right.append(el("h4", {}, "Call stacks"), el("div", {}, ...stacks));
    const isSplit = left.childElementCount > 0 && right.childElementCount > 0;
    return el("div", { class: "finding-body", id: `finding-${number}` },
      finding.hint === undefined ? null : el("p", { class: "hint" }, el("b", {}, "Hint"), el("span", {}, text(finding.hint))),
      this.facts(finding),
      el("div", { class: isSplit ? "columns" : "" }, left, right),
      this.closing(finding));
  },

  facts(finding) {
    const facts = [];
    if (finding.chain) facts.push([capital(text(finding.chain[0])), text(finding.chain[1])]);
    if (finding.test !== undefined) facts.push(["In the test", text(finding.test)]);
    if (facts.length === 0) return null;
    return el("dl", { class: "facts" }, ...facts.flatMap(([name, value]) => [el("dt", {}, name), el("dd", { class: "code" }, value)]));
  },

  victims(finding) {
    const items = [];
    for (let index = 0; index < finding.victims.length; index += 2) {
      items.push(el("li", {}, el("span", { class: "code" }, text(finding.victims[index])), el("span", { class: "faint" }, ` at ${text(finding.victims[index + 1])}`)));
    }
    if (finding.moreVictims > 0) items.push(el("li", { class: "faint" }, `… ${finding.moreVictims} more`));
    return [el("h4", {}, "Drags along"), el("ul", { class: "victims" }, ...items)];
  },

  closing(finding) {
    const command = finding.explain ? `ribleak explain ${finding.explain}` : null;
    const moment = tree.detachOf(finding.explain);
    return el("div", { class: "closing" },
      el("div", {}, "Fingerprint", el("code", {}, finding.fingerprint), copyButton("fingerprint", finding.fingerprint)),
      command ? el("div", {}, "More", el("code", {}, command), copyButton("command", command)) : null,
      moment < 0 ? null : el("div", {}, el("button", { type: "button", class: "button small", onclick: () => showMoment(moment) }, "Show its detach in the tree")));
  },

  /** Opens a finding, wherever one is. */
  reveal(number) {
    this.open.add(number);
    this.chosen.clear();
    this.query = this.field ? (this.field.value = "") : "";
    for (const chip of document.querySelectorAll("#panel-findings [aria-pressed]")) chip.setAttribute("aria-pressed", "false");
    this.filter();
    this.list.reveal(number)?.querySelector(".finding-head").focus();
  },
};
