// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

/// RIBs without base classes are part of the tree, as routers are.
@Suite struct PlainRIBJudgementTests {
    @Test func aDetachedRIBThatIsStillAliveIsLeakedAndDragsItsPartsAlong() throws {
        let (trace, root) = try launchedPlainRoot()
        let counter = trace.plainRIB("Counter")
        trace.attach(counter, to: root.rib)
        trace.detach(counter, from: root.rib)
        trace.settle(alive: counter.all)

        #expect(
            try gists(of: trace) == [
                "leaked-object CounterRIB at Root/Counter, dragging CounterStateContainer"
            ])
    }

    @Test func aPartThatOutlivesItsRIBIsTheCulprit() throws {
        let (trace, root) = try launchedPlainRoot()
        let counter = trace.plainRIB("Counter")
        trace.attach(counter, to: root.rib)
        trace.detach(counter, from: root.rib)
        trace.destroy(counter.rib)
        trace.settle(alive: [counter.part])

        #expect(
            try gists(of: trace) == ["leaked-object CounterStateContainer at Root/Counter"])
    }

    @Test func aPartThatItsParentOwnsAsWellIsNotLeaked() throws {
        let (trace, root) = try launchedPlainRoot()
        let counter = trace.plainRIB("Counter")
        trace.append(.owned(counter.part, by: root.rib))
        trace.attach(counter, to: root.rib)
        trace.detach(counter, from: root.rib)
        trace.destroy(counter.rib)
        trace.settle(alive: [counter.part])

        try expectClean(trace)
    }

    @Test func aRIBThatWasAttachedAgainIsNotLeaked() throws {
        let (trace, root) = try launchedPlainRoot()
        let counter = trace.plainRIB("Counter")
        trace.attach(counter, to: root.rib)
        trace.detach(counter, from: root.rib)
        trace.attach(counter, to: root.rib)
        trace.settle(alive: counter.all)

        try expectClean(trace)
    }

    @Test func aRootThatWasDetachedAndIsStillAliveIsLeaked() throws {
        let (trace, root) = try launchedPlainRoot()
        trace.detach(root, from: .none)
        trace.settle(alive: root.all)

        #expect(
            try gists(of: trace) == ["leaked-object RootRIB at Root, dragging RootStateContainer"])
    }

    @Test func aRootThatWasLaunchedAgainIsNotLeaked() throws {
        let (trace, root) = try launchedPlainRoot()
        trace.detach(root, from: .none)
        trace.append(.launched(router: root.rib, stack: .none))
        trace.settle(alive: root.all)

        try expectClean(trace)
    }

    @Test func aRIBThatWasNeverAttachedIsNotJudged() throws {
        let (trace, _) = try launchedPlainRoot()
        let counter = trace.plainRIB("Counter")
        trace.destroy(counter.rib)
        trace.settle(alive: [counter.part])

        try expectClean(trace)
    }

    @Test func aLeakedParentDragsItsChildrenAlong() throws {
        let (trace, root) = try launchedPlainRoot()
        let (counter, digit) = (trace.plainRIB("Counter"), trace.plainRIB("Digit"))
        trace.attach(counter, to: root.rib)
        trace.attach(digit, to: counter.rib)
        trace.detach(counter, from: root.rib)
        trace.settle(alive: [counter.rib, digit.rib])

        #expect(
            try gists(of: trace) == ["leaked-object CounterRIB at Root/Counter, dragging DigitRIB"])
    }

    @Test func aPlainRIBBelowARouterHasAJoinedPath() throws {
        let (trace, root) = try launchedRoot()
        let counter = trace.plainRIB("Counter")
        trace.attach(counter, to: root.router)
        trace.detach(counter, from: root.router)
        trace.settle(alive: [counter.rib])

        #expect(try gists(of: trace) == ["leaked-object CounterRIB at Root/Counter"])
    }

    @Test func aRoutersRIBBelowAPlainOneHasAJoinedPath() throws {
        let (trace, root) = try launchedPlainRoot()
        let home = trace.rib("Home")
        trace.append(.attached(child: home.router, parent: root.rib, stack: .none))
        trace.append(.detached(child: home.router, parent: root.rib, stack: .none))
        trace.settle(alive: [home.router])

        #expect(try gists(of: trace) == ["leaked-router HomeRouter at Root/Home"])
    }

    @Test func aRouterIsInUseWithThePlainRIBAboveIt() throws {
        let (trace, root) = try launchedPlainRoot()
        let home = trace.rib("Home")
        trace.append(.attached(child: home.router, parent: root.rib, stack: .none))
        trace.settle(alive: home.parts)

        try expectClean(trace)
    }

    @Test func aViewThatLeftWhileItsRIBStaysAttachedIsAMissingDetach() throws {
        let (trace, root) = try launchedPlainRoot()
        let counter = trace.plainRIB("Counter")
        trace.attach(counter, to: root.rib)
        trace.append(.viewLeft(counter.part, scope: .none, stack: .none))
        trace.settle()

        #expect(
            try gists(of: trace) == ["view-gone-still-attached CounterRIB at Root/Counter"])
    }

    @Test func itsSubscriptionsThatFireWhileInactiveAreFound() throws {
        let (trace, root) = try launchedPlainRoot()
        let counter = trace.plainRIB("Counter")
        trace.attach(counter, to: root.rib)
        trace.fire(ofOwner: counter.rib)

        let findings = try report(on: trace).findings
        #expect(findings.map(gist) == ["fired-while-inactive CounterRIB at Root/Counter"])
        #expect(findings.first?.hint == "Dispose of it where you call didDetach.")
    }

    @Test func itsPlaceIsTheOneThatItsHostGaveIt() throws {
        let (trace, root) = try launchedPlainRoot()
        let (counter, digit) = (trace.plainRIB("Counter"), trace.plainRIB("Digit"))
        let place = trace.string("App/Tabs")
        trace.append(.placed(counter.rib, ribPath: place))
        trace.attach(counter, to: root.rib)
        trace.attach(digit, to: counter.rib)
        trace.detach(counter, from: root.rib)
        trace.destroy(digit.rib)
        trace.settle(alive: [counter.rib])
        trace.destroy(counter.rib)
        trace.settle(alive: [digit.part])

        #expect(
            try gists(of: trace) == [
                "leaked-object CounterRIB at App/Tabs",
                "leaked-object DigitStateContainer at App/Tabs/Digit",
            ])
    }

    @Test func aTrackedObjectThatShouldBeGoneIsLeakedAtItsPlace() throws {
        let (trace, _) = try launchedRoot()
        let cache = trace.object(.object, "Cache")
        let place = trace.string("Root/LoggedIn")
        trace.append(.placed(cache, ribPath: place))
        trace.settle(alive: [cache])

        #expect(try gists(of: trace) == ["leaked-object Cache at Root/LoggedIn"])
    }

    @Test func aTrackedObjectThatAnAttachedRIBOwnsIsNotLeaked() throws {
        let (trace, root) = try launchedPlainRoot()
        let place = trace.string("Root")
        trace.append(.placed(root.part, ribPath: place))
        trace.settle(alive: [root.part])

        try expectClean(trace)
    }
}

