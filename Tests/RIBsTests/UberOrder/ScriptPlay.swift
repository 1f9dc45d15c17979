// SPDX-License-Identifier: Apache-2.0

/// A runtime of RIBs that scripts are played on.
protocol ScriptStage: AnyObject {
    init(_ play: ScriptPlay<Self>)
    func isActive(_ rib: Int) -> Bool
    func children(of rib: Int) -> [Int]
    /// Does what an action says, which makes sense now.
    func perform(_ action: LifecycleScript.Action)
}

/// Plays a script on a runtime and notes what happens, in order.
final class ScriptPlay<Stage: ScriptStage> {
    private(set) var log: [String] = []
    private var reactions: [LifecycleScript.Trigger: [[LifecycleScript.Action]]]
    /// Right to unwrap: set before the first action, until `end`.
    private(set) var stage: Stage!
    private var leaving: Set<Int> = []
    private var resigning: Set<Int> = []
    /// Reactions to reactions end after so many.
    private var reactionsLeft = 60

    init(_ script: LifecycleScript) {
        reactions = script.reactions
        stage = Stage(self)
        for action in script.actions {
            log.append("\(action)")
            perform(action)
        }
    }

    /// To be called by the runtime's RIBs.
    func happened(_ callback: LifecycleScript.Callback, _ rib: Int, _ detail: String = "") {
        log.append("  \(rib) \(callback)\(detail)")
        if callback == .willResignActive { resigning.insert(rib) }
        defer { if callback == .willResignActive { resigning.remove(rib) } }
        let trigger = LifecycleScript.Trigger(rib: rib, callback: callback)
        guard reactionsLeft > 0, let turns = reactions[trigger], let turn = turns.first else {
            return
        }
        reactionsLeft -= 1
        reactions[trigger] = Array(turns.dropFirst())
        for action in turn { perform(action) }
    }

    func subscriptionEnded(of rib: Int) { log.append("  \(rib) subscription ended") }

    /// Lets go of all, of which nothing is noted.
    ///
    /// - Returns: What happened before.
    func end() -> [String] {
        reactions = [:]
        let happened = log
        stage = nil
        return happened
    }

    private func perform(_ action: LifecycleScript.Action) {
        guard let action = sensible(action) else { return }
        if case .detach(let child) = action {
            leaving.insert(child)
            stage.perform(action)
            leaving.remove(child)
        } else {
            stage.perform(action)
        }
    }

    /// An action as it makes sense now: some are mistakes, at which uber's runtime stops.
    private func sensible(_ action: LifecycleScript.Action) -> LifecycleScript.Action? {
        switch action {
        case .attach(let child, let parent):
            let isFree =
                self.parent(of: child) == nil && !leaving.contains(child)
                && !isBelow(parent, child)
            return isFree ? action : nil
        case .detach(let child):
            return parent(of: child) != nil && !leaving.contains(child) ? action : nil
        case .deactivate(let rib):
            return resigning.contains(rib) ? nil : action
        case .subscribe(let rib): return stage.isActive(rib) ? action : nil
        case .activate, .load, .start, .stop, .listen, .stopListening: return action
        }
    }

    private func parent(of rib: Int) -> Int? {
        (0..<LifecycleScript.ribs).first { stage.children(of: $0).contains(rib) }
    }

    private func isBelow(_ rib: Int, _ root: Int) -> Bool {
        rib == root || stage.children(of: root).contains { isBelow(rib, $0) }
    }
}
