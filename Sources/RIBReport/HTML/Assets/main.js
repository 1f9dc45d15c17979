// The views, of which one is shown at a time.

const views = { findings, tree, timeline, ledger, flame };
const names = Object.keys(views);
let current = null;

function showView(name, focusTab = false) {
  if (current) {
    views[current].hide?.();
    document.getElementById(`panel-${current}`).hidden = true;
    setSelected(current, false);
  }
  const panel = document.getElementById(`panel-${name}`);
  panel.hidden = false;
  setSelected(name, true);
  document.getElementById(`tab-${name}`).scrollIntoView({ block: "nearest", inline: "nearest" });
  if (!panel.hasChildNodes()) views[name].build(panel);
  views[name].show();
  if (focusTab) document.getElementById(`tab-${name}`).focus();
  if (current !== null) {
    remember(name);
    // The tabs stick to the top: what is below them begins anew.
    const start = document.querySelector(".head").getBoundingClientRect().bottom + scrollY;
    if (scrollY > start) scrollTo(0, start);
  }
  current = name;
}

function setSelected(name, isSelected) {
  const tab = document.getElementById(`tab-${name}`);
  tab.setAttribute("aria-selected", String(isSelected));
  tab.tabIndex = isSelected ? 0 : -1;
}

function showFinding(number) {
  showView("findings");
  findings.reveal(number);
}

function showMoment({ process, position }) {
  chosen.process = process;
  showView("tree");
  tree.go(position);
  tree.slider.focus();
}

function build() {
  const hasDetails = data("processes").length > 0;
  const tabs = el("div", { class: "tabs", role: "tablist", "aria-label": "Views" });
  const panels = [];
  for (const name of names) {
    if (!hasDetails && !["findings", "flame"].includes(name)) continue;
    tabs.append(el("button", {
      type: "button", class: "tab", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`,
      "aria-selected": "false", tabindex: -1, onclick: () => showView(name),
    }, views[name].title, views[name].number === null ? null : el("span", { class: "number" })));
    panels.push(el("section", { class: "panel", role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, hidden: true }));
  }
  tabs.addEventListener("keydown", (event) => {
    const all = [...tabs.children];
    const index = all.indexOf(event.target);
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: all.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    showView(all[(next + all.length) % all.length].id.slice(4), true);
  });
  document.getElementById("views").prepend(tabs, ...panels);
  drawNumbers();
  showView(page.isLive ? "tree" : "findings");
  showWanted();
  addEventListener("hashchange", showWanted);
  // Until here it is what there is to read.
  document.getElementById("plain").remove();
}

/** How much each view has, on its tab. */
function drawNumbers() {
  for (const name of names) {
    const number = document.querySelector(`#tab-${name} .number`);
    if (number) number.textContent = views[name].number.toLocaleString("en");
  }
}

/** Shows what the address names: a view, or a finding by its fingerprint. */
function showWanted() {
  const wanted = location.hash.slice(1);
  if (wanted !== current && document.getElementById(`tab-${wanted}`)) return showView(wanted);
  const number = data("findings").findIndex((finding) => finding.fingerprint === wanted);
  if (number >= 0) showFinding(number);
}
