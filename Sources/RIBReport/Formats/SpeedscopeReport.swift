// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText
import RIBTrace

/// The stacks that made the leaked objects, as a profile for speedscope
/// (speedscope.app/file-format-schema.json) and other viewers of flame graphs.
///
/// There are two profiles of the same stacks: by the number of leaked objects, and by the bytes
/// that they keep alive. The bytes are known only for objects whose retain path was searched for.
extension RunReport {
    /// The document, ending with a line break.
    func speedscope() -> String {
        var frames = Numbered<JSONValue>()
        let leaks = findings.filter { $0.kind.isLeak && $0.libraryLeak == nil }
        // Outermost first. The leaked type is the innermost frame.
        let samples = leaks.map { leak -> JSONValue in
            let stack = leak.stacks.allocation?.frames ?? []
            let named = stack.reversed().map {
                JSONValue(known: ["name": $0.name, "file": $0.file, "line": $0.line])
            }
            return JSONValue(
                (named + [["name": .string(leak.type)]]).map { frames.number(of: $0) })
        }
        let bytes = leaks.map { leak in
            // A damaged trace may contain any number.
            let (bytes, isTooMany) = leak.count.multipliedReportingOverflow(
                by: leak.retainPath?.dominatedBytes ?? 0)
            return isTooMany ? Int.max : bytes
        }
        let json: JSONValue = [
            "$schema": "https://www.speedscope.app/file-format-schema.json",
            "exporter": .string("ribleak@\(ToolVersion.current)"),
            "name": "allocations of leaked objects", "activeProfileIndex": 0,
            "shared": ["frames": .array(frames.all)],
            "profiles": [
                Self.profile("leaked objects", "none", samples, leaks.map(\.count)),
                Self.profile("bytes kept alive", "bytes", samples, bytes),
            ],
        ]
        return JSONText.encoded(json)
    }

    private static func profile(
        _ name: String, _ unit: String, _ samples: [JSONValue], _ weights: [Int]
    ) -> JSONValue {
        let sum = weights.reduce(0) { sum, weight in
            let (sum, isTooMany) = sum.addingReportingOverflow(weight)
            return isTooMany ? Int.max : sum
        }
        return JSONValue([
            "type": "sampled", "name": name, "unit": unit, "startValue": 0, "endValue": sum,
            "samples": samples, "weights": weights,
        ])
    }
}
