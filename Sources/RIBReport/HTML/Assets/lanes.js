// Where everything stands in the timeline: a group for each place, lanes in it, marks on them.

const RIB = 0, ACTIVITY = 1, WORKER = 2, VIEW = 3, SUBSCRIPTION = 4, LEAK = 5;
const AXIS = 28, LABEL = 24, THICK = 19, THIN = 7, MARKED = 26, MOST_LANES = 200;

/** The spans of a process, with their marks and the findings that they show. */
function readSpans(process) {
  const source = data("timelines")[process];
  const spans = source.spans ? liveSpans(source) : storedSpans(source);
  for (const span of spans) {
    const about = findingAbout(process, `${span.kind === SUBSCRIPTION ? "subscription" : "object"}:${span.subject}`);
    if (about) span.finding = about.number;
  }
  return spans;
}

function storedSpans(source) {
  const open = new Set(source.open);
  const spans = source.paths.map((path, index) => ({
    path, name: source.names[index], kind: source.kinds[index], subject: source.subjects[index],
    start: source.times[2 * index], end: source.times[2 * index + 1], isOpen: open.has(index), marks: [],
  }));
  source.marks.times.forEach((time, index) => {
    spans[source.marks.spans[2 * index]].marks.push({ kind: source.marks.spans[2 * index + 1], time });
  });
  return spans;
}

/** The spans of a run that goes on, in the order of a report. What is open lasts until now. */
function liveSpans(source) {
  const order = (path) => path.replaceAll("/", "\u0000");
  const spans = [...source.spans.values()].map((span) => ({ ...span, end: span.isOpen ? source.now : span.end, order: order(span.path) }));
  return spans.sort((left, right) => (left.order < right.order ? -1 : left.order > right.order ? 1 : left.kind - right.kind || left.start - right.start));
}

/** Until when the RIB of each router's id lived on after its last detach. */
function afterlives(process) {
  const film = data("trees")[process];
  const detached = new Map();
  const lives = new Map();
  film.changes.forEach(([kind, rib], index) => {
    if (kind === DETACHED) detached.set(rib, film.times[index]);
    else if (kind === ATTACHED || kind === LAUNCHED) detached.delete(rib);
    else if (kind === FREED && detached.has(rib)) {
      lives.set(ribID(film, rib), [detached.get(rib), film.times[index]]);
      detached.delete(rib);
    }
  });
  for (const [rib, time] of detached) lives.set(ribID(film, rib), [time, Infinity]);
  return lives;
}

/** The leaks of a process: for each object that a finding is about, since when it should have been gone. */
function readLeaks(process, last) {
  const lives = new Map(data("timelines")[process].afterlives.map(([id, start, end]) => [id, { start, end }]));
  return data("findings").flatMap((finding, number) => {
    if (!kindOf(number).isLeak) return [];
    return finding.occurrences.filter(([of, isSubscription, id]) => of === process && !isSubscription && lives.has(id)).map(([, , id]) => {
      const { start, end } = lives.get(id);
      return { path: finding.path, name: finding.type, kind: LEAK, subject: id, start, end: end < 0 ? last : end, isOpen: end < 0, marks: [], finding: number };
    });
  });
}

/** Puts spans and leaks into lanes. Bars of one lane do not overlap. */
class Lanes {
  constructor(process) {
    this.spans = readSpans(process);
    const last = this.spans.reduce((most, span) => Math.max(most, span.end), 0);
    this.leaks = readLeaks(process, last);
    this.lives = afterlives(process);
    this.groups = new Map();
    const inPlace = new Set();
    for (const span of this.spans) this.addSpan(span, last, inPlace);
    // A router's leak stands behind its own bar; any other one has a lane of its own.
    for (const leak of this.leaks) if (!inPlace.has(leak.subject) || !isKept(leak.finding)) this.addLane(this.group(leak.path), "leaks", leak);
    this.arrange();
    this.end = Math.max(1, ...[...this.groups.values()].map((group) => group.end));
  }

  group(place) {
    const path = text(place);
    if (!this.groups.has(path)) this.groups.set(path, { path, ribs: [], lanes: { thick: [], leaks: [], thin: [] }, hidden: 0, end: 0 });
    return this.groups.get(path);
  }

  addSpan(span, last, inPlace) {
    const group = this.group(span.path);
    span.last = span.end;
    if (span.kind === ACTIVITY && this.join(span, group.ribs)) return;
    const life = span.kind === RIB ? this.lives.get(span.subject) : undefined;
    if (life && life[0] === span.end) {
      span.last = Math.min(life[1], last);
      span.isLeaked = span.finding !== undefined && isKept(span.finding);
      if (span.isLeaked) inPlace.add(span.subject);
    }
    if (span.kind === RIB) group.ribs.push(span);
    this.addLane(group, span.kind === RIB ? "thick" : "thin", span);
  }

  addLane(group, sort, span) {
    span.last ??= span.end;
    const lanes = group.lanes[sort];
    let lane = lanes.findIndex((other) => other.spans.at(-1).last <= span.start);
    if (lane < 0) lane = lanes.length;
    if (lane >= MOST_LANES) { group.hidden++; return; }
    (lanes[lane] ??= { sort, spans: [], marks: [] }).spans.push(span);
    lanes[lane].marks.push(...this.marksOf(span));
    group.end = Math.max(group.end, span.last);
  }

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
  }

  /** What leads to a finding: the time after the end of a leaked RIB, a leak, a value while inactive. */
  marksOf(span) {
    if (span.finding === undefined) return [];
    if (span.kind === LEAK) return [{ span, from: span.start, to: span.end, finding: span.finding }];
    if (span.kind === RIB) {
      span.hasMark = span.last > span.end && (span.isLeaked || kindOf(span.finding).id === "late-deallocation");
      return span.hasMark ? [{ span, from: span.end, to: span.last, finding: span.finding }] : [];
    }
    return span.marks.filter((mark) => mark.kind === FIRED).map(({ time }) => ({ span, from: time, to: time, isPoint: true, finding: span.finding }));
  }

  /** Gives each group and lane its height, and each mark its number in the order of the page. */
  arrange() {
    // What belongs to no RIB comes last; a leak's place may have no span.
    this.groups = new Map([...this.groups].sort(([left], [right]) => (left === "(no RIB)") - (right === "(no RIB)")));
    let top = AXIS;
    this.marks = [];
    for (const group of this.groups.values()) {
      group.top = top;
      top += LABEL;
      group.rows = [...group.lanes.thick, ...group.lanes.leaks, ...group.lanes.thin];
      for (const lane of group.rows) {
        lane.top = top;
        lane.height = lane.marks.length > 0 ? MARKED : lane.sort === "thin" ? THIN : THICK;
        lane.marks.sort((left, right) => left.from - right.from);
        for (const mark of lane.marks) this.marks.push(Object.assign(mark, { lane, number: this.marks.length }));
        top += lane.height;
      }
      top += 8;
      group.height = top - group.top;
    }
    this.height = top;
  }
}
