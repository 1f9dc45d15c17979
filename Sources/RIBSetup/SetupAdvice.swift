// SPDX-License-Identifier: Apache-2.0

/// What a person has to add to a package, since no program should edit it.
struct SetupAdvice: Equatable {
    /// A line to copy.
    struct Line: Equatable {
        let text: String
        /// Where it belongs, or what it does, such as `in the package's dependencies`.
        let place: String
    }

    /// What is missing, and why it matters.
    let reason: String
    let lines: [Line]

    /// All advice for a package, the most urgent first.
    static func all(for survey: PackageSurvey) -> [SetupAdvice] {
        [dependency(survey), jobs(survey), include(survey), clone(survey)].compactMap { $0 }
    }

    // MARK: - Package.swift

    private static func dependency(_ survey: PackageSurvey) -> SetupAdvice? {
        let manifest = survey.manifest
        let package = survey.ribleak?.name ?? "ribleak"
        var lines: [Line] = []
        if survey.ribleak == nil { lines.append(packageLine(manifest)) }
        if !manifest.usesRuntime {
            lines.append(
                Line(
                    text: ".product(name: \"RIBs\", package: \"\(package)\"),",
                    place: "in the dependencies of the target with your RIBs"))
        }
        if let target = survey.testTarget {
            if !manifest.checksLeaks {
                lines.append(
                    Line(
                        text: ".product(name: \"RIBLeakTesting\", package: \"\(package)\"),",
                        place: "in the dependencies of \(target.name)"))
            }
        } else {
            lines.append(
                Line(
                    text: ".testTarget(name: \"AppTests\", dependencies: [\"App\", "
                        + ".product(name: \"RIBLeakTesting\", package: \"\(package)\")]),",
                    place: "in the package's targets"))
        }
        guard !lines.isEmpty else { return nil }
        let reason =
            survey.testTarget == nil
            ? "Package.swift has no test target with Swift files. Add one, and run this again:"
            : "Package.swift lacks what the first test imports. Add:"
        return SetupAdvice(reason: reason, lines: lines)
    }

    private static func packageLine(_ manifest: ManifestText) -> Line {
        // Without the trait Command, whose packages only the command needs.
        let package = ".package(path: \"\(PackageSurvey.usualPath)\", traits: [])"
        return manifest.packages.isEmpty
            ? Line(text: "dependencies: [\(package)],", place: "in the package, before its targets")
            : Line(text: "\(package),", place: "in the package's dependencies")
    }

    // MARK: - Servers

    /// What to do when no server is known.
    private static func jobs(_ survey: PackageSurvey) -> SetupAdvice? {
        guard survey.servers.isEmpty, !survey.areServersChosen else { return nil }
        return SetupAdvice(
            reason: "No CI server was found. To write a job for one, run:",
            lines: CIServer.allCases.map {
                Line(
                    text: "\(survey.ribleakFolder)/Tools/init --ci \($0.rawValue)",
                    place: "writes \($0.file)")
            })
    }

    /// GitLab reads one file only, which belongs to the user.
    private static func include(_ survey: PackageSurvey) -> SetupAdvice? {
        guard survey.servers.contains(.gitlab),
            CIServer.gitlab.fileWithJob(in: survey.repository) == nil
        else { return nil }
        let file = CIServer.gitlab.file
        return SetupAdvice(
            reason: "GitLab does not read \(file) by itself. Add:",
            lines: [Line(text: "include: /\(file)", place: "in .gitlab-ci.yml")])
    }

    /// A server gets the repository only.
    private static func clone(_ survey: PackageSurvey) -> SetupAdvice? {
        guard !survey.servers.isEmpty, survey.isRibleakOutside, survey.ribleakRemote == nil
        else { return nil }
        return SetupAdvice(
            reason: "A CI server gets this repository only, but ribleak lies outside of it, in "
                + "\(survey.ribleakFolder). Clone it to the same place in the job, or make it a submodule.",
            lines: [])
    }
}
