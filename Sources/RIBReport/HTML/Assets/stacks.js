// Call stacks: the project's frames stand out, those of libraries are folded.

/** What is known of a frame. */
function frameFacts(number) {
  const [name, place, library] = data("frames")[number];
  return { name: text(name), place: text(place), library: text(library) };
}

/** Where a frame stands, for one line. */
function frameLine(number) { return framePhrase(frameFacts(number)); }

function framePhrase({ name, place, library }) {
  return library ? `${name} in ${library}` : place ? `${name} at ${place}` : name;
}

function stackElement(title, number, isOpen) {
  const [cutOffAt, ...frames] = data("stacks")[number];
  const first = frames.find((frame) => !frameFacts(frame).library) ?? frames[0];
  const details = el("details", { class: "stack", open: isOpen },
    el("summary", {}, el("b", {}, capital(title)), el("span", { class: "code" }, frameFacts(first).name)));
  const fill = () => {
    if (!details.open || details.childElementCount > 1) return;
    details.append(framesElement(frames, cutOffAt));
  };
  details.addEventListener("toggle", fill);
  fill();
  return details;
}

function framesElement(frames, cutOffAt) {
  const list = el("ol", { class: "frames" });
  const isReadable = frames.some((frame) => frameFacts(frame).place);
  for (let index = 0; index < frames.length;) {
    let end = index;
    while (isReadable && end < frames.length && frameFacts(frames[end]).library) end++;
    if (end - index > 1) {
      list.append(foldElement(frames.slice(index, end)));
      index = end;
    } else {
      list.append(frameElement(frames[index++]));
    }
  }
  if (cutOffAt > 0) {
    list.append(el("li", { class: "frame faint" }, `… cut off at ${counted(cutOffAt, "frame")}; RIBLEAK_STACK_DEPTH sets the limit`));
  }
  return list;
}

function frameElement(number) {
  const { name, place, library } = frameFacts(number);
  const where = library ? `in ${library}` : place;
  return el("li", { class: library ? "frame faint" : "frame" }, name, where ? el("span", { class: "place" }, breakable(where)) : null);
}

function foldElement(frames) {
  const libraries = [...new Set(frames.map((frame) => frameFacts(frame).library))];
  const shown = libraries.length > 3 ? [...libraries.slice(0, 2), `${libraries.length - 2} others`] : libraries;
  return el("li", {}, el("details", { class: "fold" },
    el("summary", {}, `${frames.length} frames in ${shown.join(", ")}`),
    el("ol", {}, ...frames.map(frameElement))));
}
