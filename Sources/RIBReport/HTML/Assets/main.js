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
  if (!panel.hasChildNodes()) views[name].build(panel);
  views[name].show();
  if (focusTab) document.getElementById(`tab-${name}`).focus();
  if (current !== null) history.replaceState(null, "", `#${name}`);
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

function build() {
  const hasDetails = data("processes").length > 0;
  const tabs = el("div", { class: "tabs", role: "tablist", "aria-label": "Views" });
  const panels = [];
  for (const name of names) {
    if (!hasDetails && !["findings", "flame"].includes(name)) continue;
    const number = views[name].number;
    tabs.append(el("button", {
      type: "button", class: "tab", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`,
      "aria-selected": "false", tabindex: -1, onclick: () => showView(name),
    }, views[name].title, number === null ? null : el("span", { class: "number" }, number.toLocaleString("en"))));
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
  document.getElementById("plain").remove();
  document.getElementById("views").prepend(tabs, ...panels);
  const wanted = location.hash.slice(1);
  showView(document.getElementById(`tab-${wanted}`) ? wanted : "findings");
  addEventListener("hashchange", () => {
    const name = location.hash.slice(1);
    if (name !== current && document.getElementById(`tab-${name}`)) showView(name);
  });
}

build();
