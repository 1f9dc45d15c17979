// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText
import RIBWatch

/// The two rows at the top, which say what is watched, how it is, and which moment and tab are
/// shown, and the one at the bottom.
extension Screen {
    /// The moment stands on the right; where there is no room for both, it stays.
    var title: TextLine {
        let moment = moment
        let room = max(0, size.columns - style.layout.columns(of: moment) - 1)
        // Everybody knows the name of the command.
        let whole = TextLine(" ribleak watch ", .strong) + subject
        let fits = style.layout.columns(of: whole) <= room
        return style.layout.row(fits ? whole : subject, columns: room).padded(to: room)
            + TextLine(" ") + moment
    }

    /// The most important first: a narrow terminal shows no more.
    private var subject: TextLine {
        var parts = [processes]
        let leaks = scene.findings.count { $0.finding.kind.isLeak }
        if leaks > 0 { parts.append(TextLine("✗ \(Quantity.counted(leaks, "leak"))", .alarm)) }
        let errors = scene.findings.count { !$0.finding.kind.isLeak && !$0.finding.kind.isWarning }
        if errors > 0 { parts.append(TextLine("✗ \(errors) fired inactive", .alarm)) }
        let detached = scene.processes.reduce(0) { $0 + $1.snapshot.detachedCount }
        if detached > 0 { parts.append(TextLine("\(detached) detached and alive", .caution)) }
        let ribs = scene.processes.reduce(0) { $0 + $1.snapshot.ribCount }
        parts.append(TextLine(Quantity.counted(ribs, "RIB")))
        return .spaced(parts)
    }

    private var processes: TextLine {
        let running = scene.processes.count { $0.end == nil }
        guard scene.processes.count == 1, let process = scene.processes.first else {
            let count = Quantity.counted(scene.processes.count, "process", "processes")
            return TextLine(scene.processes.isEmpty ? " waiting" : " \(count), \(running) running")
        }
        let facts = process.snapshot.process
        return TextLine(" \(facts.processName) \(facts.processID)")
            + (process.end.map { TextLine(" \($0.words)", .caution) } ?? TextLine(" running", .calm))
    }

    private var moment: TextLine {
        let time = style.time(scene.moment)
        return scene.isLive
            ? TextLine("live ", .calm) : TextLine("paused at \(time) ", .inverse)
    }

    /// The tabs with the keys that show them.
    var tabs: TextLine {
        ScreenTab.allCases.reduce(TextLine()) { line, tab in
            let text = "\(tab.rawValue + 1) \("\(tab)".capitalized)\(count(of: tab))"
            let isShown = tab == state.tab && !state.showsHelp
            return line + (isShown ? TextLine("[\(text)]", .inverse) : TextLine(" \(text) "))
                + TextLine(" ")
        }
    }

    private func count(of tab: ScreenTab) -> String {
        let count = scene.findings.count
        return tab == .findings && count > 0 ? " (\(count))" : ""
    }

    /// The row at the bottom: the search, what a person should know, or the keys.
    var foot: TextLine {
        if state.query.isOpen { return search }
        if !state.query.text.isEmpty {
            return search + TextLine("   n next   N previous   Esc ends", .faint)
        }
        if !scene.isLive, state.tab == .tree, let event = scene.events.last {
            return TextLine(" \(event.kind.shortWords) \(event.name)", event.kind.style)
                + TextLine("   [ back   ] on   Space live", .faint)
        }
        if let note = scene.note { return TextLine(" \(note)", .caution) }
        return TextLine(keysThatFit, .faint)
    }

    /// Where the cursor stands while the search is typed.
    var cursor: Int? {
        state.query.isOpen ? style.layout.columns(of: TextLine("/\(state.query.text)")) : nil
    }

    private var search: TextLine {
        let start = TextLine("/", .strong) + TextLine(state.query.text)
        guard !state.query.text.isEmpty else { return start }
        let list = searched
        let found = list.keys.indices.count { state.query.matches(list.text($0)) }
        return start + TextLine("   \(found == 0 ? "nothing" : "\(found)") found", .caution)
    }

    /// As many as there is room for.
    private var keysThatFit: String {
        keys.reduce("") { text, key in
            let longer = text + (text.isEmpty ? " " : "   ") + key
            return style.layout.columns(of: TextLine(longer)) <= size.columns ? longer : text
        }
    }

    /// The most important first.
    private var keys: [String] {
        if state.showsHelp { return ["Esc back", "↑↓ scroll", "q quit"] }
        let time =
            scene.isLive ? ["Space pause", "[ back in time"] : ["Space live", "[ ] through time"]
        let own =
            switch state.tab {
            case .tree: ["↑↓ move", "←→ fold", "Enter finding"]
            case .events: ["↑↓ move"]
            case .findings:
                state.readsFinding ? ["Esc back", "↑↓ scroll"] : ["↑↓ move", "Enter read"]
            }
        return ["? help", "q quit"] + own + ["/ search"] + time
    }
}
