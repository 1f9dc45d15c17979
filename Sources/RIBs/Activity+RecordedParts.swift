import RIBRecorder
import RIBTrace

extension Activity {
    /// Calls `body` with the workers and workflows that were put to use here, and with those that
    /// these put to use: a worker's workflows.
    func forEachRecordedPart(_ body: (AnyObject, ObjectID) -> Void) {
        forEachPart { part, id in
            if let worker = part as? Worker {
                worker.forEachRecordedPart(body)
            } else {
                body(part, id)
            }
        }
    }
}
