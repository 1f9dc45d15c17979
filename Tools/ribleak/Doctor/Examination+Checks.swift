// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation
import RIBAnalysis
import RIBGate
import RIBRuns
import RIBText
import RIBTrace

extension Examination {
    private static let enoughBytes = 256 * 1024 * 1024

    /// Checks the folder in which runs are recorded and read.
    static func traceFolder(_ environment: [String: String]) -> Examination {
        let named = environment["RIBLEAK_TRACE_DIR"] ?? ""
        let folder = named.isEmpty ? ".ribleak" : named
        func say(_ result: Result, _ finding: String, _ remedy: String? = nil) -> Examination {
            Examination(
                subject: "trace folder \(folder)", result: result, finding: finding, remedy: remedy)
        }
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
        if exists, !isFolder.boolValue {
            return say(.broken, "is a file", "remove it, or set RIBLEAK_TRACE_DIR to a folder")
        }
        let place = exists ? folder : nearestFolder(above: folder)
        guard access(place, W_OK | X_OK) == 0 else {
            return say(
                .broken, "cannot be written: \(String(cString: strerror(errno)))",
                "set RIBLEAK_TRACE_DIR to a folder that can")
        }
        if let free = freeBytes(at: place), free < enoughBytes {
            return say(
                .poorer, "has \(Quantity.bytes(free)) free: long recordings will drop events",
                "free some space, or set RIBLEAK_TRACE_DIR to another disk")
        }
        guard exists else { return say(.works, "can be made; no run is there yet") }
        return newestRun(in: folder, say)
    }

    private static func newestRun(
        in folder: String, _ say: (Result, String, String?) -> Examination
    ) -> Examination {
        let run: NamedTraces
        do {
            run = try RunFolder.newest(below: folder)
        } catch {
            return error.code == .empty
                ? say(.works, "can be written; no run is there yet", nil)
                : say(.broken, "cannot be read: \(error.explanation)", "remove it, or name another")
        }
        let reading = PartialReading(
            of: run.found, defaultFolder: folder, symbolizer: LLVMSymbolizer())
        guard let report = reading.report, reading.errors.isEmpty else {
            return say(
                .broken,
                "its newest run cannot be read: \(reading.errors.first?.explanation ?? "it has no trace")",
                "run the tests again; ribleak report says more")
        }
        if let doubt = run.doubts.first {
            return say(.poorer, "its newest run is in doubt: \(doubt)", nil)
        }
        let tracked = Quantity.counted(report.summary.tracked, "object")
        guard let doubt = report.doubts.first else {
            return say(.works, "its newest run is whole, \(tracked) tracked", nil)
        }
        return say(
            .poorer, "its newest run cannot be judged: \(doubt.text)",
            "run the tests again, to their end")
    }

    private static func nearestFolder(above folder: String) -> String {
        var place = URL(fileURLWithPath: folder).standardizedFileURL
        while !FileManager.default.fileExists(atPath: place.path), place.path != "/" {
            place.deleteLastPathComponent()
        }
        return place.path
    }

    private static func freeBytes(at folder: String) -> Int? {
        var facts = statvfs()
        guard statvfs(folder, &facts) == 0 else { return nil }
        let (bytes, isTooMany) = Int(clamping: facts.f_bavail)
            .multipliedReportingOverflow(by: Int(clamping: facts.f_frsize))
        return isTooMany ? nil : bytes
    }
}

extension Examination {
    /// The known environment variables. The page `Settings` of RIBRecorder has a line for each.
    static let knownSettings = [
        "RIBLEAK_ALLOW_EMPTY", "RIBLEAK_BASELINE", "RIBLEAK_BUILD", "RIBLEAK_CONFIG",
        "RIBLEAK_DISK_LIMIT", "RIBLEAK_HISTORY", "RIBLEAK_KEEP_MIB", "RIBLEAK_KEEP_RUNS",
        "RIBLEAK_LEVEL", "RIBLEAK_MAX_INACTIVE_FIRES", "RIBLEAK_MAX_LEAKS",
        "RIBLEAK_MEMORY_LIMIT", "RIBLEAK_RELEASE", "RIBLEAK_SAMPLE_KIB", "RIBLEAK_SAMPLE_MS",
        "RIBLEAK_SAMPLE_PROCESSES", "RIBLEAK_SAMPLE_RIBS", "RIBLEAK_SEARCH_LIMIT",
        "RIBLEAK_STACK_DEPTH", "RIBLEAK_TRACE_DIR",
    ]

    /// Checks for environment variables that have no effect or an unintended one.
    static func settings(_ environment: [String: String]) -> [Examination] {
        let names = environment.keys.filter { $0.hasPrefix("RIBLEAK_") }.sorted()
        let unknown = names.filter { !knownSettings.contains($0) }.map { name in
            let near = knownSettings.nearest(to: name)
            return Examination(
                subject: name, result: .poorer, finding: "is not a ribleak setting",
                remedy: near.map { "did you mean \($0)?" })
        }
        return unknown + [level(environment["RIBLEAK_LEVEL"] ?? "")].compactMap { $0 }
    }

    private static func level(_ text: String) -> Examination? {
        func say(
            _ finding: String, _ remedy: String, _ result: Result = .poorer
        ) -> Examination {
            Examination(
                subject: "RIBLEAK_LEVEL", result: result, finding: finding, remedy: remedy)
        }
        return switch text {
        case "", "full": nil
        case "off":
            say("is off: nothing is recorded", "unset it where the tests run", .broken)
        case "counts":
            say(
                "is counts: recordings have neither call stacks nor retain paths",
                "unset it for both")
        case "sampled":
            say(
                "is sampled: call stacks and retain paths end with a budget",
                "unset it where the tests run")
        default:
            say(
                "is none of off, counts, sampled and full: full is meant",
                "unset it, or mend it")
        }
    }
}

extension Examination {
    /// The facts about a machine that the report of a problem needs: they are no check.
    static func machine() -> Examination {
        var names = utsname()
        uname(&names)
        func text<Characters>(_ characters: Characters) -> String {
            withUnsafeBytes(of: characters) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
        }
        let system = ProcessInfo.processInfo
        return Examination(
            subject: "machine", result: .works,
            finding: [
                system.operatingSystemVersionString,
                "\(text(names.sysname)) \(text(names.release))",
                "\(text(names.machine)), \(system.activeProcessorCount) processors",
                "ribleak \(ToolVersion.current), built by Swift \(compilerVersion)",
            ].joined(separator: "; "))
    }

    private static var compilerVersion: String {
        #if compiler(>=6.4)
            "6.4 or later"
        #elseif compiler(>=6.3)
            "6.3"
        #elseif compiler(>=6.2)
            "6.2"
        #else
            "6.1"
        #endif
    }

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

    /// Checks whether a process may copy its own memory, as searches for paths do.
    static func memory() -> Examination {
        let way = ribleak_memory_open(0)
        guard way == RIBLEAK_MEMORY_NONE else {
            ribleak_memory_close(way)
            return Examination(
                subject: "memory", result: .works,
                finding: "what keeps a leaked object alive can be found")
        }
        return Examination(
            subject: "memory", result: .poorer,
            finding:
                "a process may not read its own: what keeps a leaked object alive is not found",
            remedy: "allow process_vm_readv or /proc/self/mem where the tests run")
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
