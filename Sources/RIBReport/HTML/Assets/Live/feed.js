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
