// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis
@testable import RIBLeakTesting

/// A leak that ribleak knows as a library's fails no test, and is told once.
@Suite struct LibraryLeakVerdictTests {
    private func finding(_ type: String, of leak: String?, victims: [Victim] = []) -> Finding {
        let identity = FindingIdentity(
            kind: FindingKind.leakedView.rawValue, ribPath: "Root/Map", type: type)
        var finding = Finding(
            kind: .leakedView, ribPath: "Root/Map", type: type, fingerprint: identity.fingerprint,
            identity: identity, count: 1, victims: victims, test: nil, stacks: FindingStacks(),
            hint: nil)
        finding.status.libraryLeak = leak.map {
            LibraryLeak(
                name: $0, explanation: "it keeps views", link: "https://example.com",
                isBuiltIn: true)
        }
        return finding
    }

    private func verdict(on findings: [Finding]) -> LeakVerdict {
        var verdict = LeakVerdict()
        verdict.isJudged = true
        verdict.take(
            RunReport(
                runs: [], summary: RunSummary(of: findings, tracked: 1, dropped: 0),
                findings: findings, caveats: []))
        return verdict
    }

    @Test func itDoesNotFailTheTest() {
        let both = verdict(on: [finding("PinView", of: nil), finding("MapView", of: "sdk")])
        #expect(both.findings.map(\.type) == ["PinView"])
        #expect(both.libraryLeaks.map(\.type) == ["MapView"])
        #expect(both.message?.contains("MapView") == false)
        #expect(verdict(on: [finding("MapView", of: "sdk")]).message == nil)
    }

    @Test func itIsToldOnceInAProcess() {
        // The names belong to this test, since all tests of the process share what was told.
        let one = finding("MapView", of: "told-once")
        #expect(
            LeakVerdict.newNotes(on: [one, finding("PinView", of: "told-once")]) == [
                "note: ribleak: \(one.headline). This is the library leak told-once, "
                    + "which fails no test: it keeps views (https://example.com)"
            ])
        #expect(LeakVerdict.newNotes(on: [one]) == [])
        #expect(LeakVerdict.newNotes(on: [finding("PinView", of: "another")]).count == 1)
    }

    @Test func anExpectedLeakMayBecomeALibrarys() {
        let verdict = verdict(on: [finding("MapView", of: "sdk")])
        #expect(verdict.expecting(1, of: .leakedView).message == nil)
    }

    @Test func anObjectThatALibraryKeepsFailsNoAssertion() {
        final class MapView {}
        var kept: MapView? = MapView()
        let keeper = kept
        let awaited = ExpectedDeallocation(takenFrom: &kept)
        #expect(awaited.judged(verdict(on: [finding("MapView", of: "sdk")])).message == nil)
        let victim = Victim(type: "MapView", ribPath: "Root/Map")
        #expect(
            awaited.judged(verdict(on: [finding("Other", of: "sdk", victims: [victim])])).message
                == nil)
        #expect(awaited.judged(verdict(on: [finding("Other", of: "sdk")])).message != nil)
        withExtendedLifetime(keeper) {}
    }
}
