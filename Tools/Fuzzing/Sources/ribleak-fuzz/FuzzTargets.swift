// SPDX-License-Identifier: Apache-2.0

import Foundation

/// All targets.
enum FuzzTargets {
    static let all: [any FuzzTarget.Type] = [
        StreamTarget.self, MetadataTarget.self, EventsTarget.self, TreeTarget.self,
        ELFTarget.self, SymbolizerTarget.self, NamesTarget.self, LedgerTarget.self,
    ]

    /// The target with a name, which must exist.
    static func named(_ name: String) -> any FuzzTarget {
        for target in all where target.name == name { return target.init() }
        fatalError("there is no target \(name)")
    }

    /// Creates a folder of seeds for each target.
    static func writeSeeds(into folder: String) {
        do {
            for target in all {
                let place = URL(fileURLWithPath: folder).appendingPathComponent(target.name)
                try FileManager.default.createDirectory(
                    at: place, withIntermediateDirectories: true)
                for (index, seed) in try target.seeds().enumerated() {
                    try Data(seed).write(to: place.appendingPathComponent("seed-\(index + 1)"))
                }
            }
        } catch {
            fatalError("cannot write seeds: \(error)")
        }
    }
}

/// An entry point for hostile bytes.
protocol FuzzTarget: Sendable {
    /// The name of the executable that runs it.
    static var name: String { get }
    /// The first inputs, made by the real writer where it can make them.
    static func seeds() throws -> [[UInt8]]

    init()

    /// Runs the code under test once. A trap, a sanitizer report or a hang is a finding.
    func run(_ input: [UInt8])
}
