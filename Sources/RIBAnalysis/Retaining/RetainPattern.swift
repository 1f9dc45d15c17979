import RIBTrace

/// Which suspect edges a hint is for; whatever is nil or empty does not matter.
struct RetainPattern {
    var reasons: Set<RetentionReason> = []
    var holders: Set<RetentionHolder> = []
    var holderParts: Set<ObjectKind> = []
    var targetParts: Set<ObjectKind> = []
    /// True for an element of a collection, false for anything else.
    var isElement: Bool?
    /// Endings of the label's last name, in lower case, of which one must be there.
    var labelEndings: [String] = []
    /// Beginnings of the target's type, of which one must be there.
    var targets: [String] = []
    /// Beginnings of types and functions, of which one must stand on the path before the edge, or
    /// hold it.
    var through: [String] = []

    func matches(_ situation: RetainSituation) -> Bool {
        isAny(of: reasons, situation.reason) && isAny(of: holders, situation.edge.holderKind)
            && isAny(of: holderParts, situation.holderPart)
            && isAny(of: targetParts, situation.targetPart)
            && (isElement ?? situation.edge.isElement) == situation.edge.isElement
            && hasEnding(situation.edge) && hasTarget(situation.edge) && passes(situation)
    }

    private func isAny<Element: Hashable>(of wanted: Set<Element>, _ found: Element?) -> Bool {
        wanted.isEmpty || found.map(wanted.contains) ?? false
    }

    private func hasEnding(_ edge: RetainPathStep) -> Bool {
        let label = edge.label.lowercased()
        return labelEndings.isEmpty || labelEndings.contains { label.hasSuffix($0) }
    }

    private func hasTarget(_ edge: RetainPathStep) -> Bool {
        targets.isEmpty || targets.contains { edge.target.hasPrefix($0) }
    }

    private func passes(_ situation: RetainSituation) -> Bool {
        guard !through.isEmpty else { return true }
        let texts = (situation.before + [situation.edge]).flatMap { [$0.holder, $0.target] }
        return texts.contains { text in through.contains { text.hasPrefix($0) } }
    }
}

extension RetainPathStep {
    fileprivate var isElement: Bool { label.hasSuffix("]") }
}
