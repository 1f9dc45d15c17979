// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText

/// What `ribleak init` does in a package, step by step.
///
/// Only plans: each step is carried out by itself. A package that was set up needs no more steps,
/// so the plan for it has none that writes.
package struct SetupPlan {
    /// One file.
    package struct Step: Equatable {
        /// What happens to the file.
        package enum Action: Equatable {
            /// It is new, with this text.
            case create(String)
            /// It gets more lines. This is its whole new text.
            case extend(String)
            /// It stays as it is, or is not written, for this reason.
            case leave(String)
        }

        /// From the package's folder.
        package let path: String
        package let action: Action
        /// What the file is for, such as `what the gate allows`.
        let purpose: String
    }

    package let steps: [Step]
    private let advice: [TextLine]
    /// How the command is called in the package's folder.
    let command: String

    package init(for survey: PackageSurvey) {
        (steps, advice, command) = (survey.steps, survey.advice, survey.command)
    }
}

extension PackageSurvey {
    fileprivate var steps: [SetupPlan.Step] {
        let settings = new(
            InputFile.settings, "what the gate allows", SetupTexts.settings(schema: schemaPath))
        let jobs = CIServer.allCases.filter(servers.contains).map(job)
        return [settings, ignoring] + jobs + [firstTest].compactMap { $0 }
    }

    private var firstTest: SetupPlan.Step? {
        testTarget.map { target in
            let usual = "\(target.folder)/\(SetupTexts.firstTestName).swift"
            let text = SetupTexts.firstTest(
                target.framework, isOnMainActor: manifest.hasMainActorTrait)
            return new(target.fileOfFirstTest ?? usual, "a first test", text)
        }
    }

    private func job(on server: CIServer) -> SetupPlan.Step {
        let up = folderInRepository.split(separator: "/").map { _ in "../" }.joined()
        let purpose = "tests, report and gate on \(server.title)"
        func left(_ file: String, _ reason: String) -> SetupPlan.Step {
            SetupPlan.Step(path: up + file, action: .leave(reason), purpose: purpose)
        }
        func isPlain(_ path: String) -> Bool {
            path.allSatisfy { $0.isLetter || $0.isNumber || "/._+-".contains($0) }
        }
        if let strange = [folderInRepository, ribleakFolder].first(where: { !isPlain($0) }) {
            return left(server.file, "not written: \(strange) is not a plain path for a script")
        }
        if let file = server.fileWithJob(in: repository) {
            return left(file, "runs ribleak already")
        }
        let text = server.job(
            inFolder: folderInRepository, ribleak: ribleakFolder, from: ribleakRemote)
        return new(up + server.file, purpose, text)
    }

    private func new(_ path: String, _ purpose: String, _ text: String) -> SetupPlan.Step {
        // Also a link to nothing is something of the user's.
        var facts = stat()
        let isThere = lstat(absolute(path), &facts) == 0
        let action: SetupPlan.Step.Action =
            isThere
            ? .leave("is there already")
            : staysInRepository(path)
                ? .create(text) : .leave("not written: its folder is a link out of the repository")
        return SetupPlan.Step(path: path, action: action, purpose: purpose)
    }

    /// Keeps recordings out of the repository.
    private var ignoring: SetupPlan.Step {
        let (path, line) = (".gitignore", ".ribleak/")
        func step(_ action: SetupPlan.Step.Action) -> SetupPlan.Step {
            SetupPlan.Step(
                path: path, action: action, purpose: "recordings stay out of the repository")
        }
        let text: String?
        do throws(UserError) {
            text = try InputFile.text(at: absolute(path), atMost: 1 << 20)
        } catch {
            return step(.leave("not changed: \(error.explanation); add the line \(line)"))
        }
        guard let text else { return step(.create("\(line)\n")) }
        let lines = text.split(whereSeparator: \.isNewline).map(String.init)
        let isIgnored = lines.contains {
            [line, ".ribleak", "/.ribleak", "/.ribleak/"].contains(
                $0.trimmingCharacters(in: .whitespaces))
        }
        guard !isIgnored else { return step(.leave("has the line \(line) already")) }
        let end = text.contains("\r\n") ? "\r\n" : "\n"
        let isOpen = text.last.map { !$0.isNewline } ?? false
        return step(.extend(text + (isOpen ? end : "") + line + end))
    }
}

