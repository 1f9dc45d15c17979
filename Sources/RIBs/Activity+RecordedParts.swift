import RIBRecorder
import RIBTrace

extension Activity {
    /// Calls `body` with the workers and workflows that were put to use here, and with those that
    /// these put to use: a worker's workflows.
    func forEachRecordedPart(_ body: (RecordedPart) -> Void) {
        forEachPart { part, _ in (part as? any RecordedObject)?.forEachRecordedPart(body) }
    }
}
