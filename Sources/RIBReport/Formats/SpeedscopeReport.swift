// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText
import RIBTrace

/// The stacks that made the leaked objects, as a profile for speedscope
/// (speedscope.app/file-format-schema.json) and other viewers of flame graphs.
///
/// There are two profiles of the same stacks: by the number of leaked objects, and by the bytes
/// that they keep alive. The bytes are known only for objects whose retain path was searched for.
package struct SpeedscopeReport: Sendable {
    /// Creates a renderer.
    package init() {}

    /// The document, ending with a line break.
    package func text(for report: RunReport) -> String { JSONText.encoded(Document(report)) }

    private struct Document: Encodable {
        let schema = "https://www.speedscope.app/file-format-schema.json"
        let exporter = "ribleak@\(ToolVersion.current)"
        let name = "allocations of leaked objects"
        let activeProfileIndex = 0
        let shared: Shared
        let profiles: [Profile]

        init(_ report: RunReport) {
            var frames = FrameTable()
            let leaks = report.findings.filter { $0.kind.isLeak && $0.libraryLeak == nil }
            // Outermost first. The leaked type is the innermost frame.
            let samples = leaks.map { leak in
                (leak.stacks.allocation?.frames ?? []).reversed().map { frames.index(of: $0) }
                    + [frames.index(of: Frame(name: leak.type))]
            }
            let bytes = leaks.map { leak in
                // A damaged trace may contain any number.
                let (bytes, isTooMany) = leak.count.multipliedReportingOverflow(
                    by: leak.retainPath?.dominatedBytes ?? 0)
                return isTooMany ? Int.max : bytes
            }
            profiles = [
                Profile(
                    name: "leaked objects", unit: "none", samples: samples,
                    weights: leaks.map(\.count)),
                Profile(name: "bytes kept alive", unit: "bytes", samples: samples, weights: bytes),
            ]
            shared = Shared(frames: frames.all)
        }

        enum CodingKeys: String, CodingKey {
            case exporter, name, activeProfileIndex, shared, profiles
            case schema = "$schema"
        }
    }

    private struct Shared: Encodable {
        let frames: [Frame]
    }

    private struct Profile: Encodable {
        let type = "sampled"
        let name: String
        let unit: String
        let startValue = 0
        let endValue: Int
        let samples: [[Int]]
        let weights: [Int]

        init(name: String, unit: String, samples: [[Int]], weights: [Int]) {
            self.name = name
            self.unit = unit
            self.samples = samples
            self.weights = weights
            endValue = weights.reduce(0) { sum, weight in
                let (sum, isTooMany) = sum.addingReportingOverflow(weight)
                return isTooMany ? Int.max : sum
            }
        }
    }

    private struct Frame: Encodable, Hashable {
        let name: String
        var file: String?
        var line: Int?
    }

    /// Stores each frame once, in the order of first use.
    private struct FrameTable {
        private(set) var all: [Frame] = []
        private var indexes: [Frame: Int] = [:]

        mutating func index(of frame: StackFrame) -> Int {
            let name = frame.function ?? "\(frame.module)+0x\(String(frame.offset, radix: 16))"
            return index(of: Frame(name: name, file: frame.file, line: frame.line))
        }

        mutating func index(of frame: Frame) -> Int {
            if let index = indexes[frame] { return index }
            indexes[frame] = all.count
            all.append(frame)
            return all.count - 1
        }
    }
}
