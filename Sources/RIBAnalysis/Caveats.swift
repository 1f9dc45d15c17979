import RIBTrace

/// What a trace cannot tell, and why, in lines for the head of a report.
struct Caveats {
    /// Those for which a trace without findings may still be one of a leak.
    let doubts: [String]
    /// Those that only make findings poorer.
    private let losses: [String]

    var lines: [String] { doubts + losses }

    /// - Parameter dropped: The events the recorder had to drop.
    init(reader: TraceReader, model: TraceModel, dropped: UInt64) {
        let process = "\(reader.metadata.processName) (pid \(reader.metadata.processID))"
        doubts =
            Self.damage(in: reader)
            + [
                Self.drops(dropped, model.dropped, process),
                Self.settling(of: model, process),
                Self.emptiness(of: model, process),
            ].compactMap { $0 }
        losses = [Self.stacks(reader.metadata, process)].compactMap { $0 }
    }

    private static func damage(in reader: TraceReader) -> [String] {
        reader.endings.compactMap { stream, ending in
            let path = "\(reader.folder)/\(stream)"
            return switch ending {
            case .complete: nil
            case .cutShort: "\(path) is cut short: what came after its last whole event is missing"
            case .damaged(let offset, let reason):
                "\(path) is damaged at byte \(offset) (\(reason)): what comes after is not shown"
            }
        }
    }

    private static func drops(
        _ count: UInt64, _ byClass: [EventClass: UInt64], _ process: String
    ) -> String? {
        guard count > 0 else { return nil }
        let classes = EventClass.allCases.compactMap { eventClass in
            byClass[eventClass].map { "\(eventClass) \($0)" }
        }
        let detail = classes.isEmpty ? "" : " (\(classes.joined(separator: ", ")))"
        return "\(process): \(count) events had to be dropped while recording\(detail); "
            + "findings may be missing"
    }

    private static func stacks(_ metadata: TraceMetadata, _ process: String) -> String? {
        if metadata.level == .counts {
            return "\(process) was recorded with RIBLEAK_LEVEL=counts: no call stacks"
        }
        guard !metadata.capturesStacks else { return nil }
        return "\(process) found no libunwind where it ran: no call stacks "
            + "(Debian, Ubuntu: apt-get install libunwind8)"
    }

    private static func settling(of model: TraceModel, _ process: String) -> String? {
        guard model.lastSettling != nil else {
            let pending = model.nodes.ids.count { model.isAwaitingJudgement($0) }
            let end = "\(process) was killed or still runs"
            return switch pending {
            case 0: "\(end): it never settled"
            case 1: "\(end): 1 detached router was not judged"
            default: "\(end): \(pending) detached routers were not judged"
            }
        }
        guard model.unjudged > 0 else { return nil }
        return "\(process): \(model.unjudged) detached objects were not judged, since the main "
            + "queue did not run after their detach: call Recorder.shared.settle() at the end"
    }

    private static func emptiness(of model: TraceModel, _ process: String) -> String? {
        model.hasRIBs ? nil : "\(process) made no RIB while it was recorded"
    }
}
