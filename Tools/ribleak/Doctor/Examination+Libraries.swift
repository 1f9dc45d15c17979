import CRIBShims
import RIBAnalysis

extension Examination {
    /// What captures call stacks.
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

    /// What reads the types of living objects.
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

    /// What names functions and lines.
    static func symbolizer() -> Examination {
        if let tool = LLVMSymbolizer.installedTool {
            return Examination(
                subject: "symbols", result: .works, finding: "are looked up with \(tool)")
        }
        return Examination(
            subject: "symbols", result: .poorer,
            finding: "llvm-symbolizer is neither beside swift nor on PATH: "
                + "functions are shown as module and offset",
            remedy: "put Swift's toolchain on PATH, or apt-get install llvm")
    }
}
