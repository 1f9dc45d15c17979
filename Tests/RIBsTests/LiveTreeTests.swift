// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import RIBTrees
import Testing

@testable import RIBs

#if !canImport(UIKit)
    @Suite struct LiveTreeTests {
        private let root = RootRouter()
        private let process = TreeSnapshot.Process(
            trace: "runs/app-7", processName: "app", processID: 7, startedAt: nil)

        init() {
            root.launch()
        }

        /// The tree one second after everything in it.
        private func tree(below rib: LiveRIB? = nil) -> RIBTree {
            RIBTree(of: [rib ?? .router(root)], at: 3_000_000_000, in: process)
        }

        private func attach<Child: PlacedRouting>(_ child: Child, to parent: any Routing) -> Child {
            parent.attachChild(child)
            child.record.since = 2_000_000_000
            return child
        }

        @Test(.enabled(if: RecordedFacts.isRecording)) func aTreeIsText() {
            root.record.since = 1_000_000_000
            let home = attach(HomeRouter(), to: root)
            _ = attach(DetailRouter(), to: home)
            attach(DetailRouter(), to: root).interactor.deactivate()
            let entry = Recorder.shared.subscribed(owner: home.interactor.activity, chain: "a")
            let worker = SpyWorker(Log())
            worker.start(home.interactor)
            #expect(
                tree().text == """
                    4 RIBs in the tree
                      app (process 7), runs/app-7

                    RootRouter            Root              active, launched 2 s ago
                    ├── HomeRouter        Root/Home         active, attached 1 s ago, 1 subscription, SpyWorker at work
                    │   └── DetailRouter  Root/Home/Detail  active, attached 1 s ago
                    └── DetailRouter      Root/Detail       inactive, attached 1 s ago

                    """)
            if let entry { Recorder.shared.ended(entry, .cancelled) }
        }

        @Test func aTreeIsJSON() {
            root.record.since = 1_000_000_000
            let hasRecord = RecordedFacts.isRecording
            let ids = hasRecord ? (root.recordedID.rawValue, root.recordedID.rawValue + 1) : (1, 2)
            root.attachChild(MockRouter<Int>())
            #expect(
                tree().json
                    == """
                    {
                      "processes" : [
                        {
                          "detached" : [],
                          "isEnd" : false,
                          "momentNanoseconds" : null,
                          "momentTime" : null,
                          "pid" : 7,
                          "process" : "app",
                          "start" : null,
                          "trace" : "runs/app-7",
                          "tree" : [
                            {
                              "ageNanoseconds" : 2000000000,
                              "id" : \(ids.0),
                              "isActive" : true,
                              "omittedBelow" : 0,
                              "parent" : null,
                              "ribPath" : "Root",
                              "standing" : "launched",
                              "subscriptions" : \(hasRecord ? "0" : "null"),
                              "type" : "RootRouter",
                              "workers" : \(hasRecord ? "[]" : "null")
                            },
                            {
                              "ageNanoseconds" : null,
                              "id" : \(ids.1),
                              "isActive" : true,
                              "omittedBelow" : 0,
                              "parent" : \(ids.0),
                              "ribPath" : "Root/Mock",
                              "standing" : "attached",
                              "subscriptions" : null,
                              "type" : "MockRouter<Int>",
                              "workers" : null
                            }
                          ]
                        }
                      ],
                      "version" : 1
                    }

                    """.replacing("Root/Mock", with: "Root/Mock"))
        }

        @Test func aTreeIsAFlowchartWhateverItsTypesAreCalled() {
            let mock = MockRouter<[String: (Int)]>()
            mock.attachChild(MockRouter<Int?>())
            #expect(
                tree(below: .router(mock)).mermaid == """
                    graph TD
                      subgraph p0["app (process 7)"]
                        p0n1["MockRouter#60;Dictionary#60;String, Int#62;#62;<br/>Mock<br/>inactive"]:::inactive
                        p0n2["MockRouter#60;Optional#60;Int#62;#62;<br/>Mock/Mock<br/>inactive"]:::inactive
                        p0n1 --> p0n2
                      end
                      classDef inactive stroke-dasharray: 4 4

                    """)
        }

        @Test func valuesSayWhatHangsOnWhat() {
            let home = attach(HomeRouter(), to: root)
            _ = attach(DetailRouter(), to: home)
            let tree = RIBTree(of: root)
            #expect(tree.roots.map(\.ribPath) == ["Root"])
            #expect(tree.nodes.map(\.depth) == [0, 1, 2])
            #expect(tree.children(of: tree.nodes[0]).map(\.ribPath) == ["Root/Home"])
            #expect(tree.children(of: tree.nodes[1]).map(\.type) == ["DetailRouter"])
        }

        @Test(.enabled(if: RecordedFacts.isRecording))
        func ribsWithoutBaseClassesStandBetweenRouters() {
            let (counter, home) = (CounterRIB(), HomeRouter())
            _ = attach(DetailRouter(), to: root)
            counter.didAttach(to: root)
            counter.attachChild(home)
            root.attachChild(DetailRouter())
            #expect(
                RIBTree(of: root).nodes.map(\.ribPath) == [
                    "Root", "Root/Detail", "Root/Counter", "Root/Counter/Home", "Root/Detail",
                ])
            #expect(RIBTree(of: home).nodes.map(\.ribPath) == ["Root/Counter/Home"])
            #expect(RIBTree(of: home).nodes.map(\.standing) == [.attached])
            #expect(RIBTree(of: counter).nodes.map(\.standing) == [.attached, .attached])
        }

        @Test func aTreeIsSeenFromAnyOfItsRIBs() {
            let home = attach(HomeRouter(), to: root)
            let detail = attach(DetailRouter(), to: home)
            #expect(RIBTree(of: detail).nodes.map(\.ribPath) == ["Root/Home/Detail"])
            #expect(RIBTree(of: detail).nodes.map(\.standing) == [.attached])
            home.detachChild(detail)
            #expect(RIBTree(of: detail).nodes.map(\.standing) == [.detached])
            #expect(RIBTree(of: HomeRouter()).nodes.map(\.standing) == [.unattached])
            #expect(RIBTree(of: HomeRouter()).nodes.map(\.age) == [nil])
        }

        @Test func aRouterWhoseParentIsFreedIsOrphaned() {
            let detail = DetailRouter()
            func run() {
                let mock = MockRouter<Int>()
                let home = HomeRouter()
                mock.attachChild(home)
                home.attachChild(detail)
            }
            run()
            #expect(RIBTree(of: detail).nodes.map(\.standing) == [.orphaned])
        }

        @Test func aRouterAttachedBelowItselfIsListedOnce() {
            let home = attach(HomeRouter(), to: root)
            home.attachChild(root)
            #expect(RIBTree(of: root).nodes.map(\.type) == ["RootRouter", "HomeRouter"])
            home.detachChild(root)
        }

        @Test func whatIsTooDeepIsCounted() {
            var parent: any Routing = root
            for _ in 1...100 {
                let child = MockRouter<Int>()
                parent.attachChild(child)
                parent = child
            }
            let nodes = RIBTree(of: root).nodes
            #expect(nodes.count == 64)
            #expect(nodes.last?.omitted == 37)
        }

        @Test(.enabled(if: RecordedFacts.isRecording))
        func aSharedWorkersSubscriptionsCountOnce() {
            let homes = [attach(HomeRouter(), to: root), attach(HomeRouter(), to: root)]
            let worker = SpyWorker(Log())
            worker.start(homes[0].interactor)
            worker.stop()
            worker.start(homes[1].interactor)
            let entry = Recorder.shared.subscribed(owner: worker.activity, chain: "a")
            let nodes = RIBTree(of: root).nodes
            #expect(nodes.map(\.subscriptions) == [0, 0, 1])
            #expect(nodes.map(\.workers) == [[], [], ["SpyWorker"]])
            if let entry { Recorder.shared.ended(entry, .cancelled) }
        }
    }
#endif
