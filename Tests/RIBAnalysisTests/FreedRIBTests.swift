// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis

/// A RIB without base classes that is freed while it is attached, which only the analysis can see.
@Suite struct FreedRIBTests {
    private let trace: TraceBuilder
    private let app: ObjectID
    private let counter: ObjectID

    init() throws {
        trace = try TraceBuilder()
        app = trace.object(.rib, "AppRIB")
        trace.append(.launched(router: app, stack: .none))
        counter = trace.object(.rib, "CounterRIB")
        trace.append(.attached(child: counter, parent: app, stack: .none))
        trace.append(.activated(interactor: counter))
    }

    private let found = ["lifecycle-violation CounterRIB at App/Counter"]

    @Test func itsParentIsStillInTheTreeWhenTheProcessEnds() throws {
        trace.destroy(counter)
        trace.settle()

        let findings = try report(on: trace).findings
        #expect(findings.map(gist) == found)
        #expect(
            findings.first?.violation
                == ViolationFacts(
                    .freedWhileAttached, other: .init(type: "AppRIB", ribPath: "App")))
        #expect(
            findings.first?.hint
                == "Call didDetach before you release it, or in its deinit at the latest.")
    }

    @Test func itsParentOutlivedItByLong() throws {
        trace.destroy(counter)
        trace.wait(1_000_000_000)
        trace.settle(reason: .request)
        trace.destroy(app)
        trace.settle()
        #expect(try gists(of: trace) == found)
    }

    @Test func aTreeThatIsDroppedChildrenFirstIsNoMistake() throws {
        trace.destroy(counter)
        trace.settle(reason: .request)
        trace.destroy(app)
        trace.settle()
        try expectClean(trace)
    }

    @Test func aTreeThatIsDroppedWholeIsNoMistake() throws {
        trace.destroy(counter, app)
        trace.settle()
        try expectClean(trace)
    }

    @Test func aTreeThatWasDetachedAboveItIsNoMistake() throws {
        trace.append(.deactivated(interactor: app))
        trace.append(.deactivated(interactor: counter))
        trace.append(.detached(child: app, parent: .none, stack: .none))
        trace.destroy(counter)
        trace.settle()
        try expectClean(trace)
    }

    @Test func aParentThatLeftMeanwhileAndCameBackIsNoMistake() throws {
        trace.append(.deactivated(interactor: app))
        trace.append(.deactivated(interactor: counter))
        trace.append(.detached(child: app, parent: .none, stack: .none))
        trace.append(.launched(router: app, stack: .none))
        trace.append(.activated(interactor: app))
        trace.destroy(counter)
        trace.settle()
        try expectClean(trace)
    }

    @Test func aRIBThatSaidDidDetachIsNoMistake() throws {
        trace.append(.detached(child: counter, parent: app, stack: .none))
        trace.destroy(counter)
        trace.settle()
        try expectClean(trace)
    }

    @Test func aRootIsNoMistake() throws {
        trace.append(.detached(child: counter, parent: app, stack: .none))
        trace.destroy(counter, app)
        trace.settle()
        try expectClean(trace)
    }

    @Test func aTraceThatMissesEventsProvesNothing() throws {
        trace.destroy(counter)
        trace.settle()
        trace.append(.dropped(.essential, count: 1))
        try expectClean(trace)
    }

    @Test func aFreedPartOfARouterIsNoMistake() throws {
        let part = trace.object(.object, "Part")
        trace.append(.owned(part, by: counter))
        trace.destroy(part)
        trace.settle()
        try expectClean(trace)
    }
}