/// The ids of a RIB without base classes.
private struct SyntheticPlainRIB {
    let rib: ObjectID
    let part: ObjectID

    var all: [ObjectID] { [rib, part] }
}

private func launchedPlainRoot() throws -> (TraceBuilder, SyntheticPlainRIB) {
    let trace = try TraceBuilder()
    let root = trace.plainRIB("Root")
    trace.append(.launched(router: root.rib, stack: .none))
    return (trace, root)
}

extension TraceBuilder {
    fileprivate func plainRIB(_ name: String) -> SyntheticPlainRIB {
        let rib = object(.rib, "\(name)RIB")
        let part = object(.object, "\(name)StateContainer")
        append(.owned(part, by: rib))
        return SyntheticPlainRIB(rib: rib, part: part)
    }

    fileprivate func attach(_ child: SyntheticPlainRIB, to parent: ObjectID) {
        append(.attached(child: child.rib, parent: parent, stack: .none))
        append(.activated(interactor: child.rib))
    }

    fileprivate func detach(_ child: SyntheticPlainRIB, from parent: ObjectID) {
        append(.deactivated(interactor: child.rib))
        append(.detached(child: child.rib, parent: parent, stack: .none))
    }

    /// A subscription of an owner that is inactive delivers a value.
    fileprivate func fire(ofOwner owner: ObjectID) {
        let chain = string("sink")
        append(
            .subscribed(
                SubscriptionID(1), owner: owner, ownerIsActive: true, chain: chain, stack: .none))
        append(.deactivated(interactor: owner))
        append(
            .firedWhileInactive(
                SubscriptionID(1), scope: .none, stack: .none, sinceDeactivation: 1))
        settle()
    }
}
