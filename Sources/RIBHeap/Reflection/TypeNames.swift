// SPDX-License-Identifier: Apache-2.0

/// The names of objects' types, as their developers write them.
final class TypeNames {
    let graph: SwiftObjectGraph
    private var types: [UInt: Known] = [:]

    private struct Known {
        var name = ""
        var isPlumbing = false
        var isOfLibraries = false
    }

    init(graph: SwiftObjectGraph) {
        self.graph = graph
    }

    /// The name of an object's class or another description of the object; empty when not known.
    func name(of object: UInt) -> String { known(object).name }

    /// An object as a holder on a path.
    func holder(of object: UInt) -> RetainStep.Holder {
        EndedTimers(graph: graph).contains(object)
            ? .other(name: EndedTimers.name) : .object(type: name(of: object))
    }

    /// Whether an object belongs to a publishers' library. An app's code does not name such
    /// objects.
    func isPlumbing(_ object: UInt) -> Bool { known(object).isPlumbing }

    /// Whether an object's class is Foundation's or libdispatch's.
    func isOfLibraries(_ object: UInt) -> Bool { known(object).isOfLibraries }

    private func known(_ object: UInt) -> Known {
        guard graph.layout(of: object) != nil, let metadata = graph.memory.word(at: object) else {
            return Known()
        }
        if let known = types[metadata] { return known }
        let known = Self.find(metadata, memory: graph.memory)
        types[metadata] = known
        return known
    }

    /// Prefixes of the type names of stream parts: publishers, observables, and what the runtime
    /// places behind an observable.
    private static let plumbing = ["OpenCombine", "RxSwift.", "RxRelay.", "RIBs.FollowedObserver<"]

    private static func find(_ metadata: UInt, memory: GuardedMemory) -> Known {
        guard let found = HeapMetadata(at: metadata, memory: memory) else { return Known() }
        switch found.kind {
        case .class:
            let type = HeapMetadata.type(at: metadata)
            let qualified = String(reflecting: type)
            return Known(
                name: String(describing: type),
                isPlumbing: Self.plumbing.contains(where: qualified.hasPrefix),
                isOfLibraries: ["Foundation.", "FoundationEssentials.", "Dispatch."]
                    .contains(where: qualified.hasPrefix))
        case .task: return Known(name: "Task")
        case .job: return Known(name: "Job")
        case .context, .box, .error: return Known()
        }
    }
}

extension GuardedMemory {
    private static let mostOfString = 64

    /// The text of a string that belongs to other code, read without retaining it, and cut after 64
    /// bytes. Nil unless there is a string at the address with its text in memory as UTF-8.
    ///
    /// The layout is part of Swift's binary interface on 64-bit platforms.
    func string(at address: UInt) -> String? {
        guard let first = word(at: address), let second = word(at: address &+ 8) else {
            return nil
        }
        let discriminator = second >> 56
        if discriminator & 0x20 != 0 {
            // Up to 15 bytes are stored in the two words.
            let bytes = [first, second].flatMap { word in
                (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
            }
            return String(decoding: bytes.prefix(Int(discriminator & 0xF)), as: UTF8.self)
        }
        // This bit says that the text is not UTF-8 in memory. The other bits describe ownership.
        guard discriminator & 0x10 == 0 else { return nil }
        let count = Int(first & 0x0000_FFFF_FFFF_FFFF)
        let start = (second & 0x00FF_FFFF_FFFF_FFFF) &+ 32
        let text = withBytes(at: start, count: min(count, Self.mostOfString)) {
            String(decoding: $0, as: UTF8.self)
        }
        return text.map { count > Self.mostOfString ? "\($0)…" : $0 }
    }
}
