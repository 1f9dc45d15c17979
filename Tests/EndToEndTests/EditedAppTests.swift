// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import Testing
    import TraceFixtures

    /// What gate, diff and history say of an app after an edit, built for real.
    ///
    /// One after the other: other tests have the rest of the machine.
    @Suite(
        .enabled(if: SwiftCompiler.isInstalled, "there is no swiftc beside swift"), .serialized)
    struct EditedAppTests {
        /// The app before each edit, and its baseline.
        private struct Known: Sendable {
            let app: EditedApp
            let baseline: String

            init(_ build: EditedApp.Build) throws {
                app = try EditedApp(Edit(name: "nothing"), build)
                baseline = app.file("baseline.json")
                let written = try FinishedProcess(
                    "ribleak", ["baseline", "write", "--output", baseline, app.runs])
                #expect(written.code == 0, "\(written.errors)")
            }
        }

        private static let known = Task {
            try Dictionary(
                uniqueKeysWithValues: EditedApp.Build.available.map { ($0, try Known($0)) })
        }

        /// By day the first edit of each outcome in debug, and the one of a function that the optimizer
        /// inlines; by night all.
        private static let cases: [(Edit, EditedApp.Build)] = {
            guard !Nightly.isOn else {
                return Edit.all.flatMap { edit in
                    EditedApp.Build.available.map { (edit, $0) }
                }
            }
            var outcomes: Set<[Bool]> = []
            let daily = Edit.all.filter { outcomes.insert($0.outcome).inserted }
            let inlined = Edit.all.filter { $0.changed.contains(Edit.chatLeak) }
            return daily.map { ($0, .debug) }
                + EditedApp.Build.available.filter { $0 != .debug }.map { (inlined[0], $0) }
        }()

        @Test(arguments: cases)
        fileprivate func anEditIsWhatItIs(edit: Edit, build: EditedApp.Build) async throws {
            let known = try await Self.known.value
            let app = try EditedApp(edit, build)
            // The baseline is of the other build: the optimizer is no edit.
            let before = try #require(known[.debug])
            try expectDiff(of: app, edit, since: before)
            try expectGate(on: app, edit, knowing: before)
            // What a history and a baseline do of that does not depend on the build.
            guard build == .debug else { return }
            if !edit.isTrendGuessed { try expectHistory(of: app, edit, after: before) }
            try expectRenewal(by: app, edit, of: before)
        }

        private func expectDiff(of app: EditedApp, _ edit: Edit, since known: Known) throws {
            let run = try FinishedProcess(
                "ribleak", ["diff", "--format", "json", known.app.runs, app.runs])
            #expect(run.code == 0, "\(run.errors)")
            let diff = try JSONDecoder().decode(Diff.self, from: Data(run.output.utf8))
            #expect(diff.moved.map(\.to.name).sorted() == edit.moved)
            #expect(diff.changed.map(\.to.name).sorted() == edit.changed)
            #expect(diff.fixed.map(\.name).sorted() == edit.fixed)
            #expect(diff.new.map(\.name).sorted() == edit.new)
            #expect(diff.otherCounts.map(\.to.name).sorted() == edit.grown)
            #expect(diff.unchanged.count == edit.unchanged)
        }

        private func expectGate(on app: EditedApp, _ edit: Edit, knowing known: Known) throws {
            let gate = try FinishedProcess(
                "ribleak", ["gate", "--ratchet", "--baseline", known.baseline, app.runs])
            #expect(gate.code == edit.gateCode, "\(gate.output)\(gate.errors)")
        }

        private func expectRenewal(by app: EditedApp, _ edit: Edit, of known: Known) throws {
            let renewed = app.file("renewed.json")
            try FileManager.default.copyItem(atPath: known.baseline, toPath: renewed)
            let written = try FinishedProcess(
                "ribleak", ["baseline", "write", "--output", renewed, app.runs])
            let renamed = edit.moved.count + edit.changed.count
            let names = renamed > 0 ? ", \(renamed) renamed" : ""
            #expect(
                written.output.contains(
                    ": \(edit.new.count) added, \(edit.fixed.count) taken out\(names)\n"))
            let after = try FinishedProcess(
                "ribleak", ["gate", "--ratchet", "--baseline", renewed, app.runs])
            #expect(after.code == 0, "\(after.output)")
        }

        private func expectHistory(of app: EditedApp, _ edit: Edit, after known: Known) throws {
            let database = app.file("history.sqlite")
            for runs in [known.app.runs, app.runs] {
                let added = try FinishedProcess(
                    "ribleak", ["history", "import", "--database", database, runs])
                #expect(added.code == 0, "\(added.errors)")
            }
            let shown = try FinishedProcess(
                "ribleak", ["history", "show", "--format", "json", "--database", database])
            let history = try JSONDecoder().decode(History.self, from: Data(shown.output.utf8))
            let trends = Dictionary(grouping: history.findings) { finding in
                finding.isFixed ? "fixed" : finding.counts.first == 0 ? "new" : "same"
            }
            #expect((trends["fixed"] ?? []).map(\.name) == edit.fixed)
            #expect((trends["new"] ?? []).map(\.name) == edit.new)
            #expect(trends["same"]?.count == Edit.findings.count - edit.fixed.count)
        }

        private struct Entry: Decodable {
            let kind: String
            let type: String

            var name: String { "\(kind) \(type)" }
        }

        private struct Diff: Decodable {
            struct Pair: Decodable {
                let to: Entry
            }

            let new, fixed, unchanged: [Entry]
            let moved, changed, otherCounts: [Pair]
        }

        private struct History: Decodable {
            struct Trend: Decodable {
                let kind: String
                let type: String
                let counts: [Int]
                let isFixed: Bool

                var name: String { "\(kind) \(type)" }
            }

            let findings: [Trend]
        }
    }
#endif
