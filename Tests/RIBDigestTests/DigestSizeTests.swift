// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBTrace
import Testing
import TraceFixtures

@testable import RIBDigest

/// A digest is never larger than it may be, and says what it left out.
@Suite struct DigestSizeTests {
    /// A session with leaks of different types, of which each has a stack and a retain path.
    private func session(leaks: Int, named name: String = "Cart") throws -> TraceBuilder {
        let builder = try TraceBuilder()
        builder.append(
            .imageDefined(
                ImageDefinition(id: ImageID(1), loadBias: 0, path: "/app/Shop", buildID: "0a1b")))
        let root = builder.rib("Root")
        builder.launch(root)
        var leaked: [ObjectID] = []
        for number in 1...leaks {
            let stack = StackID(UInt64(number))
            builder.append(
                .stackDefined(
                    stack,
                    StackDefinition(
                        frames: (0..<20).map {
                            .init(image: ImageID(1), offset: UInt64(number * 1_000 + $0))
                        }, isTruncated: false)))
            let rib = builder.rib("\(name)\(number)", stack: stack)
            builder.attach(rib, to: root)
            builder.detach(rib, from: root)
            builder.destroy(rib.interactor, rib.view)
            leaked.append(rib.router)
        }
        builder.settle(alive: leaked)
        for (number, router) in leaked.enumerated() {
            builder.retain(
                router, .global,
                [.object("Store\(number)", "kept", "\(name)\(number + 1)Router", id: .none)])
        }
        return builder
    }

    private struct Read: Decodable {
        struct Finding: Decodable {
            let type: String
            let stacks: [String: [DigestFrame]?]?
            let retainPath: Path?
        }

        struct Path: Decodable { let reason: String }

        struct Omitted: Decodable, Equatable {
            let findings: Int
            let stacks: Int
            let retainPaths: Int
        }

        struct Counts: Decodable { let leaks: Int }

        let images: [DigestImage]
        let findings: [Finding]
        let omitted: Omitted
        let counts: Counts
    }

    /// Holds the trace until it is read.
    private func digest(of session: TraceBuilder) throws -> Digest {
        try Digest(reading: session.folder)
    }

    private func read(_ digest: Digest) throws -> Read {
        try JSONDecoder().decode(Read.self, from: Data(digest.json.utf8))
    }

    @Test func aSmallSessionIsThereInFull() throws {
        let digest = try read(self.digest(of: session(leaks: 3)))
        #expect(digest.findings.count == 3)
        #expect(digest.findings.allSatisfy { $0.stacks != nil && $0.retainPath != nil })
        #expect(digest.omitted == .init(findings: 0, stacks: 0, retainPaths: 0))
    }

    @Test(arguments: [100, 200, 400, 1_200])
    func aLargeSessionLosesTheDetailsOfTheLeastDamagingFirst(leaks: Int) throws {
        let digest = try self.digest(of: session(leaks: leaks))
        #expect(digest.json.utf8.count <= 64 << 10)
        // Little room is left unused.
        #expect(digest.json.utf8.count > 60 << 10)
        let found = try read(digest)
        #expect(found.counts.leaks == leaks)
        #expect(found.findings.count + found.omitted.findings == leaks)
        let withStacks = found.findings.count { $0.stacks != nil }
        let withPaths = found.findings.count { $0.retainPath != nil }
        #expect(found.findings.prefix(withStacks).allSatisfy { $0.stacks != nil })
        #expect(found.findings.prefix(withPaths).allSatisfy { $0.retainPath != nil })
        #expect(found.omitted.stacks == found.findings.count - withStacks)
        #expect(found.omitted.retainPaths == found.findings.count - withPaths)
        // What is more useful stays as long as anything else can go.
        if withStacks > 0 { #expect(withPaths == found.findings.count) }
        if withPaths > 0 { #expect(found.findings.count == leaks) }
        // Images that nothing refers to are left out.
        #expect(found.images.isEmpty == (withStacks == 0))
    }

    @Test func longNamesAreCut() throws {
        let name = String(repeating: "É", count: 1_500)
        let digest = try self.digest(of: session(leaks: 40, named: name))
        #expect(digest.json.utf8.count <= 64 << 10)
        #expect(try read(digest).findings.count == 40)
    }

    @Test func theSameTraceLosesTheSame() throws {
        let trace = try session(leaks: 300)
        #expect(try Digest(reading: trace.folder).json == Digest(reading: trace.folder).json)
    }
}
