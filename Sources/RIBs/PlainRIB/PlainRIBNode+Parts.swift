import RIBRecorder
import RIBTrace

extension PlainRIBNode {
    /// Says which parts the RIB owns, as far as that is news.
    func recordParts(of rib: any PlainRIB) {
        var parts: Set<ObjectID> = []
        forEachPart(of: rib) { part in
            (part.object as? any RecordedObject)?.wasInTree = true
            parts.insert(part.id)
        }
        let known = state.withLock { state in
            defer { state.parts = parts }
            return state.parts
        }
        for part in parts.subtracting(known).sorted() { Recorder.shared.owned(part, by: id) }
    }

    /// Calls `body` with each part. Runs code of the host's.
    func forEachPart(of rib: any PlainRIB, _ body: (RecordedPart) -> Void) {
        for part in rib.ribParts where part !== rib {
            if let recorded = part as? any RecordedObject {
                recorded.forEachRecordedPart { if !$0.id.isNone { body($0) } }
            } else if let plain = part as? any PlainRIB {
                if let node = Self.of(plain) {
                    body(RecordedPart(part, node.id, isView: false))
                }
            } else {
                recordedPart(part, as: .object).map(body)
            }
        }
    }
}
