// SPDX-License-Identifier: Apache-2.0

import Testing
import TraceFixtures

@testable import RIBAnalysis

@Suite struct FingerprintTests {
    @Test func itIsFrozen() {
        // Baselines in people's repositories hold these: a change of this value breaks them.
        let identity = FindingIdentity(
            kind: "leaked-router", ribPath: "Root/Home", type: "HomeRouter")
        #expect(identity.firstFingerprint == "2bf03ceda7b71717")
        #expect(identity.fingerprint.description == "2a0e7127f56bf807")
    }

    @Test func itIsTheSameWhateverElseTheRunDid() throws {
        let (quiet, root) = try launchedRoot()
        leakHome(in: quiet, root)
        let (busy, busyRoot) = try launchedRoot()
        for _ in 1...5 {
            let other = busy.rib("Other")
            busy.attach(other, to: busyRoot)
        }
        leakHome(in: busy, busyRoot)

        let fingerprints = try [quiet, busy].map { try report(on: $0).findings.map(\.fingerprint) }
        #expect(fingerprints[0] == fingerprints[1])
    }

    @Test func anotherPlaceIsAnotherMistake() {
        let one = FindingIdentity(kind: "leaked-router", ribPath: "Root/A/B", type: "BRouter")
        let other = FindingIdentity(kind: "leaked-router", ribPath: "Root/B", type: "BRouter")
        #expect(one.fingerprint != other.fingerprint)
    }

    private func leakHome(in trace: TraceBuilder, _ root: SyntheticRIB) {
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        trace.settle(alive: home.parts)
    }
}
