// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import RIBAnalysis
import RIBText

extension Examination {
    /// The known environment variables. The page `Settings` of RIBRecorder has a line for each.
    static let knownSettings = [
        "RIBLEAK_ALLOW_EMPTY", "RIBLEAK_BASELINE", "RIBLEAK_CONFIG", "RIBLEAK_DISK_LIMIT",
        "RIBLEAK_HISTORY", "RIBLEAK_LEVEL", "RIBLEAK_MAX_INACTIVE_FIRES", "RIBLEAK_MAX_LEAKS",
        "RIBLEAK_MEMORY_LIMIT", "RIBLEAK_SEARCH_LIMIT", "RIBLEAK_STACK_DEPTH",
        "RIBLEAK_TRACE_DIR",
    ]

    /// Checks for environment variables that have no effect or an unintended one.
    static func settings(_ environment: [String: String]) -> [Examination] {
        let names = environment.keys.filter { $0.hasPrefix("RIBLEAK_") }.sorted()
        let unknown = names.filter { !knownSettings.contains($0) }.map { name in
            let near = NearestName.to(name, among: knownSettings)
            return Examination(
                subject: name, result: .poorer, finding: "is not a ribleak setting",
                remedy: near.map { "did you mean \($0)?" })
        }
        return unknown + [level(environment["RIBLEAK_LEVEL"] ?? "")].compactMap { $0 }
    }

    private static func level(_ text: String) -> Examination? {
        switch text {
        case "", "full": nil
        case "off":
            Examination(
                subject: "RIBLEAK_LEVEL", result: .broken, finding: "is off: nothing is recorded",
                remedy: "unset it where the tests run")
        case "counts":
            Examination(
                subject: "RIBLEAK_LEVEL", result: .poorer,
                finding: "is counts: recordings have neither call stacks nor retain paths",
                remedy: "unset it for both")
        default:
            Examination(
                subject: "RIBLEAK_LEVEL", result: .poorer,
                finding: "is none of off, counts and full: full is meant",
                remedy: "unset it, or mend it")
        }
    }
}

extension Examination {
    /// Checks the library that captures call stacks.
    static func libunwind() -> Examination {
        if ribleak_stacks_prepare() == 1 {
            return Examination(
                subject: "libunwind", result: .works, finding: "call stacks are recorded")
        }
        return Examination(
            subject: "libunwind", result: .poorer,
            finding: "is not found: recordings have no call stacks",
            remedy: "apt-get install libunwind8, or your system's package of libunwind")
    }

    /// Checks the library that reads the types of living objects.
    static func reflectionLibrary() -> Examination {
        let mirror = UnsafeMutablePointer<ribleak_mirror>.allocate(capacity: 1)
        mirror.initialize(to: ribleak_mirror())
        defer { mirror.deallocate() }
        guard let reason = ribleak_mirror_open(mirror) else {
            ribleak_mirror_close(mirror)
            return Examination(
                subject: "reflection library", result: .works,
                finding: "what keeps a leaked object alive can be found")
        }
        return Examination(
            subject: "reflection library", result: .poorer,
            finding: "\(String(cString: reason)): what keeps a leaked object alive is not found",
            remedy: "run the tests where Swift's toolchain is, and without -static-stdlib")
    }

    /// Checks the tool that names functions and lines.
    static func symbolizer() -> Examination {
        if let tool = LLVMSymbolizer.installedTool {
            return Examination(
                subject: "symbols", result: .works, finding: "are looked up with \(tool)")
        }
        return Examination(
            subject: "symbols", result: .poorer,
            finding: "llvm-symbolizer is neither next to swift nor on PATH: "
                + "functions are shown as module and offset",
            remedy: "put Swift's toolchain on PATH, or apt-get install llvm")
    }
}
