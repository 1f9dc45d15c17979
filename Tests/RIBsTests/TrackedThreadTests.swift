// SPDX-License-Identifier: Apache-2.0

#if !canImport(Combine)
    import RIBRecorder
    import RIBTrace
    import Testing

    @testable import RIBs

    /// What a tracker notes of the calls that a thread is in.
    @Suite struct TrackedThreadTests {
        private let thread = TrackedThread()
        private let owner = Activity(owner: ObjectID(1))

        @Test func aDeliveryWithoutAReportedCallIsNotNoted() {
            thread.noteReceiver(ownedBy: owner)
            thread.noteFiring(for: owner)
            #expect(thread.innermost == nil)
        }

        @Test func theEndOfACallEndsThoseThatBeganInIt() {
            for type in [Int.self, String.self] as [Any.Type] {
                thread.begin(
                    TrackedCall(
                        type: ObjectIdentifier(type), role: thread.role(of: type), owner: owner))
            }
            thread.end(Int.self, isDelivery: true)
            #expect(thread.innermost == nil)
        }
    }
#endif
