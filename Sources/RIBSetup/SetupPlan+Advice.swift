// SPDX-License-Identifier: Apache-2.0

import RIBText

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
        var lines: [Copied] = []
        if survey.ribleak == nil { lines.append(packageLine(manifest)) }
        if !manifest.usesRuntime {
            lines.append(
                (
                    ".product(name: \"RIBs\", package: \"\(package)\"),",
                    "in the dependencies of the target with your RIBs"
                ))
        }
        let testing = ".product(name: \"RIBLeakTesting\", package: \"\(package)\")"
        guard let target = survey.testTarget else {
            lines.append(
                (
                    ".testTarget(name: \"AppTests\", dependencies: [\"App\", \(testing)]),",
                    "in the package's targets"
                ))
            return advice(
                "Package.swift has no test target with Swift files. Add one, and run this again:",
                lines)
        }
        if !manifest.checksLeaks {
            lines.append(("\(testing),", "in the dependencies of \(target.name)"))
        }
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
                (
                    "\(survey.ribleakFolder)/Tools/init --ci \($0.rawValue)",
                    "writes \($0.file)"
                )
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
