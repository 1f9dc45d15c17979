// SPDX-License-Identifier: Apache-2.0

/// The names of objects' types, as their developers write them.
final class TypeNames {
    private let graph: SwiftObjectGraph
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
            guard let pointer = UnsafeRawPointer(bitPattern: metadata) else { return Known() }
            // A type is the address of its metadata. The descriptor says that this is a class's,
            // and metadata is never freed, unlike objects.
            let type = unsafeBitCast(pointer, to: Any.Type.self)
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

/// A string that belongs to other code, read without retaining it.
///
/// The layout is part of Swift's binary interface on 64-bit platforms.
struct GuardedString {
    /// The text, cut after 64 bytes.
    let text: String

    private static let most = 64

    /// Returns nil unless there is a string at the address with its text in memory as UTF-8.
    init?(at address: UInt, memory: GuardedMemory) {
        guard let first = memory.word(at: address), let second = memory.word(at: address &+ 8)
        else { return nil }
        let discriminator = second >> 56
        if discriminator & 0x20 != 0 {
            // Up to 15 bytes are stored in the two words.
            var words = (first, second)
            text = withUnsafeBytes(of: &words) {
                String(decoding: $0.prefix(Int(discriminator & 0xF)), as: UTF8.self)
            }
            return
        }
        // This bit says that the text is not UTF-8 in memory. The other bits describe ownership.
        guard discriminator & 0x10 == 0 else { return nil }
        let count = Int(first & 0x0000_FFFF_FFFF_FFFF)
        let start = (second & 0x00FF_FFFF_FFFF_FFFF) &+ 32
        var bytes = [UInt8](repeating: 0, count: min(count, Self.most))
        guard bytes.withUnsafeMutableBytes({ memory.read(start, into: $0) }) else { return nil }
        text = String(decoding: bytes, as: UTF8.self) + (count > Self.most ? "…" : "")
    }
}
