// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace
import Testing

@testable import RIBRecorder

@Suite struct ScopesTests {
    @Test func workCarriesItsInnermostScope() {
        let scopes = Scopes()
        let outer = scopes.begin(runsAlone: false, suspiciousEvents: 0)
        let inner = scopes.begin(runsAlone: false, suspiciousEvents: 0)
        Scopes.$carried.withValue(outer) {
            Scopes.$carried.withValue(inner) { #expect(scopes.current == inner) }
            #expect(scopes.current == outer)
        }
        #expect(scopes.current.isNone)
    }

    @Test func workCarriesItsScopeThroughAwaitAndIntoTasks() async {
        let scopes = Scopes()
        let scope = scopes.begin(runsAlone: false, suspiciousEvents: 0)
        await Scopes.$carried.withValue(scope) {
            await Task.yield()
            #expect(scopes.current == scope)
            await Task { #expect(scopes.current == scope) }.value
        }
    }

    @Test func aTestThatRunsAloneOwnsTheWorkOfOtherThreads() {
        let scopes = Scopes()
        let scope = scopes.begin(runsAlone: true, suspiciousEvents: 0)
        #expect(onAnotherThread { scopes.current } == scope)
        scopes.end(scope)
        #expect(onAnotherThread { scopes.current }.isNone)
    }

    @Test func aTestBesideOthersDoesNot() {
        let scopes = Scopes()
        let scope = scopes.begin(runsAlone: false, suspiciousEvents: 0)
        Scopes.$carried.withValue(scope) { #expect(onAnotherThread { scopes.current }.isNone) }
    }

    @Test func aScopeThatEndedOwnsNothing() {
        let scopes = Scopes()
        let scope = scopes.begin(runsAlone: false, suspiciousEvents: 0)
        scopes.end(scope)
        Scopes.$carried.withValue(scope) { #expect(scopes.current.isNone) }
    }

    private func onAnotherThread(_ body: @escaping @Sendable () -> ScopeID) -> ScopeID {
        let result = Protected(ScopeID.none)
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let scope = body()
            result.withLock { $0 = scope }
            ended.signal()
        }
        ended.wait()
        return result.withLock { $0 }
    }
}
