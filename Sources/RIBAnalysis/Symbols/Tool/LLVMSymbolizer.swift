// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText

/// Looks up functions and lines with LLVM's `llvm-symbolizer`.
public struct LLVMSymbolizer: Symbolizing {
    /// The most addresses of one batch that are looked up. The rest stay without names.
    private static let mostAddresses = 200_000

    /// Finds the tool. Called only when there is an address to look up.
    let tool: @Sendable () -> String?
    let paths: DisplayPath
    let timeLimit: TimeInterval
    var sources: SourceDeclarations?
    var running = RunningSymbolizer()

    /// Looks up the addresses whose files have not changed since the recording.
    public func symbolicate(_ addresses: [ImageAddress]) -> Symbolication {
        var caveats: [Caveat] = []
        let known = stillThere(addresses, caveats: &caveats)
        var answers: [ImageAddress: [SymbolizerAnswer.Symbol]] = [:]
        if known.isEmpty {
            // No address can be looked up, so the tool is not needed.
        } else if let tool = tool() {
            answers = self.answers(of: tool, about: known, caveats: &caveats)
        } else {
            caveats.append(
                Caveat(
                    .symbolizerMissing,
                    "llvm-symbolizer is neither next to swift nor on PATH: "
                        + "functions are shown as module and offset", hidesProject: true))
        }
        var maker = FrameMaker(paths: paths)
        var frames: [ImageAddress: [SymbolizedFrame]] = [:]
        for address in addresses where frames[address] == nil {
            frames[address] = maker.frames(for: answers[address] ?? [], at: address)
        }
        let symbols = Symbolication(
            frames: frames, caveats: caveats, answers: answers, sources: sources)
        symbols.findSources()
        return symbols
    }

    /// The distinct addresses whose files are unchanged, in a stable order.
    private func stillThere(
        _ addresses: [ImageAddress], caveats: inout [Caveat]
    ) -> [ImageAddress] {
        let images = Dictionary(grouping: Set(addresses)) {
            ImageAddress(path: $0.path, buildID: $0.buildID, offset: 0)
        }
        var known: [ImageAddress] = []
        for (image, addresses) in images.sorted(by: { $0.key.path < $1.key.path }) {
            // Other images, such as the kernel's own `linux-vdso.so.1`, are not files.
            guard image.path.hasPrefix("/") else { continue }
            if let caveat = image.caveat {
                caveats.append(caveat)
            } else {
                known += addresses.sorted { $0.offset < $1.offset }
            }
        }
        return Array(known.prefix(Self.mostAddresses))
    }

    /// Asks the tool about addresses, and where the functions begin that forwarders at these pass
    /// calls on to.
    ///
    /// - Returns: The functions at each address, innermost inlined one first.
    private func answers(
        of tool: String, about addresses: [ImageAddress], caveats: inout [Caveat]
    ) -> [ImageAddress: [SymbolizerAnswer.Symbol]] {
        let found = ask(tool, addresses.map(SymbolizerQuestion.init), caveats: &caveats)
        var forwarders: [ImageAddress: SymbolizerQuestion] = [:]
        for address in addresses {
            forwarders[address] = found[SymbolizerQuestion(address)].flatMap {
                SymbolizerQuestion(forwardedBy: $0, in: address.path)
            }
        }
        let targets = ask(tool, forwarders.values, caveats: &caveats)
        // A closure that was inlined somewhere tells there where it begins.
        let inlined = Set(
            found.values.joined().filter { $0.startLine ?? 0 > 0 }.compactMap(\.name))
        let withoutLine = forwarders.filter {
            targets[$0.value]?.first == nil && !inlined.contains($0.value.place)
        }
        let makers = askForMakers(tool, of: withoutLine, caveats: &caveats)
        return addresses.reduce(into: [:]) { answers, address in
            let closure = forwarders[address].flatMap { targets[$0]?.first ?? makers[$0] }
            answers[address] = found[SymbolizerQuestion(address)].map {
                (closure.map { [$0] } ?? []) + $0
            }
        }
    }

    /// Looks up where closures are made whose own code has no line, since the optimizer inlined it
    /// into the forwarder or merged it with that of others.
    private func askForMakers(
        _ tool: String, of forwarders: [ImageAddress: SymbolizerQuestion], caveats: inout [Caveat]
    ) -> [SymbolizerQuestion: SymbolizerAnswer.Symbol] {
        var places: [SymbolizerQuestion: [SymbolizerQuestion]] = [:]
        for (path, forwarders) in Dictionary(grouping: forwarders, by: \.key.path) {
            guard let image = ElfImage(path: path) else { continue }
            let loads = image.loads(of: Set(forwarders.map(\.key.call)))
            for (address, target) in forwarders {
                places[target, default: []] += (loads[address.call] ?? []).map {
                    SymbolizerQuestion(path: path, address: $0 &- 1)
                }
            }
        }
        let named = ask(tool, places.values.joined(), caveats: &caveats)
        return places.reduce(into: [:]) { made, closure in
            made[closure.key] = closure.key.made(at: closure.value.compactMap { named[$0] })
        }
    }

    private func ask(
        _ tool: String, _ questions: some Sequence<SymbolizerQuestion>, caveats: inout [Caveat]
    ) -> RunningSymbolizer.Answers {
        let (answers, ending) = running.ask(tool, questions, timeLimit: timeLimit)
        let trouble: String
        switch ending {
        case nil: return answers
        case .exited(0): trouble = "ended without an answer"
        case .exited(let code): trouble = "failed with code \(code)"
        case .crashed(let signal): trouble = "was ended by signal \(signal)"
        case .timedOut: trouble = "took longer than \(Int(timeLimit)) s and was stopped"
        case .outputTooLarge: trouble = "answered without end and was stopped"
        case .notStarted: trouble = "could not be started"
        }
        caveats.append(
            Caveat(
                .symbolizerFailed,
                "\(tool) \(trouble): some functions are shown as module and offset",
                hidesProject: true))
        return answers
    }
}

// Finds the toolchain's `llvm-symbolizer`.
extension LLVMSymbolizer {
    private static let toolName = "llvm-symbolizer"
    /// The releases that answer in JSON, with some that are still to come.
    private static let versions = 13...99

    /// Uses the tool beside `swift` or on `PATH`. Without one, functions are shown as module and
    /// offset, and a caveat says so.
    public init() {
        self.init(
            tool: { Self.installedTool }, paths: RepositoryRoot.current.paths(), timeLimit: 60,
            sources: .current, running: .shared)
    }

    /// The tool that would be used; nil when there is none.
    package static var installedTool: String? {
        tool(on: ProcessInfo.processInfo.environment["PATH"] ?? "")
    }

    /// Looks beside `swift`, then on the path, then on the path for a name with a version.
    static func tool(on searchPath: String) -> String? {
        // A relative entry would run whatever program is in the folder the report is made in.
        let folders = searchPath.split(separator: ":").filter { $0.hasPrefix("/") }
        let beside = folders.map { "\($0)/swift" }.filter(isExecutable).map { swift in
            URL(fileURLWithPath: swift).resolvingSymlinksInPath().deletingLastPathComponent()
                .appendingPathComponent(toolName).path
        }
        let names = [toolName] + versions.reversed().map { "\(toolName)-\($0)" }
        let onPath = names.lazy.flatMap { name in folders.map { "\($0)/\(name)" } }
        return beside.first(where: isExecutable) ?? onPath.first(where: isExecutable)
    }

    private static func isExecutable(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: path)
    }
}
