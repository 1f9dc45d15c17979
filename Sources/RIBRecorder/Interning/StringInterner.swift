// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Gives each distinct text one number, and writes it to the trace once.
final class StringInterner: Sendable {
    private let memory: MemoryBudget
    private let ids = Protected<[String: StringID]>([:])
    /// The numbers of type names. Types live as long as the process or their library.
    private let typeIDs = Protected<[ObjectIdentifier: StringID]>([:])
    /// The numbers of texts that are made from types.
    private let chainIDs = Protected<[ObjectIdentifier: StringID]>([:])

    /// - Parameter memory: When it is used up, only known texts have a number.
    init(memory: MemoryBudget) {
        self.memory = memory
    }

    /// - Parameter define: Receives the definition that must precede the first use of the id. It
    ///   runs while other threads wait, so it only writes to the calling thread's stream.
    /// - Returns: None when there is no memory for another text.
    func id(of text: String, define: (TraceEvent) -> Void) -> StringID {
        ids.withLock { id(of: text, in: &$0, define: define) }
    }

    /// The number of a text that is always the same for a type. `text` makes it, without a lock,
    /// and only until the number is known.
    func id(
        of type: Any.Type, _ text: (Any.Type) -> String, define: (TraceEvent) -> Void
    ) -> StringID {
        let key = ObjectIdentifier(type)
        if let known = chainIDs.withLock({ $0[key] }) { return known }
        let id = id(of: text(type), define: define)
        if !id.isNone { chainIDs.withLock { $0[key] = id } }
        return id
    }

    /// The number of a type's name, without its module.
    func id(ofNameOf type: Any.Type, define: (TraceEvent) -> Void) -> StringID {
        let key = ObjectIdentifier(type)
        if let known = typeIDs.withLock({ $0[key] }) { return known }
        let names = Self.lineage(of: type)
        return ids.withLock { ids in
            if let known = typeIDs.withLock({ $0[key] }) { return known }
            let lineage = names.map { self.id(of: $0, in: &ids, define: define) }
            for (type, supertype) in zip(lineage, lineage.dropFirst()) {
                define(.supertypeDefined(supertype, of: type))
            }
            if !lineage[0].isNone { typeIDs.withLock { $0[key] = lineage[0] } }
            return lineage[0]
        }
    }

    /// The name of a type, and of the classes it inherits from up to those of the runtime, which
    /// are generic or have no superclass. The analysis tells by them whose code made an object.
    private static func lineage(of type: Any.Type) -> [String] {
        var names = [String(describing: type)]
        var next: AnyClass? = (type as? AnyClass).flatMap { _getSuperclass($0) }
        while let superclass = next, names.count < 16 {
            names.append(String(describing: superclass))
            next = _getSuperclass(superclass)
        }
        return names
    }

    private func id(
        of text: String, in ids: inout [String: StringID], define: (TraceEvent) -> Void
    ) -> StringID {
        if let known = ids[text] { return known }
        guard memory.take(96 + text.utf8.count) else { return .none }
        let id = StringID(UInt64(ids.count + 1))
        ids[text] = id
        define(.stringDefined(id, text: text))
        return id
    }
}
