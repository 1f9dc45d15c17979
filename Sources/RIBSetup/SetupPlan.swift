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
        let jobs = CIServer.allCases.filter(survey.servers.contains)
        steps =
            [Self.settings(survey), Self.ignoring(survey)] + jobs.map { Self.job(on: $0, survey) }
            + [Self.firstTest(survey)].compactMap { $0 }
        advice = Self.advice(for: survey)
        command = survey.command
    }

    // MARK: - Steps

    private static func settings(_ survey: PackageSurvey) -> Step {
        new(
            InputFile.settings, "what the gate allows", survey,
            SetupTexts.settings(schema: survey.schemaPath))
    }

    private static func firstTest(_ survey: PackageSurvey) -> Step? {
        guard let target = survey.testTarget else { return nil }
        let path = target.fileOfFirstTest ?? "\(target.folder)/\(SetupTexts.firstTestName).swift"
        return new(
            path, "a first test", survey,
            SetupTexts.firstTest(
                target.framework, isOnMainActor: survey.manifest.hasMainActorTrait))
    }

    private static func job(on server: CIServer, _ survey: PackageSurvey) -> Step {
        let below = survey.folderInRepository
        let up = below.split(separator: "/").map { _ in "../" }.joined()
        let path = up + server.file
        let purpose = "tests, report and gate on \(server.title)"
        let ribleak = survey.ribleakFolder
        func isPlain(_ path: String) -> Bool {
            path.allSatisfy { $0.isLetter || $0.isNumber || "/._+-".contains($0) }
        }
        if let strange = [below, ribleak].first(where: { !isPlain($0) }) {
            return Step(
                path: path,
                action: .leave("not written: \(strange) is not a plain path for a script"),
                purpose: purpose)
        }
        if let file = server.fileWithJob(in: survey.repository) {
            return Step(path: up + file, action: .leave("runs ribleak already"), purpose: purpose)
        }
        return new(
            path, purpose, survey,
            server.job(inFolder: below, ribleak: ribleak, from: survey.ribleakRemote))
    }

    private static func new(
        _ path: String, _ purpose: String, _ survey: PackageSurvey, _ text: String
    ) -> Step {
        // Also a link to nothing is something of the user's.
        var facts = stat()
        let isThere = lstat(survey.absolute(path), &facts) == 0
        let action: Step.Action =
            isThere
            ? .leave("is there already")
            : survey.staysInRepository(path)
                ? .create(text) : .leave("not written: its folder is a link out of the repository")
        return Step(path: path, action: action, purpose: purpose)
    }

    /// Keeps recordings out of the repository.
    private static func ignoring(_ survey: PackageSurvey) -> Step {
        let (path, line) = (".gitignore", ".ribleak/")
        func step(_ action: Step.Action) -> Step {
            Step(path: path, action: action, purpose: "recordings stay out of the repository")
        }
        let text: String?
        do throws(UserError) {
            text = try InputFile.text(at: survey.absolute(path), atMost: 1 << 20)
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

    /// What was done, in one line.
    ///
    /// - Parameter isDone: False when it was only planned.
    package func line(isDone: Bool) -> TextLine {
        switch action {
        case .create: line("✓", .calm, isDone ? "wrote" : "would write", purpose)
        case .extend: line("✓", .calm, isDone ? "added a line to" : "would add a line to", purpose)
        case .leave(let reason): line("-", .plain, isDone ? "left" : "would leave", reason)
        }
    }

    private func line(_ sign: String, _ style: TextStyle, _ verb: String, _ rest: String)
        -> TextLine
    {
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

extension SetupPlan {
    /// What a person has to add to a package, since no program should edit it. The most urgent
    /// comes first.
    static func advice(for survey: PackageSurvey) -> [TextLine] {
        dependency(survey) + jobs(survey) + include(survey) + clone(survey)
    }

    /// A line to copy, and where it belongs, or what it does.
    private typealias Copied = (text: String, place: String)

    /// - Parameter reason: What is missing, and why it matters.
    private static func advice(_ reason: String, _ lines: [Copied] = []) -> [TextLine] {
        let width = lines.map(\.text.count).max() ?? 0
        return [TextLine(), TextLine("!", .caution) + TextLine(" \(reason)")]
            + lines.map { text, place in
                let gap = String(repeating: " ", count: width - text.count + 2)
                return TextLine("    ") + TextLine(text, .strong) + TextLine("\(gap)\(place)")
            }
    }

    // MARK: - Package.swift

    private static func dependency(_ survey: PackageSurvey) -> [TextLine] {
        let manifest = survey.manifest
        let package = survey.ribleak?.name ?? "ribleak"
        var lines = survey.ribleak == nil ? [packageLine(manifest)] : []
        func add(_ text: String, _ place: String) { lines.append((text, place)) }
        if !manifest.usesRuntime {
            add(
                ".product(name: \"RIBs\", package: \"\(package)\"),",
                "in the dependencies of the target with your RIBs")
        }
        let testing = ".product(name: \"RIBLeakTesting\", package: \"\(package)\")"
        guard let target = survey.testTarget else {
            add(
                ".testTarget(name: \"AppTests\", dependencies: [\"App\", \(testing)]),",
                "in the package's targets")
            return advice(
                "Package.swift has no test target with Swift files. Add one, and run this again:",
                lines)
        }
        if !manifest.checksLeaks { add("\(testing),", "in the dependencies of \(target.name)") }
        return lines.isEmpty
            ? [] : advice("Package.swift lacks what the first test imports. Add:", lines)
    }

    private static func packageLine(_ manifest: ManifestText) -> Copied {
        // Without the trait Command, whose packages only the command needs.
        let package = ".package(path: \"\(PackageSurvey.usualPath)\", traits: [])"
        return manifest.packages.isEmpty
            ? ("dependencies: [\(package)],", "in the package, before its targets")
            : ("\(package),", "in the package's dependencies")
    }

    // MARK: - Servers

    /// What to do when no server is known.
    private static func jobs(_ survey: PackageSurvey) -> [TextLine] {
        guard survey.servers.isEmpty, !survey.areServersChosen else { return [] }
        return advice(
            "No CI server was found. To write a job for one, run:",
            CIServer.allCases.map {
                ("\(survey.ribleakFolder)/Tools/init --ci \($0.rawValue)", "writes \($0.file)")
            })
    }

    /// GitLab reads one file only, which belongs to the user.
    private static func include(_ survey: PackageSurvey) -> [TextLine] {
        guard survey.servers.contains(.gitlab),
            CIServer.gitlab.fileWithJob(in: survey.repository) == nil
        else { return [] }
        let file = CIServer.gitlab.file
        return advice(
            "GitLab does not read \(file) by itself. Add:",
            [("include: /\(file)", "in .gitlab-ci.yml")])
    }

    /// A server gets the repository only.
    private static func clone(_ survey: PackageSurvey) -> [TextLine] {
        guard !survey.servers.isEmpty, survey.isRibleakOutside, survey.ribleakRemote == nil
        else { return [] }
        return advice(
            "A CI server gets this repository only, but ribleak lies outside of it, in "
                + "\(survey.ribleakFolder). Clone it to the same place in the job, or make it a submodule."
        )
    }
}
