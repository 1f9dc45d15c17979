// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import RIBAnalysis

/// The call stack of the running test, as a trace would hold it.
enum OwnStack {
    private static let maps = "/proc/self/maps"
    /// The system's list of mapped files is what makes addresses into addresses in a file.
    static let isKnown = FileManager.default.fileExists(atPath: maps)

    /// Captures the stack; the innermost frame is this function.
    @inline(never)
    static func capture() throws -> [ImageAddress] {
        let addresses = Thread.callStackReturnAddresses.map(\.uint64Value)
        let images = try mappedFiles()
        var buildIDs: [String: String] = [:]
        var frames: [ImageAddress] = []
        for address in addresses {
            guard let image = images.first(where: { $0.addresses.contains(address) }) else {
                continue
            }
            let id = buildIDs[image.path] ?? ElfImage(path: image.path)?.buildID ?? ""
            buildIDs[image.path] = id
            frames.append(
                ImageAddress(
                    path: image.path, buildID: id, offset: address - image.addresses.lowerBound))
        }
        // Foundation's own frames come first.
        let start = try #require(frames.firstIndex { !$0.path.contains("Foundation") })
        return Array(frames[start...])
    }

    /// Each mapped file with the stretch of addresses it takes.
    private static func mappedFiles() throws -> [(path: String, addresses: Range<UInt64>)] {
        var ranges: [String: Range<UInt64>] = [:]
        for line in try String(contentsOfFile: maps, encoding: .utf8).split(separator: "\n") {
            guard let slash = line.firstIndex(of: "/") else { continue }
            let ends = line.prefix { $0 != " " }.split(separator: "-")
                .compactMap { UInt64($0, radix: 16) }
            guard ends.count == 2 else { continue }
            let path = String(line[slash...])
            let start = min(ranges[path]?.lowerBound ?? ends[0], ends[0])
            ranges[path] = start..<max(ranges[path]?.upperBound ?? 0, ends[1])
        }
        return ranges.map { ($0.key, $0.value) }
    }
}
