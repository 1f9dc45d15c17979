// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis

@Suite struct TruncatedStackTests {
    private let image = ImageAddress(path: "/app/app", buildID: "ab", offset: 0)

    /// Frames of one image, of which the symbol of the outermost is known.
    private func callStack(outermost: String, isTruncated: Bool) -> CallStack? {
        let addresses = (1...3).map {
            ImageAddress(path: image.path, buildID: image.buildID, offset: $0)
        }
        let last = SymbolizedFrame(frame: addresses[2].bareFrame.frame, symbol: outermost)
        return Symbolication(frames: [addresses[2]: [last]], caveats: [])
            .callStack(RecordedStack(addresses: addresses, isTruncated: isTruncated))
    }

    @Test func aStackThatWasCutSaysAtWhichDepth() {
        let stack = callStack(outermost: "$s5MyApp1AC3runyyF", isTruncated: true)
        #expect(stack?.cutOffAt == 3)
        #expect(stack?.frames.count == 3)
    }

    @Test(arguments: [("run", false, 3), ("main", true, 2)])
    func aStackThatIsWholeOrReachesMainWasNotCut(
        outermost: String, isTruncated: Bool, shown: Int
    ) {
        let stack = callStack(outermost: outermost, isTruncated: isTruncated)
        #expect(stack?.frames.count == shown)
        #expect(stack?.cutOffAt == nil)
    }

    @Test func noStackIsNotAnEmptyOne() {
        let symbols = Symbolication(frames: [:], caveats: [])
        #expect(symbols.callStack(RecordedStack(isTruncated: true)) == nil)
        let one = RecordedStack(addresses: [image], isTruncated: true)
        #expect(symbols.callStack(one)?.frames.count == 1)
    }

    /// The stack of a detach that stacks 1 to 3 are the parts of, as the trace has them.
    private func detachStack(
        isLastCut: Bool = false, framesOfPart: Int = 1, continued: [(StackID, StackID)]
    ) throws -> CallStack {
        let (trace, root) = try launchedRoot()
        for number in 1...3 as ClosedRange<UInt64> {
            let frame = StackDefinition.Frame(image: .none, offset: number)
            let frames = [StackDefinition.Frame](repeating: frame, count: framesOfPart)
            trace.append(
                .stackDefined(
                    StackID(number),
                    StackDefinition(frames: frames, isTruncated: number == 3 && isLastCut)))
        }
        for (stack, outer) in continued { trace.append(.stackContinued(stack, by: outer)) }
        let home = trace.object(.router, "HomeRouter", stack: .none)
        trace.append(.attached(child: home, parent: root.router, stack: .none))
        trace.append(.detached(child: home, parent: root.router, stack: StackID(1)))
        trace.settle(alive: [home])
        return try #require(try report(on: trace).findings.first?.stacks.detach)
    }

    @Test(arguments: [false, true])
    func aStackThatOthersContinueIsReadAsOne(isLastCut: Bool) throws {
        let parts = [(StackID(1), StackID(2)), (StackID(2), StackID(3))]
        let stack = try detachStack(isLastCut: isLastCut, continued: parts)
        #expect(stack.frames.map(\.offset) == [1, 2, 3])
        #expect(stack.cutOffAt == (isLastCut ? 3 : nil))
    }

    @Test func aStackWhoseCallersAreMissingWasCut() throws {
        let stack = try detachStack(continued: [(StackID(1), StackID(9))])
        #expect(stack.frames.map(\.offset) == [1])
        #expect(stack.cutOffAt == 1)
    }

    @Test func aStackThatContinuesItselfEnds() throws {
        let parts = [(StackID(1), StackID(2)), (StackID(2), StackID(1))]
        #expect(try detachStack(continued: parts).cutOffAt == 64)
    }

    /// Only a damaged trace has more. Sixty-four times 200 frames made a report of 29 MB of a small one.
    @Test func aStackHasNoMoreFramesThanARecorderKeeps() throws {
        let parts = [(StackID(1), StackID(2)), (StackID(2), StackID(1))]
        #expect(try detachStack(framesOfPart: 200, continued: parts).cutOffAt == 1_024)
    }

    @Test func theTraceSaysWhichStacksWereCut() throws {
        let (trace, root) = try launchedRoot()
        let (made, left) = (StackID(1), StackID(2))
        for (id, isTruncated) in [(made, false), (left, true)] {
            let frames = [StackDefinition.Frame(image: .none, offset: id.rawValue)]
            trace.append(
                .stackDefined(id, StackDefinition(frames: frames, isTruncated: isTruncated)))
        }
        let home = trace.object(.router, "HomeRouter", stack: made)
        trace.append(.attached(child: home, parent: root.router, stack: .none))
        trace.append(.detached(child: home, parent: root.router, stack: left))
        trace.settle(alive: [home])

        let stacks = try #require(try report(on: trace).findings.first).stacks
        #expect(stacks.allocation?.cutOffAt == nil && stacks.allocation != nil)
        #expect(stacks.detach?.cutOffAt == 1)
    }
}
