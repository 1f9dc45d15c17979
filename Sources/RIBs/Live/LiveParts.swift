import RIBRecorder
import RIBTrace

/// What living RIBs are up to, each by where it stands in a list.
struct LiveParts {
    /// How many subscriptions have not ended; nil where nothing is recorded of them.
    private(set) var subscriptions: [Int?]
    /// The types of the workers at work, oldest first; nil where nothing is recorded of them.
    private(set) var workers: [[String]?]

    init(of ribs: [LiveRIB]) {
        subscriptions = ribs.map { _ in nil }
        workers = ribs.map { _ in nil }
        guard let counts = Recorder.shared.livingSubscriptions() else { return }
        // A worker that RIBs share is the newest one's, as in a recording.
        var users: [ObjectID: Int] = [:]
        var working: [ObjectID: Worker] = [:]
        for (index, rib) in ribs.enumerated() where rib.recordsItsParts {
            (subscriptions[index], workers[index]) = (0, [])
            rib.forEachPart { id, part in
                if let worker = part as? Worker, worker.isAtWork { working[id] = worker }
                if let user = users[id], ribs[user].id > rib.id { return }
                users[id] = index
            }
        }
        for (owner, count) in counts {
            if let user = users[owner] { subscriptions[user]? += count }
        }
        for (_, worker) in working.sorted(by: { $0.key < $1.key }) {
            if let user = worker.workplace.flatMap({ users[$0.interactorID] }) {
                workers[user]?.append(String(describing: type(of: worker)))
            }
        }
    }
}

extension LiveRIB {
    /// False where the interactor is a test double, of which nothing is recorded.
    fileprivate var recordsItsParts: Bool {
        switch self {
        case .router(let router):
            !id.isNone && !recordedID(of: router.interactable).isNone
        case .plain: true
        }
    }

    /// Calls `body` with the id of each recorded part, and the part if it can be had.
    fileprivate func forEachPart(_ body: (ObjectID, AnyObject?) -> Void) {
        switch self {
        case .router(let router):
            (router as? any RecordedObject)?.forEachRecordedPart { part in
                if !part.id.isNone { body(part.id, part.object) }
            }
        case .plain(let node):
            // As they were when it said that it is attached: asking again would run its code.
            body(node.id, nil)
            for part in node.state.withLock({ $0.parts }) { body(part, nil) }
            node.activity.forEachRecordedPart { body($0.id, $0.object) }
        }
    }
}
