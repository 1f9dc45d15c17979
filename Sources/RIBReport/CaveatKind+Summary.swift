import RIBAnalysis

extension CaveatKind {
    /// What several caveats of this kind come to, in one line.
    func summary(_ count: Int) -> String {
        let unnamed = "functions are shown as module and offset"
        return switch self {
        case .streamCutShort:
            "\(count) streams are cut short: what came after their last whole events is missing"
        case .streamDamaged:
            "\(count) streams are damaged: what comes after the damage is not shown"
        case .eventsDropped:
            "\(count) processes had to drop events while recording; findings may be missing"
        case .neverSettled:
            "\(count) processes were killed or still run: not all they detached was judged"
        case .objectsUnjudged:
            "\(count) processes detached objects that were not judged, since the main queue did "
                + "not run afterwards: call Recorder.shared.settle() at the end"
        case .nothingRecorded: "\(count) processes made no RIB while they were recorded"
        case .stacksTurnedOff:
            "\(count) processes were recorded with RIBLEAK_LEVEL=counts: no call stacks"
        case .libunwindMissing:
            "\(count) processes found no libunwind where they ran: no call stacks "
                + "(Debian, Ubuntu: apt-get install libunwind8)"
        case .binaryGone: "\(count) binaries are gone: their \(unnamed)"
        case .binaryRebuilt: "\(count) binaries were rebuilt since the run: their \(unnamed)"
        case .binaryUnreadable: "\(count) files are not readable binaries: their \(unnamed)"
        case .symbolizerMissing: "llvm-symbolizer was missing \(count) times: \(unnamed)"
        case .symbolizerFailed: "llvm-symbolizer failed \(count) times: some \(unnamed)"
        }
    }
}
