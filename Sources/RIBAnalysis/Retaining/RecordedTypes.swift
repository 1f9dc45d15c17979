import RIBTrace

/// What part objects of a type have in their RIBs: most that stand on retain paths have no number.
struct RecordedTypes {
    private var kinds: [StringID: ObjectKind] = [:]

    /// - Parameter leaks: Without any, nothing is to be known.
    init(in model: TraceModel, for leaks: [JudgedLeak]) {
        guard !leaks.isEmpty else { return }
        model.nodes.visitValues { kinds[$0.type] = $0.kind }
    }

    func kind(of step: RetentionStep) -> ObjectKind? {
        step.holder == .object ? kinds[step.holderText] : nil
    }
}
