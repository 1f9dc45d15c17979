@testable import RIBAnalysis
@testable import RIBReport

/// Names of functions and files, one a line: what a hostile binary calls its symbols.
struct NamesTarget: FuzzTarget {
    static let name = "names"

    static func seeds() -> [[UInt8]] {
        [
            "$s4demo15ScoreInteractorC15didBecomeActiveyyFySicfU_\n$s4demo4HomeV3runyyFTA\nmain",
            "$s1a1bSDySDySDySiSiGACGADGvp\n$s11RIBRecorder0B0C6attachyyF\nribleak_stacks_capture",
            "_ZNSt6vectorIiSaIiEE9push_backERKi\n$s4demo4HomeCfd\n$s4demo4HomeCfD\n_start",
            "/app/Sources/Home.swift\n/app/.build/checkouts/Rx/a.swift\n$s4demo5$mainyyFZ",
        ].map { Array($0.utf8) }
    }

    func run(_ input: [UInt8]) {
        let names = input.split(separator: 10, omittingEmptySubsequences: false).prefix(64).map {
            String(decoding: $0, as: UTF8.self)
        }
        let frames = names.enumerated().map { index, name in
            SymbolizedFrame(
                frame: StackFrame(
                    function: Demangler.runtime.demangled(name),
                    file: name.hasPrefix("/") ? name : nil,
                    line: index % 3 == 0 ? nil : index, module: String(name.prefix(20)), offset: 7),
                symbol: index % 5 == 4 ? nil : name)
        }
        let tidied = StackCleanup.tidied(frames)
        precondition(tidied.isEmpty == frames.isEmpty, "a stack was tidied away")
        let finding = Finding(
            kind: .leakedObject, ribPath: names.first ?? "", type: names.last ?? "",
            fingerprint: Fingerprint(description: "0123456789abcdef"),
            identity: FindingIdentity(
                kind: "leaked-object", ribPath: names.first ?? "", type: names.last ?? ""),
            count: 1, victims: [],
            test: nil, subscription: nil, late: nil, violation: nil,
            stacks: FindingStacks(allocation: CallStack(tidied)), hint: nil)
        precondition(!TextReport.lines(for: finding).isEmpty, "a finding has no text")
    }
}
