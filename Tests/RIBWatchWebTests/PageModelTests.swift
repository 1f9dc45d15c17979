// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import RIBTrees
import RIBWatch
import Testing

@testable import RIBAnalysis
@testable import RIBRuns
@testable import RIBWatchWeb

@Suite struct PageModelTests {
    private var model = PageModel()

    @Test mutating func aProcessIsShownWithItsNumber() {
        #expect(
            steps(found(0), in: &model) == [
                #"["process",0,{"name":"app-0","pid":100,"start":"2026-01-02T03:04:05.678Z"}]"#
            ])
        #expect(steps(.processEnded(0, .killed), in: &model) == [#"["end",0,"killed"]"#])
    }

    @Test mutating func anAttachAndADetachMoveTheTreeAndTheTimeline() {
        _ = steps(
            found(0), event(.created, 1, at: 0, path: "Root", type: "RootRouter", kind: .router),
            event(.created, 2, at: 1, path: "Home", type: "HomeRouter", kind: .router), in: &model)
        #expect(
            steps(
                event(.attached, 2, at: 5, path: "Root/Home", type: "HomeRouter", parent: 1),
                in: &model) == [
                    #"["change",0,2,2,1,5]"#,
                    #"["span",0,1,0,2,"Root/Home","HomeRouter",5]"#,
                ])
        #expect(
            steps(
                event(.detached, 2, at: 7, path: "Root/Home", type: "HomeRouter", parent: 1),
                event(.freed, 2, at: 8), in: &model) == [
                    #"["change",0,3,2,-1,7]"#, #"["close",0,1,7]"#, #"["change",0,6,2,-1,8]"#,
                    #"["freed",0,2,8]"#,
                ])
    }

    @Test mutating func activityIsThatOfTheRIB() {
        _ = steps(
            found(0), event(.created, 1, at: 0, path: "Root", type: "RootRouter", kind: .router),
            in: &model)
        #expect(
            steps(
                event(.activated, 9, at: 3, path: "Root", type: "RootInteractor", parent: 1),
                event(.deactivated, 9, at: 4, path: "Root", type: "RootInteractor", parent: 1),
                in: &model) == [
                    #"["change",0,4,1,-1,3]"#, #"["span",0,1,1,9,"Root","RootInteractor",3]"#,
                    #"["change",0,5,1,-1,4]"#, #"["close",0,1,4]"#,
                ])
    }

    @Test mutating func aSubscriptionHasASpanWithItsFirstInactiveValue() {
        _ = steps(
            found(0), event(.created, 9, at: 0, type: "HomeInteractor", kind: .interactor),
            in: &model)
        #expect(
            steps(
                event(.subscribed, 4, at: 1, path: "Root", type: "map → sink", owner: 9),
                event(.firedWhileInactive, 4, at: 2), event(.firedWhileInactive, 4, at: 3),
                event(.subscriptionEnded, 4, at: 5), in: &model) == [
                    #"["span",0,1,4,4,"Root","map → sink",1]"#, #"["mark",0,1,0,2]"#,
                    #"["close",0,1,5]"#,
                ])
    }

    @Test mutating func aRowOfASubscriptionIsToldAgainWhenMoreIsKnown() {
        let owner = ListedSubscription.Owner(id: 9, type: "HomeInteractor", ribPath: "Root")
        let frame = StackFrame(
            function: "HomeInteractor.start()", file: "Home.swift", line: 7, module: "app",
            offset: 1)
        func row(
            _ owner: ListedSubscription.Owner?, _ attribution: SubscriptionAttribution,
            _ place: StackFrame? = nil
        ) -> WatchChange {
            let row = ListedSubscription(
                id: 4, owner: owner, chain: "sink", attribution: attribution,
                confinement: .none, madeAt: 1, place: place, deliveries: nil)
            return .subscriptions(process: 0, SubscriptionUpdate(listed: [row]))
        }
        let alive =
            #""isAlive":true,"end":"alive","hasFired":false,"made":1,"ended":-1,"first":-1,"last":-1,"active":-1,"inactive":-1}]"#
        #expect(
            steps(found(0), row(nil, .unowned), row(nil, .unowned), in: &model).dropFirst() == [
                #"["row",0,{"id":4,"owner":0,"isUnowned":true,"path":"","type":"","chain":"sink","place":null,"attribution":"unowned","confinement":"","#
                    + alive
            ])
        #expect(
            steps(row(owner, .captured, frame), in: &model) == [
                #"["row",0,{"id":4,"owner":9,"isUnowned":false,"path":"Root","type":"HomeInteractor","chain":"sink","place":{"name":"HomeInteractor.start()","place":"Home.swift:7","library":""},"attribution":"captured","confinement":"","#
                    + alive
            ])
    }

    @Test mutating func aSubscriptionThatLeavesTheListLeavesThePage() {
        let row = ListedSubscription(
            id: 4, owner: nil, chain: "sink", attribution: .unowned, confinement: .none,
            madeAt: 1, deliveries: nil)
        _ = steps(
            found(0), .subscriptions(process: 0, SubscriptionUpdate(listed: [row])), in: &model)
        #expect(
            steps(
                .subscriptions(process: 0, SubscriptionUpdate(listed: [], gone: [4], omitted: 3)),
                in: &model) == [#"["gone",0,3,[4]]"#])
        #expect(
            lines(of: model.whole).filter { $0.contains("row") || $0.contains("left") } == [
                #"["left",0,0,3]"#
            ])
    }

    @Test mutating func aViewGetsItsPlaceWhenItIsKnown() {
        _ = steps(
            found(0), event(.created, 3, at: 0, type: "HomeView", kind: .view), in: &model)
        #expect(
            steps(event(.viewAppeared, 3, at: 2, path: "Root/Home"), in: &model) == [
                #"["place",0,1,"Root/Home"]"#, #"["mark",0,1,2,2]"#,
            ])
    }

    @Test mutating func whatShouldBeGoneIsLateSinceItsDeadlineBegan() {
        _ = steps(found(0), event(.created, 3, at: 0, kind: .interactor), in: &model)
        #expect(
            steps(event(.stillAlive, 3, at: 50, after: 20), in: &model) == [
                #"["afterlife",0,3,30]"#
            ])
    }

    @Test mutating func aNewPageIsToldTheSameAsOneThatWasOpen() {
        let row = ListedSubscription(
            id: 4, owner: nil, chain: "sink", attribution: .unowned, confinement: .none,
            madeAt: 2, deliveries: nil)
        let told = [
            steps(found(0), in: &model),
            steps(
                event(.created, 1, at: 0, path: "Root", type: "RootRouter", kind: .router),
                event(.launched, 1, at: 1, path: "Root", type: "RootRouter"),
                event(.subscribed, 4, at: 2, path: "Root", type: "sink"),
                .subscriptions(process: 0, SubscriptionUpdate(listed: [row])), in: &model),
        ].flatMap { $0 }
        let whole = lines(of: model.whole)
        #expect(Set(told).isSubset(of: whole))
        #expect(
            Set(whole).subtracting(told) == [#"["base",0,0]"#, #"["left",0,0,0]"#])
    }

    @Test mutating func namesOfAnAppAreInert() {
        let hostile = "\u{1B}[2J\n\r\u{2028}\u{202E}\"\\</script>"
        let told = steps(
            found(0), event(.created, 1, at: 0, type: hostile, kind: .router), in: &model)
        // Text of one line, of which a page only ever makes text.
        let unwanted: Set<Character> = ["\u{1B}", "\n", "\r", "\u{2028}", "\u{202E}"]
        #expect(told.count == 3)
        #expect(told.joined().allSatisfy { !unwanted.contains($0) })
        #expect(told[1].hasSuffix(#"\"\\</script>"]"#))
    }

    @Test mutating func afterMissedEventsThePageGetsTheTreeThatIsThere() {
        _ = steps(
            found(0), event(.created, 1, at: 0, path: "Root", type: "RootRouter", kind: .router),
            event(.subscribed, 4, at: 2, path: "Root", type: "sink"), in: &model)
        let tree = TreeSnapshot(
            process: .init(trace: nil, processName: "app-0", processID: 100, startedAt: nil),
            moment: 100,
            tree: [
                RIBTree.Node(
                    id: 1, type: "RootRouter", ribPath: "Root", standing: .launched,
                    isActive: true, age: 90),
                RIBTree.Node(
                    id: 7, parent: 1, depth: 1, type: "HomeRouter", ribPath: "Root/Home",
                    standing: .attached, isActive: false, age: 10),
            ],
            detached: [
                RIBTree.Node(
                    id: 5, type: "LoginRouter", ribPath: "Root/Login", standing: .detached,
                    isActive: false, age: 40)
            ])
        let isWhole = model.apply([.skipped(process: 0, events: 12)], tree: { _ in tree })
        #expect(isWhole)
        #expect(
            lines(of: model.whole).filter { $0.contains("change") || $0.contains("missed") } == [
                #"["change",0,1,1,-1,10]"#, #"["change",0,4,1,-1,10]"#, #"["change",0,3,5,-1,60]"#,
                #"["change",0,2,7,1,90]"#, #"["missed",0,12]"#,
            ])
    }

    @Test mutating func onceThereAreSeveralProcessesFindingsNameTheirs() {
        _ = model.apply([found(0), .findings(process: 0, [finding(4)])])
        #expect(explained(in: model.steps.text) == ["object:4"])
        _ = model.apply([found(1)])
        #expect(explained(in: model.steps.text) == ["object:4@100"])
        _ = model.apply([.findings(process: 1, [finding(4)])])
        #expect(explained(in: model.steps.text) == ["object:4@101", "object:4@100"])
        #expect(explained(in: model.whole) == ["object:4@101", "object:4@100"])
    }

    @Test mutating func itKeepsTheLastProcesses() {
        for index in 0..<16 { _ = steps(found(index), in: &model) }
        _ = steps(.processEnded(3, .exited), in: &model)
        let isWhole = model.apply([found(16)])
        #expect(isWhole)
        let names = lines(of: model.whole).filter { $0.contains("process") }.compactMap {
            $0.split(separator: "\"").dropFirst(5).first.map(String.init)
        }
        #expect(names == (0...16).filter { $0 != 3 }.map { "app-\($0)" })
    }

    @Test mutating func itStaysSmallHoweverLongTheAppRuns() {
        _ = steps(
            found(0), event(.created, 1, at: 0, path: "Root", type: "RootRouter", kind: .router),
            in: &model)
        func turns(_ range: Range<UInt64>) {
            model.steps.begin(isWanted: false)
            for turn in range {
                let (id, time) = (2 + turn, Int64(10 * turn))
                _ = model.apply(
                    [
                        event(.created, id, at: time, type: "HomeRouter", kind: .router),
                        event(.attached, id, at: time + 1, path: "Root/Home", parent: 1),
                        event(.subscribed, id, at: time + 2, path: "Root/Home", type: "sink"),
                        event(.detached, id, at: time + 3, path: "Root/Home", parent: 1),
                        event(.subscriptionEnded, id, at: time + 4),
                        event(.freed, id, at: time + 5),
                    ])
            }
        }
        turns(0..<10_000)
        let size = model.whole.utf8.count
        turns(10_000..<20_000)
        #expect(Double(model.whole.utf8.count) < 1.1 * Double(size))
        #expect(lines(of: model.whole).filter { $0.hasPrefix("[\"change\"") }.count < 4_000)
    }
}
