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
