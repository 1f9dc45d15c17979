// SPDX-License-Identifier: Apache-2.0

import CRIBShims

/// The names of objects' types, as their developers write them.
final class TypeNames {
    let graph: SwiftObjectGraph
    private var types: [UInt: Known] = [:]

    private struct Known {
        var name = ""
        var isPlumbing = false
        var isOfLibraries = false
    }

    init(graph: SwiftObjectGraph) { self.graph = graph }

    /// The name of an object's class or another description of the object; empty when not known.
    func name(of object: UInt) -> String { known(object).name }

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
        guard let metadata = graph.metadata(of: object) else { return Known() }
        if let known = types[metadata] { return known }
        let known = Self.find(metadata, memory: graph.memory)
        types[metadata] = known
        return known
    }

    /// Prefixes of the type names of stream parts: publishers, observables, and what the runtime
    /// places between a stream and what wants its values.
    private static let plumbing = [
        "OpenCombine", "Combine.", "RxSwift.", "RxRelay.", "RIBs.Followed",
    ]

    private static func find(_ metadata: UInt, memory: GuardedMemory) -> Known {
        switch HeapMetadata(at: metadata, memory: memory)?.kind {
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
        case nil: return Known(name: String(cString: ribleak_objc_name(metadata)))
        }
    }
}

/// Recognises objects of Foundation and libdispatch that hold nothing of the project: locks,
/// formatters, patterns.
///
/// Their memory belongs to C code, and much of it is never written. Earlier data is still there, so
/// a word in it that leads to an object means nothing.
extension TypeNames {
    /// Whether an object of these libraries is one of them.
    func isIdle(_ object: UInt) -> Bool {
        let type = name(of: object)
        if type.hasSuffix("Formatter") || Self.idleTypes.contains(type) { return true }
        guard type == "__NSCFType", let info = graph.memory.word(at: object &+ 16) else {
            return false
        }
        return Self.idleTypeIDs.contains(info >> 8 & 0xFFFF)
    }

    private static let idleTypes: Set<String> = [
        "DispatchSemaphore", "NSCalendar", "NSCharacterSet", "NSCondition", "NSConditionLock",
        "NSData", "NSLocale", "NSLock", "NSMutableCharacterSet", "NSMutableData",
        "NSMutableString", "NSRecursiveLock", "NSRegularExpression", "NSString", "NSTimeZone",
        "NSURL",
    ]

    private static let idleTypeIDs = Set(
        [
            "CFBitVector", "CFBoolean", "CFBundle", "CFCalendar", "CFCharacterSet", "CFData",
            "CFDate", "CFDateComponents", "CFDateFormatter", "CFLocale", "CFNull", "CFNumber",
            "CFNumberFormatter", "CFString", "CFTimeZone", "CFURL", "CFUUID",
            "_CFKeyedArchiverUID", "_CFListFormatter", "_CFRegularExpression",
            "_CFRelativeDateTimeFormatter", "_CFURLComponents",
        ].compactMap(LoadedImage.typeID))
}
