// swift-format-ignore-file
// Made by Tools/embed-html of Sources/RIBReport/HTML/Assets/Live/*.js: change that.

/// The script of a page that follows a run.
enum HTMLLiveScript {
    /// By which the policy of a page allows it.
    static let hash = "sha256-OcICH1gT3hwWBBS2Y/5R7/Uvhy8HvDIk6WjiNM+FxYw="

    static let text = HTMLViews.text + "\n" + #"""
// What is recorded while one watches: small steps that build the tables which the views read.

/** How much of each kind a page keeps, and how much more for a while, lest each step trims. */
const KEPT = { changes: 3000, spans: 3000 }, SURPLUS = 1.1;

const feed = {
  /** Begins anew: what follows is all that is known. */
  reset() {
    for (const name of ["processes", "trees", "timelines", "ledgers"]) known.set(name, []);
    this.take.findings({ kinds: [], findings: [], groups: [], texts: [], frames: [], stacks: [] });
  },

  apply(steps) {
    for (const [name, ...facts] of steps) this.take[name](...facts);
    for (const film of data("trees")) trimFilm(film);
    for (const lanes of data("timelines")) trimSpans(lanes);
  },

  /** What each step does. All but the last are about a process, by its number. */
  take: {
    process(number, facts) {
      data("processes")[number] = { ...facts, end: null };
      data("trees")[number] = { types: new Map(), changes: [], times: [], first: 0, shift: 0, omitted: 0, now: 0 };
      data("timelines")[number] = { spans: new Map(), now: 0, afterlives: [], omitted: 0, omittedMarks: 0 };
      data("ledgers")[number] = { rows: new Map(), omitted: 0 };
      forgetFindings();
    },
    end(number, how) { data("processes")[number].end = how; },
    missed(number, events) { data("processes")[number].missed = events; },
    now(number, time) {
      const [film, lanes] = [data("trees")[number], data("timelines")[number]];
      film.now = lanes.now = Math.max(film.now, time);
    },
    rib(number, id, type) { data("trees")[number].types.set(id, type); },
    change(number, kind, rib, parent, time) {
      const film = data("trees")[number];
      film.changes.push([kind, rib, parent]);
      film.times.push(time);
      this.now(number, time);
    },
    /** Ends what was there before the changes that are kept. */
    base(number, omitted) {
      const film = data("trees")[number];
      film.first = film.changes.length;
      film.omitted = omitted;
    },
    span(number, id, kind, subject, path, name, start) {
      data("timelines")[number].spans.set(id, { kind, subject, path, name, start, end: start, isOpen: true, marks: [] });
      this.now(number, start);
    },
    mark(number, id, kind, time) {
      data("timelines")[number].spans.get(id)?.marks.push({ kind, time });
      this.now(number, time);
    },
    close(number, id, time) {
      const span = data("timelines")[number].spans.get(id);
      if (span) Object.assign(span, { end: time, isOpen: false });
      this.now(number, time);
    },
    /** Since when an object should be gone. */
    afterlife(number, id, start) {
      const { afterlives } = data("timelines")[number];
      if (!afterlives.some(([other]) => other === id)) afterlives.push([id, start, -1]);
    },
    /** An object is no longer where a finding says that it stays. */
    freed(number, id, time) {
      const known = data("timelines")[number].afterlives.find(([other]) => other === id);
      if (known) known[2] = time;
    },
    place(number, id, path) {
      const span = data("timelines")[number].spans.get(id);
      if (span) span.path = path;
    },
    row(number, row) {
      data("ledgers")[number].rows.set(row.id, { ...row, place: row.place === null ? "" : framePhrase(row.place) });
    },
    /** Subscriptions that are not listed any more, and how many all in all are not. */
    gone(number, omitted, ids) {
      const ledger = data("ledgers")[number];
      ledger.omitted = omitted;
      for (const id of ids) ledger.rows.delete(id);
    },
    left(number, spans, rows) {
      data("timelines")[number].omitted = spans;
      data("ledgers")[number].omitted = rows;
    },
    findings(tables) {
      for (const [name, table] of Object.entries(tables)) known.set(name, table);
      known.set("statuses", []);
      known.set("fixed", []);
      forgetFindings();
    },
  },
};

/** Folds the oldest changes into what was there before those that stay. */
function trimFilm(film) {
  const count = film.changes.length - film.first;
  if (count <= SURPLUS * KEPT.changes) return;
  const cut = film.changes.length - KEPT.changes;
  const changes = [];
  const times = [];
  for (const state of ribsAt(film, cut).values()) {
    if (state.isFreed) { film.types.delete(state.rib); continue; }
    const kind = state.isDetached ? DETACHED : state.parent >= 0 ? ATTACHED : state.isLaunched ? LAUNCHED : MADE;
    changes.push([kind, state.rib, kind === ATTACHED ? state.parent : -1]);
    times.push(state.since);
    if (state.active > 0) {
      changes.push([ACTIVATED, state.rib, -1]);
      times.push(state.since);
    }
  }
  film.omitted += count - KEPT.changes;
  film.shift += cut - changes.length;
  film.first = changes.length;
  film.changes = changes.concat(film.changes.slice(cut));
  film.times = times.concat(film.times.slice(cut));
}

/** Leaves out the oldest spans that have ended. */
function trimSpans(lanes) {
  if (lanes.spans.size <= SURPLUS * KEPT.spans) return;
  let surplus = lanes.spans.size - KEPT.spans;
  for (const [id, span] of lanes.spans) {
    if (surplus <= 0) break;
    if (span.isOpen) continue;
    lanes.spans.delete(id);
    lanes.omitted++;
    surplus--;
  }
  lanes.afterlives.splice(0, lanes.afterlives.length - KEPT.spans);
}
// Follows the run: takes what comes, draws what is shown, and says how things stand.

/** The least time between two drawings, and its share of the time that drawing takes. */
const SHORTEST_PAUSE = 50, IDLE_SHARE = 4;
/** How often changes are told to those who hear the page. */
const TELL_EVERY = 10_000;

/** What stands under a count of one, and under others. */
const COUNT_WORDS = {
  leaks: ["leak", "leaks"], warnings: ["warning", "warnings"],
  detached: ["RIB detached and alive", "RIBs detached and alive"], ribs: ["RIB in the tree", "RIBs in the tree"],
};

const SIGNS = { alarm: "✗", caution: "!", calm: "✓" };
/** How many other processes are named. */
const MOST_OTHERS = 4;

/** How many findings of a process there are. In a page that follows a run, each is of one process. */
function countsOf(process) {
  const kinds = new Map(data("kinds").map((kind) => [kind.id, kind]));
  const own = data("findings").filter(({ occurrences }) => occurrences.length > 0 && occurrences[0][0] === process).map(({ kind }) => kinds.get(kind));
  const count = (test) => own.filter((kind) => kind && test(kind)).length;
  return {
    leaks: count((kind) => kind.isLeak && !kind.isWarning), fired: count((kind) => kind.id === "fired-while-inactive"),
    warnings: count((kind) => kind.isWarning),
  };
}

function toneOf({ leaks, fired, warnings }) {
  return leaks + fired > 0 ? "alarm" : warnings > 0 ? "caution" : "calm";
}

const live = {
  source: null,
  last: null,
  state: "connecting",
  isBuilt: false,

  start() {
    page.isLive = true;
    page.shown = () => this.schedule();
    // The link works once: the address stays without it.
    history.replaceState(null, "", `./${location.hash}`);
    this.pauseButton = toggle("Pause", null, (isPressed) => (isPressed ? this.pause() : this.connect()));
    document.getElementById("live-tools").append(this.pauseButton);
    feed.reset();
    this.connect();
    // A page that nobody sees asks for nothing: a browser has few connections to one server.
    document.addEventListener("visibilitychange", () => {
      if (this.state === "paused" || this.state === "stopped") return;
      if (document.hidden) this.source.close(); else this.connect();
    });
    setInterval(() => this.tell(), TELL_EVERY);
  },

  // MARK: - What comes

  /** Goes on after the last message that came. The server says if too much has come since. */
  connect() {
    this.source?.close();
    this.source = new EventSource(this.last === null ? "events" : `events?after=${this.last}`);
    this.source.addEventListener("state", (event) => this.take(event, true));
    this.source.addEventListener("steps", (event) => this.take(event, false));
    this.source.addEventListener("bye", () => {
      this.source.close();
      this.stand("stopped");
    });
    this.source.addEventListener("error", () => this.stand(this.source.readyState === EventSource.CLOSED ? "refused" : "lost"));
    this.source.addEventListener("open", () => this.stand("live"));
  },

  pause() {
    this.source.close();
    this.stand("paused");
  },

  take(event, isWhole) {
    if (isWhole) feed.reset();
    feed.apply(JSON.parse(event.data));
    this.last = event.lastEventId;
    this.stand("live");
    this.schedule();
  },

  // MARK: - What is shown

  schedule() {
    if (this.timer || document.hidden) return;
    const rest = Math.max(0, (this.nextDrawing ?? 0) - performance.now());
    this.timer = setTimeout(() => requestAnimationFrame(() => {
      this.timer = null;
      const start = performance.now();
      this.draw();
      const end = performance.now();
      this.nextDrawing = end + Math.max(SHORTEST_PAUSE, IDLE_SHARE * (end - start));
    }), rest);
  },

  draw() {
    const processes = data("processes");
    this.drawHead();
    if (processes.length === 0) return;
    // A process that begins is what one wants to see, unless one chose another.
    if (!chosen.isByHand || chosen.process >= processes.length) chosen.process = processes.length - 1;
    if (!this.isBuilt) {
      this.isBuilt = true;
      build();
    }
    const view = views[current];
    if (view.processField && (this.listed !== processes || this.listedCount !== processes.length || this.listedIn !== view)) {
      listProcesses(view);
      [this.listed, this.listedCount, this.listedIn] = [processes, processes.length, view];
    }
    if (!("choose" in view) || !this.follow(view, processes)) view.renew();
    drawNumbers();
  },

  /** True if the view shows another process than before. All of them may have new numbers. */
  follow(view, processes) {
    const { pid, start } = processes[chosen.process];
    const identity = `${pid} ${start}`;
    if (view.identity !== undefined && view.identity !== identity) view.process = undefined;
    view.identity = identity;
    return followProcess(view);
  },

  drawHead() {
    const number = chosen.process ?? 0;
    const [process, film] = [data("processes")[number], data("trees")[number]];
    this.drawState();
    const title = process ? `${process.name}, process ${process.pid}` : "Waiting for an app that records";
    put("live-title", title);
    put("live-process", process ? this.standing(process) : "");
    const ribs = film ? [...ribsAt(film, film.changes.length).values()].filter((state) => !state.isFreed) : [];
    const detached = ribs.filter((state) => state.isDetached).length;
    this.counts = { ...countsOf(number), ribs: ribs.length - detached, detached };
    for (const [name, count] of Object.entries(this.counts)) {
      put(`live-${name}`, count.toLocaleString("en"));
      if (COUNT_WORDS[name]) put(`live-${name}-words`, COUNT_WORDS[name][count === 1 ? 0 : 1]);
      document.getElementById(`live-${name}`).parentElement.classList.toggle("none", count === 0);
    }
    const { leaks, fired, warnings } = this.counts;
    const tone = toneOf(this.counts);
    put("live-sign", process ? SIGNS[tone] : "…");
    put("live-others", this.others(number));
    document.getElementById("live-verdict").className = `verdict ${tone}`;
    document.title = `${tone === "calm" ? "" : `(${leaks + fired + warnings}) `}${title}: ribleak`;
  },

  /** The other processes, each with its own mark: the newest first. */
  others(number) {
    const all = data("processes").map(({ name, pid }, index) => ({ name, pid, index })).filter(({ index }) => index !== number).reverse();
    if (all.length === 0) return "";
    const named = all.slice(0, MOST_OTHERS).map(({ name, pid, index }) => `${SIGNS[toneOf(countsOf(index))]} ${name}, process ${pid}`);
    if (all.length > named.length) named.push(`${all.length - named.length} more`);
    return `Also recorded: ${named.join("; ")}`;
  },

  standing({ start, end, missed }) {
    const ends = { exited: "it has ended", killed: "it was killed", removed: "its recording was removed", unknown: "it has ended" };
    return [`Recording since ${start}`, end === null ? "it runs" : ends[end] ?? end,
      missed > 0 ? `${counted(missed, "event")} came too fast to be listed` : null].filter(Boolean).join("; ");
  },

  // MARK: - How things stand

  stand(state) {
    if (this.state === state) return;
    this.state = state;
    this.pauseButton.disabled = state === "stopped" || state === "refused";
    this.drawState();
    say(document.getElementById("live-state").textContent);
  },

  drawState() {
    const isOver = this.state === "live" && (data("processes")[chosen.process]?.end ?? null) !== null;
    const state = isOver ? "over" : this.state;
    put("live-state", {
      connecting: "Connecting …", live: "Live", over: "The app has ended", paused: "Paused", lost: "Not connected; trying again …",
      stopped: "ribleak watch has ended", refused: "This page may no longer ask; start ribleak watch again",
    }[state]);
    document.getElementById("live-state").dataset.state = state;
  },

  /** One sentence about what changed, not one for each event. */
  tell() {
    if (this.state !== "live" || !this.counts) return;
    const { leaks, fired, ribs, detached } = this.counts;
    const words = `${counted(ribs, "RIB")} in the tree, ${detached} detached and alive, ${counted(leaks, "leak")}, ${fired} fired while inactive`;
    if (this.told === words) return;
    this.told = words;
    say(words);
  },
};

/** Sets text only where it differs. */
function put(id, words) {
  const element = document.getElementById(id);
  if (element.textContent !== words) element.textContent = words;
}

live.start();
})();
"""#
}
