import RIBRecorder
import RIBTrace

#if !BesideRIBs
    import RIBs
#endif

/// An object that a test says must be freed. Nothing here holds it.
struct AwaitedObject {
    private weak var object: AnyObject?
    private let type: String
    /// The id it has in the trace; none when it has none.
    let id: ObjectID
    /// Why there is nothing to wait for.
    private let problem: String?

    /// Takes the object out of a variable and expects it to go.
    ///
    /// Never inlined: a debug build may keep a copy until its function returns.
    @inline(never)
    init<Object>(takenFrom variable: inout Object?) {
        guard let value = variable else {
            self.init(problem: "There was no object that could be freed: it was nil before.")
            return
        }
        guard Swift.type(of: value as Any) is AnyClass else {
            self.init(problem: "\(Object.self) is no class, so nothing of it can be freed.")
            return
        }
        self.init(value as AnyObject)
        variable = nil
    }

    /// Makes the object and expects it to go.
    @inline(never)
    init<Object>(madeBy make: () throws -> Object?) rethrows {
        var object = try make()
        self.init(takenFrom: &object)
    }

    /// As the synchronous form.
    @inline(never)
    init<Object>(
        isolation: isolated (any Actor)? = #isolation, madeBy make: () async throws -> Object?
    ) async rethrows {
        var object = try await make()
        self.init(takenFrom: &object)
    }

    private init(problem: String) {
        object = nil
        type = ""
        id = .none
        self.problem = problem
    }

    private init(_ object: AnyObject) {
        let recorder = Recorder.shared
        #if BesideRIBs
            let recorded = ObjectID.none
        #else
            let recorded = recordedID(of: object)
        #endif
        let id = recorded.isNone ? recorder.identify(object, as: .object) : recorded
        // What was let go before is judged here and not where that was.
        recorder.cancelExpectation(for: id)
        recorder.expectDeallocation(of: object, id: id, isReporting: !recorded.isNone)
        self.object = object
        self.id = id
        type = String(describing: Swift.type(of: object))
        problem = nil
    }

    /// Adds to a verdict what the analysis cannot say.
    func judged(_ verdict: LeakVerdict) -> LeakVerdict {
        var verdict = verdict
        if let problem {
            verdict.failures.append(problem)
        } else if verdict.isJudged, verdict.findings.isEmpty, object != nil {
            verdict.failures.append(
                "\(type) is still alive, and the recording does not say why: was the main queue "
                    + "blocked?")
        }
        return verdict
    }
}
