// SPDX-License-Identifier: Apache-2.0

#if !canImport(Combine)
    import RIBRecorder
    import RIBTrace
    import Testing

    @testable import RIBs

    @Suite struct FollowedTableTests {
        private let owner = Activity(owner: ObjectID(1))

        private func subscriber(_ id: CombineIdentifier) -> FollowedSubscriber {
            FollowedSubscriber(id: id, owner: owner, object: nil)
        }

        @Test func findsWhatWasPutInLast() {
            let table = FollowedTable()
            let id = CombineIdentifier()
            let (first, second) = (subscriber(id), subscriber(id))
            #expect(table[id] == nil)
            #expect(table.set(first, for: id) == nil)
            #expect(table.set(second, for: id) === first)
            #expect(table[id] === second)
            #expect(table.count == 1)
            #expect(table.remove(id) === second)
            #expect(table.remove(id) == nil)
            #expect(table.count == 0)
        }

        /// Beside a dictionary, in which identifiers of objects and counted ones come and go.
        @Test(arguments: [1, 2, 3]) func isWhatADictionaryWouldBe(seed: UInt64) {
            final class Thing {}
            var random = seed
            func next(_ bound: Int) -> Int {
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Int(random >> 33) % bound
            }
            let things = (0..<200).map { _ in Thing() }
            let ids =
                things.map { CombineIdentifier($0) } + (0..<200).map { _ in CombineIdentifier() }
            let table = FollowedTable(capacity: 4)
            var expected: [CombineIdentifier: FollowedSubscriber] = [:]
            for _ in 0..<5_000 {
                let id = ids[next(ids.count)]
                if next(3) == 0 {
                    #expect(table.remove(id) === expected.removeValue(forKey: id))
                } else {
                    let one = subscriber(id)
                    #expect(table.set(one, for: id) === expected.updateValue(one, forKey: id))
                }
            }
            #expect(table.count == expected.count)
            for id in ids { #expect(table[id] === expected[id]) }
            #expect(
                Set(table.all.map(ObjectIdentifier.init))
                    == Set(expected.values.map(ObjectIdentifier.init)))
            table.removeAll()
            #expect(table.count == 0)
            #expect(ids.allSatisfy { table[$0] == nil })
        }
    }
#endif
