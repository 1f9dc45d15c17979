// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText
import Testing
import TraceFixtures

@testable import RIBLint

/// Where the analyser is looked for, and what it does with bad answers.
@Suite struct LintToolTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func places(named: String? = nil) -> LintTool.Places {
        LintTool.Places(
            named: named, command: folder.file("bin"), package: folder.file("package"),
            searchPath: [folder.file("path")])
    }

    @discardableResult
    private func makeProgram(_ path: String, _ script: String = "exit 0") throws -> String {
        let file = folder.file(path)
        try FileManager.default.createDirectory(
            atPath: URL(fileURLWithPath: file).deletingLastPathComponent().path,
            withIntermediateDirectories: true)
        try ExecutableScript.make(script, at: file)
        return file
    }

    // MARK: - Where it is

    @Test func theNearestOneIsTaken() throws {
        let inOrder = [
            "path/ribleak-lint", "package/Tools/ribleak-lint/.build/debug/ribleak-lint",
            "package/Tools/ribleak-lint/.build/release/ribleak-lint",
            "bin/ribleak-lint-build/release/ribleak-lint", "bin/ribleak-lint",
        ]
        for path in inOrder {
            try makeProgram(path)
            #expect(try LintTool(in: places()).path == folder.file(path))
        }
    }

    @Test func theOneThatTheEnvironmentNamesComesFirst() throws {
        try makeProgram("bin/ribleak-lint")
        let named = try makeProgram("else/other")
        #expect(try LintTool(in: places(named: named)).path == named)
    }

    @Test func aFolderIsNoProgram() throws {
        try makeProgram("bin/ribleak-lint/inside")
        let program = try makeProgram("path/ribleak-lint")
        #expect(try LintTool(in: places()).path == program)
    }

    @Test func whoHasThePackageIsToldHowToBuildIt() throws {
        try makeProgram("package/Tools/ribleak-lint/Package.swift")
        let thrown = #expect(throws: UserError.self) { try LintTool(in: places()) }
        #expect(
            thrown?.description
                == "ribleak-lint: is not built; build it once: swift build -c release "
                + "--package-path '\(folder.file("package"))/Tools/ribleak-lint' "
                + "--scratch-path '\(folder.file("bin"))/ribleak-lint-build'")
    }

    @Test func whoHasOnlyTheCommandIsToldWhereItGoes() {
        let thrown = #expect(throws: UserError.self) { try LintTool(in: places()) }
        #expect(
            thrown?.description
                == "ribleak-lint: is neither next to ribleak nor on the PATH; build it in "
                + "Tools/ribleak-lint of the package ribleak, and put it there")
    }

    @Test func aWrongNameInTheEnvironmentIsAnError() {
        let thrown = #expect(throws: UserError.self) {
            try LintTool(in: places(named: "/nowhere"))
        }
        #expect(
            thrown?.description
                == "RIBLEAK_LINT: names no program: '/nowhere'; name ribleak-lint, or unset it")
    }

    // MARK: - What it answers

    private func answer(_ script: String, _ request: LintRequest = .init()) throws
        -> LintTool.Answer<LintDocument>
    {
        try LintTool(in: places(named: makeProgram("tool", script))).check(request)
    }

    @Test func itGetsPathsRulesAndTheWishToMend() throws {
        let asked = folder.file("asked")
        var request = LintRequest(paths: ["Sources", "-odd"], rules: ["a", "b"], mends: true)
        _ = try? answer("printf '%s ' \"$@\" > '\(asked)'", request)
        #expect(
            try String(contentsOfFile: asked, encoding: .utf8)
                == "check --format json --only a --only b --fix -- Sources -odd ")
        request.explainsSkipped = true
        _ = try? answer("printf '%s ' \"$@\" > '\(asked)'", request)
        #expect(
            try String(contentsOfFile: asked, encoding: .utf8)
                == "check --format json --explain-skipped --only a --only b --fix -- Sources -odd ")
    }

    @Test(arguments: [
        ("exit 3", "ended with the code 3, so nothing was checked; build it anew"),
        ("kill -ILL $$", "crashed by the signal 4, so nothing was checked; build it anew"),
        (
            "echo hello",
            "is not the JSON of ribleak-lint, which is an object with a version; ribleak lint --output json:FILE writes one"
        ),
        ("yes aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "printed more than 64 MiB; name fewer paths"),
    ])
    func aBadAnswerIsAnError(script: String, reason: String) throws {
        let thrown = #expect(throws: UserError.self) { try answer(script) }
        #expect(thrown?.description == "\(folder.file("tool")): \(reason)")
    }

    @Test func whoCanDoWithoutWaitsNoLonger() throws {
        let tool = try LintTool(in: places(named: makeProgram("tool", "exec sleep 600")))
        let thrown = #expect(throws: UserError.self) { try tool.check(.init(), within: 1) }
        #expect(thrown?.description == "\(tool.path): took more than 1 s")
    }

    @Test(arguments: [Int32(2), 64])
    func itMayRefuse(code: Int32) throws {
        guard case .refused(code) = try answer("exit \(code)") else {
            Issue.record("it was not refused")
            return
        }
    }
}
