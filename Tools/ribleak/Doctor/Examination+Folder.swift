// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
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
        let traces: [String]
        do {
            traces = try RunFolder.newestRun(below: folder)
        } catch {
            return error.code == .empty
                ? say(.works, "can be written; no run is there yet", nil)
                : say(.broken, "cannot be read: \(error.explanation)", "remove it, or name another")
        }
        let reading = PartialReading(
            of: traces, defaultFolder: folder, symbolizer: LLVMSymbolizer())
        guard let report = reading.report, reading.errors.isEmpty else {
            return say(
                .broken,
                "its newest run cannot be read: \(reading.errors.first?.explanation ?? "it has no trace")",
                "run the tests again; ribleak report says more")
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
