// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@testable import RIBCommand

@Suite struct OpenCommandTests {
    private let project: GateProject
    private let trace: TraceBuilder

    init() throws {
        project = try GateProject()
        trace = try GateProject.trace(leaking: ["Game"])
    }

    /// Runs the command where there is no desktop.
    private func open(_ arguments: [String] = [], browser: String = "") throws -> FinishedProcess {
        try project.run(
            ["open"] + arguments,
            [
                "RIBLEAK_TRACE_DIR": trace.runsFolder, "BROWSER": browser, "DISPLAY": "",
                "WAYLAND_DISPLAY": "", "TMPDIR": project.folder.path,
                "PATH": "\(project.folder.path):/usr/bin:/bin",
            ])
    }

    private var run: String {
        URL(fileURLWithPath: trace.folder).deletingLastPathComponent().path
    }

    /// Makes a browser, `browser`, that `open` finds.
    private func makeBrowser(_ script: String) throws {
        try project.write("#!/bin/sh\n\(script)\n", to: "browser")
        try #require(chmod(project.folder.file("browser"), 0o700) == 0)
    }

    // MARK: - The page

    @Test func withoutABrowserThePathIsPrinted() throws {
        let page = "\(run)/report.html"
        let opened = try open()
        #expect(opened.code == 0)
        #expect(opened.output == "\(page)\n")
        #expect(
            opened.errors
                == "ribleak: warning: no browser is known here; open the page yourself, or name one in BROWSER\n"
        )
        let text = try String(contentsOfFile: page, encoding: .utf8)
        #expect(text.contains("Game"))
        // The page does not count as a part of the run.
        #expect(try project.run(["gate", run]).code == 1)
        #expect(try open().output == opened.output)
    }

    @Test func tracesThatAreNamedHaveTheirPageElsewhere() throws {
        let opened = try open([trace.folder])
        #expect(opened.code == 0)
        let page = opened.output.dropLast()
        #expect(page.hasPrefix("\(project.folder.path)/ribleak-report-"))
        #expect(FileManager.default.fileExists(atPath: String(page)))
        #expect(!FileManager.default.fileExists(atPath: "\(run)/report.html"))
    }

    @Test func aRunFolderThatIsNamedHasItsPageInIt() throws {
        #expect(try open([run]).output == "\(run)/report.html\n")
    }

    @Test func withoutARunThereIsNoPage() throws {
        let opened = try project.run(["open"])
        #expect(opened.code == 2)
        #expect(opened.output == "")
        #expect(opened.errors.hasPrefix("ribleak: error: .ribleak: no run is here; "))
    }

    // MARK: - The browser

    @Test func theBrowserThatIsNamedGetsThePage() throws {
        try makeBrowser("echo \"$@\" > '\(project.folder.file("opened"))'")
        let opened = try open(browser: "missing-browser:browser --new %s")
        #expect(opened.code == 0)
        #expect(opened.errors == "")
        let page = URL(fileURLWithPath: "\(run)/report.html").absoluteString
        #expect(try project.text(of: "opened") == "--new \(page)\n")
    }

    @Test func aBrowserThatFailsIsNamedAndThePageStays() throws {
        try makeBrowser("exit 3")
        let opened = try open(browser: "browser")
        #expect(opened.code == 0)
        #expect(opened.output == "\(run)/report.html\n")
        #expect(
            opened.errors == "ribleak: warning: browser: failed with exit code 3; "
                + "open the page yourself, or name a browser in BROWSER\n")
        #expect(
            try open(browser: "missing-browser").errors
                == "ribleak: warning: missing-browser: is not installed; "
                + "open the page yourself, or name a browser in BROWSER\n")
    }

    @Test func aDesktopHasABrowser() {
        let page = "file:///runs/a%20b/report.html"
        func commands(_ environment: [String: String]) -> [[String]] {
            Browser.commands(for: page, environment: environment)
        }
        #if os(macOS)
            #expect(commands([:]) == [["open", page]])
        #else
            #expect(commands([:]) == [])
            #expect(commands(["DISPLAY": ":0"]) == [["xdg-open", page]])
            #expect(commands(["WAYLAND_DISPLAY": "wayland-0"]) == [["xdg-open", page]])
            #expect(
                commands(["DISPLAY": ":0", "BROWSER": "w3m: firefox -url=%s"]) == [
                    ["w3m", page], ["firefox", "-url=\(page)"], ["xdg-open", page],
                ])
        #endif
    }
}
