// SPDX-License-Identifier: Apache-2.0

import Testing
import TraceFixtures

/// The commands in a project whose settings know a library leak.
@Suite struct LibraryLeakCommandTests {
    private let project: GateProject
    private let trace: TraceBuilder

    /// A run in which a client keeps the view of Map, and something unknown that of Menu.
    init() throws {
        project = try GateProject()
        try project.write(
            """
            library-leaks:
            - name: client
              retain-path: "**/Client.observers[*]"
              description: the client keeps observers
              link: https://example.com/12
            """, to: ".ribleak.yml")
        trace = try TraceBuilder()
        let root = trace.rib("Root")
        trace.launch(root)
        let ribs = ["Map", "Menu"].map { trace.rib($0) }
        for rib in ribs {
            trace.attach(rib, to: root)
            trace.detach(rib, from: root)
            trace.destroy(rib.router, rib.interactor)
        }
        trace.retain(
            ribs[0].view, .global, [.object("Client", "observers[0]", "MapViewController")])
        trace.settle(alive: ribs.map(\.view))
        trace.finish()
    }

    private func fingerprint(of type: String) throws -> String {
        let text = try project.run(["report", "--limit", "0", trace.folder]).output
        let line = try #require(text.split(separator: "\n").first { $0.contains(": \(type)  ") })
        return String(try #require(line.split(separator: " ").last))
    }

    @Test func theReportShowsItApart() throws {
        let run = try project.run(["report", trace.folder])
        #expect(run.code == 0)
        #expect(run.output.hasPrefix("✗ 1 leak, 1 library leak. 9 objects tracked.\n"))
        #expect(run.output.contains("1 of 1  Leaked view at Root/Menu"))
        #expect(
            run.output.contains("  client: the client keeps observers (https://example.com/12)"))
    }

    @Test func theGateCountsTheProjectsOnly() throws {
        let failed = try project.run(["gate", trace.folder])
        #expect(failed.code == 1)
        #expect(failed.output.contains("failed: 1 leak (allowed 0)"))
        #expect(failed.output.contains("1 library leak"))
        let passed = try project.run(["gate", "--max-leaks", "1", trace.folder])
        #expect(passed.code == 0)
    }

    @Test func explainShowsWhatIsKnown() throws {
        let run = try project.run(
            ["explain", try fingerprint(of: "MapViewController"), trace.folder])
        #expect(run.code == 0)
        #expect(
            run.output.contains(
                "library leak client, from the project's settings: the client keeps observers"))
        #expect(run.output.contains("Client.observers[0]"))
    }

    @Test func aBaselineDoesNotHaveIt() throws {
        let run = try project.run(["baseline", "write", "--output", "b.json", trace.folder])
        #expect(run.code == 0)
        #expect(
            run.output.contains(
                "1 finding in b.json: 1 added, 0 taken out; 1 library leak left out"))
        #expect(try !project.text(of: "b.json").contains("MapViewController"))
    }

    @Test func aHistoryDoesNotHaveIt() throws {
        let database = ["--database", "h.sqlite"]
        #expect(try project.run(["history", "import", trace.folder] + database).code == 0)
        let history = try project.run(["history", "show"] + database)
        #expect(history.output.contains("MenuViewController"))
        #expect(!history.output.contains("MapViewController"))
    }

    @Test func withoutTheSettingItIsALeakOfTheProject() throws {
        try project.write("version: 1", to: ".ribleak.yml")
        let run = try project.run(["report", trace.folder])
        #expect(run.output.hasPrefix("✗ 2 leaks. 9 objects tracked.\n"))
    }

    @Test func aVersionOfPackageResolvedDecides() throws {
        try project.write(
            try project.text(of: ".ribleak.yml") + "\n  package: client\n  below: 2.0.0\n",
            to: ".ribleak.yml")
        func isCovered(_ version: String) throws -> Bool {
            try project.write(
                #"{"version": 3, "pins": [{"identity": "client", "state": {"version": "\#(version)"}}]}"#,
                to: "Package.resolved")
            return try project.run(["report", trace.folder]).output.contains("1 library leak")
        }
        #expect(try isCovered("1.9.0"))
        #expect(try !isCovered("2.0.0"))
        let gate = try project.run(["gate", "--max-leaks", "2", trace.folder])
        #expect(gate.output.contains("it covers nothing, since client is 2.0.0 now"))
    }

    @Test func aMistakeInTheSettingIsAnErrorOfEachCommand() throws {
        try project.write("library-leaks:\n- name: client\n", to: ".ribleak.yml")
        for command in [["report"], ["gate"], ["explain", "0123"], ["history", "import"]] {
            let run = try project.run(command + [trace.folder])
            #expect(run.code == 78)
            #expect(run.errors.contains(".ribleak.yml:2: a library leak needs a retain-path"))
        }
    }
}
