import RIBRecorder
import RIBTrace

extension PlainRIBNode {
    /// Says which parts the RIB owns, as far as that is news.
    func recordParts(of rib: any PlainRIB) {
        var parts: Set<ObjectID> = []
        forEachPart(of: rib) { object, id in
            (object as? any RecordedObject)?.wasInTree = true
            parts.insert(id)
        }
        let known = state.withLock { state in
            defer { state.parts = parts }
            return state.parts
        }
        for part in parts.subtracting(known).sorted() { Recorder.shared.owned(part, by: id) }
    }

    /// Calls `body` with each part and its id. Runs code of the host's.
    func forEachPart(of rib: any PlainRIB, _ body: (AnyObject, ObjectID) -> Void) {
        for part in rib.ribParts where part !== rib {
            if let recorded = part as? any RecordedObject {
                recorded.forEachRecordedPart { if !$1.isNone { body($0, $1) } }
            } else if let plain = part as? any PlainRIB {
                if let node = Self.of(plain) { body(part, node.id) }
            } else if let (object, id) = recordedPart(part, as: .object) {
                body(object, id)
            }
        }
    }
}
