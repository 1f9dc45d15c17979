import Foundation
import RIBTrace
import Testing

@testable import RIBRecorder

@Suite struct ScopesTests {
    @Test func theInnermostScopeOfTheThreadCounts() {
        let scopes = Scopes()
        let outer = scopes.begin(suspicions: 0)
        let inner = scopes.begin(suspicions: 0)
        #expect(scopes.current == inner)
        scopes.end(inner)
        #expect(scopes.current == outer)
        scopes.end(outer)
        #expect(scopes.current.isNone)
    }

    @Test func aThreadWithoutAScopeWorksForTheOnlyThreadThatHasOne() {
        let scopes = Scopes()
        let scope = scopes.begin(suspicions: 0)
        #expect(onAnotherThread { scopes.current } == scope)
    }

    @Test func whenTestsRunSideBySideEachThreadWorksForItsOwn() {
        let scopes = Scopes()
        let here = scopes.begin(suspicions: 0)
        let there = onAnotherThread { () -> ScopeID in
            let scope = scopes.begin(suspicions: 0)
            #expect(scopes.current == scope)
            return scope
        }
        #expect(scopes.current == here)
        #expect(here != there)
        #expect(onAnotherThread { scopes.current }.isNone)
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
