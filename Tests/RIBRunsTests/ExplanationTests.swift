// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis
@testable import RIBRuns

@Suite struct ExplanationTests {
    private func object(_ id: ObjectID, in trace: TraceBuilder) throws -> ObjectStory? {
        let explanation = try Explanation(ofObject: id.rawValue, in: trace.folder)
        guard case .object(let story) = explanation.story(NoSymbols())?.story else { return nil }
        return story
    }

    private func subscription(
        _ id: SubscriptionID, in trace: TraceBuilder
    ) throws -> SubscriptionStory? {
        let explanation = try Explanation(ofSubscription: id.rawValue, in: trace.folder)
        guard case .subscription(let story) = explanation.story(NoSymbols())?.story else {
            return nil
        }
        return story
    }

    /// Defines a stack of one frame.
    private func stack(_ number: UInt64, in trace: TraceBuilder) -> StackID {
        let frame = StackDefinition.Frame(image: .none, offset: number)
        let id = StackID(number)
        trace.append(.stackDefined(id, StackDefinition(frames: [frame], isTruncated: false)))
        return id
    }

    @Test func anObjectIsExplainedWithItsLifeAndItsStacks() throws {
        let (trace, root) = try launchedRoot()
        let (made, attached, detached) = (
            stack(1, in: trace), stack(2, in: trace), stack(3, in: trace)
        )
        let home = trace.object(.router, "HomeRouter", stack: made)
        let start = UInt64(trace.events.count) * 1_000
        trace.append(.attached(child: home, parent: root.router, stack: attached))
        trace.append(.detached(child: home, parent: root.router, stack: detached))
        trace.append(.stillAlive(home, expectedFor: 7))
        trace.destroy(home)

        let story = try object(home, in: trace)
        let parent = ListedSubscription.Owner(
            id: root.router.rawValue, type: "RootRouter", ribPath: "Root")
        #expect(story?.type == "HomeRouter" && story?.kind == .router)
        #expect(story?.ribPath == "Root/Home" && story?.isDestroyed == true)
        #expect(
            story?.moves == [
                ObjectMove(kind: .created, time: start),
                ObjectMove(kind: .attached, time: start + 1_000, other: parent),
                ObjectMove(kind: .detached, time: start + 2_000, other: parent),
                ObjectMove(kind: .stillAlive, time: start + 3_000, late: 7),
                ObjectMove(kind: .freed, time: start + 4_000),
            ])
        let offsets = [story?.made, story?.attached, story?.detached].map {
            $0?.frames.map(\.offset)
        }
        #expect(offsets == [[1], [2], [3]])
    }

    @Test func anObjectIsExplainedWithItsOwnersAndSubscriptions() throws {
        let (trace, root) = try launchedRoot()
        let subscription = trace.subscription(of: root, chain: "Timer → sink")
        let story = try object(root.interactor, in: trace)
        #expect(story?.owners.map(\.type) == ["RootRouter"])
        #expect(story?.subscriptions == [subscription.rawValue])
    }

    @Test func aSubscriptionIsExplainedWithBothStacks() throws {
        let (trace, root) = try launchedRoot()
        let (made, sent) = (stack(1, in: trace), stack(2, in: trace))
        let chain = trace.string("Timer → sink")
        trace.append(
            .subscribed(
                SubscriptionID(5), owner: root.interactor, ownerIsActive: true, chain: chain,
                stack: made))
        trace.append(
            .firedWhileInactive(
                SubscriptionID(5), scope: .none, stack: sent, sinceDeactivation: 9))
        let story = try subscription(SubscriptionID(5), in: trace)
        #expect(story?.subscription.chain == "Timer → sink")
        #expect(story?.made?.frames.map(\.offset) == [1])
        #expect(story?.firing?.sinceDeactivation == 9)
        #expect(story?.firing?.stack?.frames.map(\.offset) == [2])
    }

    @Test func whatIsNotThereHasNeighbours() throws {
        let (trace, _) = try launchedRoot()
        let object = try Explanation(ofObject: 99, in: trace.folder)
        #expect(!object.isFound && object.nearest == [1, 2, 3])
        #expect(object.story(NoSymbols()) == nil)
        #expect(try Explanation(ofSubscription: 1, in: trace.folder).nearest == [])
    }

    @Test func theNearestNumbersAreListedInOrder() {
        #expect(ExplainedID.numbers(nearest: 5, among: [1, 3, 4, 8, 10]) == [3, 4, 8])
    }
}
