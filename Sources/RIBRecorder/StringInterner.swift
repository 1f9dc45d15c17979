import RIBTrace

/// Gives each distinct text one number, and says it to the trace once.
final class StringInterner: Sendable {
    private let state = Protected(State())

    /// - Parameter define: Receives the definition that must precede the first use of the id. It
    ///   runs while other threads wait: it only writes to the calling thread's stream.
    func id(of text: String, define: (TraceEvent) -> Void) -> StringID {
        state.withLock { $0.id(of: text, define: define) }
    }

    /// The number of a type's name, without its module.
    func id(ofNameOf type: Any.Type, define: (TraceEvent) -> Void) -> StringID {
        let key = ObjectIdentifier(type)
        if let known = state.withLock({ $0.typeIDs[key] }) { return known }
        let name = String(describing: type)
        return state.withLock { state in
            let id = state.id(of: name, define: define)
            state.typeIDs[key] = id
            return id
        }
    }
}

/// The numbers given so far.
private struct State {
    var ids: [String: StringID] = [:]
    var typeIDs: [ObjectIdentifier: StringID] = [:]

    mutating func id(of text: String, define: (TraceEvent) -> Void) -> StringID {
        if let known = ids[text] { return known }
        let id = StringID(UInt64(ids.count + 1))
        ids[text] = id
        define(.stringDefined(id, text: text))
        return id
    }
}
