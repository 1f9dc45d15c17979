// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import Testing

@testable import RIBs

#if !canImport(UIKit)
    @Suite struct LiveRootsTests {
        private let roots = LiveRoots()

        private func launched() -> RootRouter {
            let root = RootRouter()
            root.launch()
            return root
        }

        @Test func rootsAreKeptInTheOrderOfTheirLaunch() {
            let (first, second) = (launched(), launched())
            roots.add(.router(second))
            roots.add(.router(first))
            roots.add(.router(second))
            #expect(roots.living.map(\.key) == [second, first].map(ObjectIdentifier.init))
        }

        @Test func aRootIsNotKeptAlive() {
            weak var root: RootRouter?
            func run() {
                let made = launched()
                roots.add(.router(made))
                root = made
                #expect(roots.living.count == 1)
            }
            run()
            #expect(root == nil)
            #expect(roots.living.isEmpty)
        }

        @Test func freedRootsAreForgotten() {
            for _ in 1...1_000 { roots.add(.router(launched())) }
            #expect(roots.count <= 16)
        }

        @Test func aRootThatIsLaunchedAgainAndAgainIsKeptOnce() {
            let root = launched()
            for _ in 1...1_000 { roots.add(.router(root)) }
            #expect(roots.count <= 16)
            #expect(roots.living.count == 1)
        }

        @Test(.enabled(if: RecordedFacts.isRecording))
        func aRIBWithoutBaseClassesIsARootUntilItIsDetached() throws {
            let counter = CounterRIB()
            counter.didAttach(to: nil)
            roots.add(.plain(try #require(PlainRIBNode.of(counter))))
            #expect(roots.living.map(\.path) == ["Counter"])
            counter.didDetach()
            #expect(roots.living.isEmpty)
        }
    }
#endif