extension SetupPlan.Step {
    /// Writes the file, if it is to be written, from the working directory.
    package func carryOut() throws(UserError) {
        let (text, kind): (String, OutputFile.Kind)
        switch action {
        case .create(let whole): (text, kind) = (whole, .newSource)
        case .extend(let whole): (text, kind) = (whole, .changedSource)
        case .leave: return
        }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        // What is wrong with the folder shows when the file is made.
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = try OutputFile(path, kind)
        try file.write(text)
        try file.finish()
    }

    /// What was done, or is only planned, in one line.
    package func line(isDone: Bool) -> TextLine {
        switch action {
        case .create: line("✓", .calm, isDone ? "wrote" : "would write", purpose)
        case .extend: line("✓", .calm, isDone ? "added a line to" : "would add a line to", purpose)
        case .leave(let reason): line("-", .plain, isDone ? "left" : "would leave", reason)
        }
    }

    private func line(
        _ sign: String, _ style: TextStyle, _ verb: String, _ rest: String
    ) -> TextLine {
        TextLine(sign, style) + TextLine(" \(verb) ") + TextLine(path, .strong)
            + TextLine(": \(rest)")
    }
}

extension SetupPlan {
    /// What is left for a person to do, with the next two commands.
    package var closingLines: [TextLine] {
        advice + [
            TextLine(), TextLine("Next:"), TextLine("  swift test", .strong),
            TextLine("  \(command) report", .strong),
        ]
    }
}

extension PackageSurvey {
    /// What a person has to add to a package, since no program should edit it. The most urgent
    /// comes first.
    fileprivate var advice: [TextLine] {
        var lines = dependency
        if servers.isEmpty, !areServersChosen {
            lines += paragraph(
                "No CI server was found. To write a job for one, run:",
                CIServer.allCases.map {
                    ("\(ribleakFolder)/Tools/init --ci \($0.rawValue)", "writes \($0.file)")
                })
        }
        // GitLab reads one file only, which belongs to the user.
        let gitlab = CIServer.gitlab
        if servers.contains(gitlab), gitlab.fileWithJob(in: repository) == nil {
            lines += paragraph(
                "GitLab does not read \(gitlab.file) by itself. Add:",
                [("include: /\(gitlab.file)", "in .gitlab-ci.yml")])
        }
        // A server gets the repository only.
        if !servers.isEmpty, isRibleakOutside, ribleakRemote == nil {
            lines += paragraph(
                "A CI server gets this repository only, but ribleak lies outside of it, in "
                    + "\(ribleakFolder). Clone it to the same place in the job, or make it a "
                    + "submodule.")
        }
        return lines
    }

    /// What is missing and why it matters, and lines to copy, each with where it belongs or what it
    /// does.
    private func paragraph(
        _ reason: String, _ lines: [(text: String, place: String)] = []
    ) -> [TextLine] {
        let width = lines.map(\.text.count).max() ?? 0
        return [TextLine(), TextLine("!", .caution) + TextLine(" \(reason)")]
            + lines.map { text, place in
                let gap = String(repeating: " ", count: width - text.count + 2)
                return TextLine("    ") + TextLine(text, .strong) + TextLine("\(gap)\(place)")
            }
    }

    /// What `Package.swift` lacks.
    private var dependency: [TextLine] {
        let package = ribleak?.name ?? "ribleak"
        var lines: [(text: String, place: String)] = []
        func add(_ text: String, _ place: String) { lines.append((text, place)) }
        if ribleak == nil {
            // Without the trait Command, whose packages only the command needs.
            let text = ".package(path: \"\(Self.usualPath)\", traits: [])"
            if manifest.packages.isEmpty {
                add("dependencies: [\(text)],", "in the package, before its targets")
            } else {
                add("\(text),", "in the package's dependencies")
            }
        }
        if !manifest.usesRuntime {
            add(
                ".product(name: \"RIBs\", package: \"\(package)\"),",
                "in the dependencies of the target with your RIBs")
        }
        let testing = ".product(name: \"RIBLeakTesting\", package: \"\(package)\")"
        guard let testTarget else {
            add(
                ".testTarget(name: \"AppTests\", dependencies: [\"App\", \(testing)]),",
                "in the package's targets")
            return paragraph(
                "Package.swift has no test target with Swift files. Add one, and run this again:",
                lines)
        }
        if !manifest.checksLeaks {
            add("\(testing),", "in the dependencies of \(testTarget.name)")
        }
        return lines.isEmpty
            ? [] : paragraph("Package.swift lacks what the first test imports. Add:", lines)
    }
}
