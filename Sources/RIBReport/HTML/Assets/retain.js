// The drawing of what keeps an object alive: from the root down, an edge below what holds.

function retainElement(path) {
  const chain = el("ol", { class: "chain" });
  path.steps.forEach(([holder, place, label, isInferred], index) => {
    if (path.omitted && path.omitted[1] === index) chain.append(gapElement(path.omitted[0]));
    const isSuspect = index === path.suspect;
    const role = index === 0 ? "chain-node root" : "chain-node";
    chain.append(el("li", {},
      el("span", { class: isSuspect && label < 0 ? `${role} suspect` : role }, text(holder),
        place < 0 ? null : el("span", { class: "place" }, breakable(text(place))))));
    chain.append(edgeElement(label, isSuspect, isInferred === 1));
  });
  chain.append(el("li", {}, el("span", { class: "chain-node target" }, text(path.target))));
  return el("div", { class: "retain" },
    path.steps.length > 0 ? chain : null,
    path.notes.length > 0 ? el("ul", { class: "chain-notes" }, ...path.notes.map((note) => el("li", {}, note))) : null);
}

function edgeElement(label, isSuspect, isInferred) {
  const why = [
    isSuspect ? "✗ this reference should not be there" : null,
    isInferred ? "inferred from memory that no type describes" : null,
  ].filter(Boolean).join("; ");
  const edge = el("li", { class: "chain-edge" },
    el("span", { class: "label" }, label < 0 ? "holds" : text(label)),
    why ? el("span", { class: "why" }, why) : null);
  edge.classList.toggle("suspect", isSuspect);
  edge.classList.toggle("inferred", isInferred);
  return edge;
}

function gapElement(count) {
  return el("li", { class: "chain-edge gap" }, el("span", { class: "faint" }, `… ${count} more`));
}
