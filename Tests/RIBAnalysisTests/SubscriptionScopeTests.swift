// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis

/// In which test a subscription is found that lives too long.
@Suite struct SubscriptionScopeTests {
    private let trace: SubscriptionTrace
    private let first = ScopeID(1)
    private let second = ScopeID(2)

    init() throws {
        trace = try SubscriptionTrace()
    }

    private func begin(_ scope: ScopeID, _ name: String) {
        let text = trace.trace.string(name)
        trace.trace.append(.scopeBegan(scope, name: text))
    }

    private func kinds(_ scope: ScopeID? = nil) throws -> [String] {
        try trace.report(scope: scope).findings.map { "\($0.kind.rawValue) in \($0.test ?? "-")" }
    }

    @Test func aTestThatDeactivatedTheOwnerIsTheFindings() throws {
        begin(first, "a")
        let id = trace.subscribe()
        trace.detach()
        trace.settle([id], .scopeEnd, scope: first)
        #expect(try kinds() == ["outlived-interactor in a"])
        #expect(try kinds(first) == ["outlived-interactor in a"])
        #expect(try kinds(second) == [])
    }

    @Test func aLaterTestIsNotBlamed() throws {
        begin(first, "a")
        let id = trace.subscribe()
        trace.detach()
        trace.settle([id], .scopeEnd, scope: first)
        begin(second, "b")
        trace.settle([id], .scopeEnd, scope: second)
        trace.settle([id])
        #expect(try kinds() == ["outlived-interactor in a"])
    }

    @Test func whatWasDeactivatedBeforeTheTestIsLeftToTheExit() throws {
        let id = trace.subscribe()
        trace.detach()
        begin(first, "a")
        trace.settle([id], .scopeEnd, scope: first)
        #expect(try kinds() == [])
        trace.settle([id])
        #expect(try kinds() == ["outlived-interactor in -"])
    }

    @Test func testsSideBySideAreLeftToTheExit() throws {
        begin(first, "a")
        begin(second, "b")
        let id = trace.subscribe()
        trace.detach()
        trace.settle([id], .scopeEnd, scope: first)
        trace.settle([id], .scopeEnd, scope: second)
        #expect(try kinds() == [])
        trace.settle([id])
        #expect(try kinds() == ["outlived-interactor in -"])
    }

    @Test func aTestsEndIsFinalThoughTheOwnerIsActiveLater() throws {
        begin(first, "a")
        let id = trace.subscribe()
        trace.detach()
        trace.settle([id], .scopeEnd, scope: first)
        trace.attach()
        trace.settle([])
        #expect(try kinds() == ["outlived-interactor in a"])
    }

    @Test func whatWasMadeWhileInactiveIsTheTestsThatMadeIt() throws {
        trace.detach()
        begin(first, "a")
        _ = trace.subscribe(.explicit, .ending, whileActive: false)
        trace.settle([], .scopeEnd, scope: first)
        begin(second, "b")
        trace.settle([], .scopeEnd, scope: second)
        #expect(try kinds() == ["subscribed-while-inactive in a"])
        #expect(try kinds(first) == ["subscribed-while-inactive in a"])
        #expect(try kinds(second) == [])
    }

    @Test func whatWasMadeWhileInactiveOutsideOfTestsIsNoTests() throws {
        trace.detach()
        _ = trace.subscribe(.explicit, .ending, whileActive: false)
        begin(first, "a")
        trace.settle([], .scopeEnd, scope: first)
        #expect(try kinds() == ["subscribed-while-inactive in -"])
    }

    @Test func whatWasMadeWhileInactiveInTestsSideBySideIsNoTests() throws {
        trace.detach()
        begin(first, "a")
        begin(second, "b")
        _ = trace.subscribe(.explicit, .ending, whileActive: false)
        trace.settle([], .scopeEnd, scope: first)
        trace.settle([], .scopeEnd, scope: second)
        #expect(try kinds() == ["subscribed-while-inactive in -"])
    }

    @Test func accumulationIsTheTestsThatAddedTheLast() throws {
        begin(first, "a")
        _ = trace.subscribeInActivations(3)
        trace.attach()
        trace.settle([], .scopeEnd, scope: first)
        #expect(try kinds() == ["accumulating-subscriptions in a"])
    }

    @Test func whatATestOnlyFindsAccumulatedIsLeftToTheExit() throws {
        _ = trace.subscribeInActivations(3)
        trace.attach()
        begin(first, "a")
        trace.settle([], .scopeEnd, scope: first)
        #expect(try kinds() == [])
        trace.settle([])
        #expect(try kinds() == ["accumulating-subscriptions in -"])
    }
}

/// What findings about subscriptions say beside their names.
@Suite struct SubscriptionFactTests {
    private let trace: SubscriptionTrace

    init() throws {
        trace = try SubscriptionTrace()
    }

    @Test func aSubscriptionThatOutlivedItsOwnerSaysForHowLong() throws {
        let id = trace.subscribe(.explicit)
        let madeAt = try #require(trace.trace.events.last).timestamp
        trace.detach()
        trace.trace.wait(1_200_000_000)
        trace.settle(
            [id],
            counts: DeliveryCounts(whileActive: 3, firstAt: madeAt + 5, lastAt: madeAt + 70))

        let facts = try #require(try trace.report().findings.first?.subscription)
        // Since the deactivation: the detach, the statement that it is alive, and the judgement.
        #expect(facts.outlivedBy == 1_200_003_000)
        #expect(facts.attribution == .explicit)
        #expect(facts.valuesWhileActive == 3 && facts.valuesWhileInactive == 0)
        #expect(facts.firstValueAfter == 5 && facts.lastValueAfter == 70)
        #expect(facts.isAlive && !facts.ownerIsFreed)
    }

    @Test func aSubscriptionThatEndedAtOnceIsNotAlive() throws {
        trace.detach()
        trace.end(trace.subscribe(whileActive: false))
        let facts = try #require(try trace.report().findings.first?.subscription)
        #expect(!facts.isAlive && facts.outlivedBy == nil)
    }

    @Test func aFreedOwnerIsNoted() throws {
        let id = trace.subscribe()
        trace.detach()
        trace.free()
        trace.settle([id])
        #expect(try trace.report().findings.first?.subscription?.ownerIsFreed == true)
    }

    @Test func anAccumulationSaysHowManyActivationsAddedToIt() throws {
        _ = trace.subscribeInActivations(3)
        trace.attach()
        for _ in 1...2 { _ = trace.subscribe() }
        trace.settle([])
        let facts = try #require(try trace.report().findings.first?.subscription)
        #expect(facts.accumulated == .init(count: 5, activations: 4))
    }

    @Test func noneIsALeakOrAMisfire() throws {
        trace.settle(trace.subscribeInActivations(3))
        let summary = try trace.report().summary
        #expect(summary.leaks == 0 && summary.inactiveFires == 0 && summary.warnings == 1)
    }
}
