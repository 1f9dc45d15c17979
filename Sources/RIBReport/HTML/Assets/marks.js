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
