// SPDX-License-Identifier: Apache-2.0

import RIBText
import RIBWatch

/// The row at the bottom: the search, what a person should know, or the keys.
struct ScreenFoot {
    let state: ScreenState
    let scene: WatchScene
    let style: ScreenStyle
    let columns: Int

    var line: TextLine {
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
        let list = state.searched(in: scene)
        let found = (0..<list.count).count { state.query.matches(list.text(at: $0)) }
        return start + TextLine("   \(found == 0 ? "nothing" : "\(found)") found", .caution)
    }

    /// As many as there is room for.
    private var keysThatFit: String {
        keys.reduce("") { text, key in
            let longer = text + (text.isEmpty ? " " : "   ") + key
            return style.layout.columns(of: TextLine(longer)) <= columns ? longer : text
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
