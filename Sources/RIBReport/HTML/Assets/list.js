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
