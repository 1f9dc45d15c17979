// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText

/// Looks up functions and lines with LLVM's `llvm-symbolizer`.
public struct LLVMSymbolizer: Symbolizing {
    /// The most addresses of one batch that are looked up. The rest stay without names.
    private static let mostAddresses = 200_000

    /// Finds the tool. Called only when there is an address to look up.
    private let findTool: @Sendable () -> String?
    let paths: DisplayPath
    private let sources: SourceDeclarations?
    let timeLimit: TimeInterval
    private let running: RunningSymbolizer

    /// Uses the tool beside `swift` or on `PATH`. Without one, functions are shown as module and
    /// offset, and a caveat says so.
    public init() {
        self.init(
            tool: Self.installedTool,
            paths: RepositoryRoot.current.paths(), timeLimit: 60, sources: .current,
            running: .shared)
    }

    /// The tool that would be used; nil when there is none.
    package static var installedTool: String? {
        tool(on: ProcessInfo.processInfo.environment["PATH"] ?? "")
    }

    /// Ends the tool that this process runs, and waits for its end. For a process that exits: in a
    /// container whose first process waits for nobody, the tool would stay as a zombie.
    package static func endTool() { RunningSymbolizer.shared.end() }

    /// Whether this process runs a tool. One that ended is a zombie until someone asks this.
    package static var isToolRunning: Bool { RunningSymbolizer.shared.isRunning }

    init(
        tool: @autoclosure @escaping @Sendable () -> String?, paths: DisplayPath,
        timeLimit: TimeInterval, sources: SourceDeclarations? = nil,
        running: RunningSymbolizer = RunningSymbolizer()
    ) {
        findTool = tool
        self.paths = paths
        self.sources = sources
        self.timeLimit = timeLimit
        self.running = running
    }

    /// Looks up the addresses whose files have not changed since the recording.
    public func symbolicate(_ addresses: [ImageAddress]) -> Symbolication {
        var caveats: [Caveat] = []
        let known = stillThere(addresses, caveats: &caveats)
        var found: [ImageAddress: [SymbolizedFrame]] = [:]
        var answersByAddress: [ImageAddress: [SymbolizerAnswer.Symbol]] = [:]
        if known.isEmpty {
            // No address can be looked up, so the tool is not needed.
        } else if let tool = findTool() {
            var frames = FrameMaker(paths: paths)
            let answers = answers(
                of: tool, to: known.map(SymbolizerQuestion.init), about: known, caveats: &caveats)
            let targets = askForTargets(tool, of: known, answers, caveats: &caveats)
            // A closure that was inlined somewhere tells there where it begins.
            let makers = askForMakers(
                tool, of: known, answers, without: targets, caveats: &caveats)
            for address in known {
                guard var answer = answers[SymbolizerQuestion(address)] else { continue }
                if let target = ThunkTarget(of: answer, in: address.path),
                    let closure = targets[target] ?? makers[target]
                {
                    answer.insert(closure, at: 0)
                }
                answersByAddress[address] = answer
                if !answer.isEmpty { found[address] = frames.frames(for: answer, at: address) }
            }
        } else {
            caveats.append(
                Caveat(
                    .symbolizerMissing,
                    "llvm-symbolizer is neither next to swift nor on PATH: "
                        + "functions are shown as module and offset", hidesProject: true))
        }
        for address in addresses where found[address] == nil {
            found[address] = [address.bareFrame]
        }
        sources?.findRoot(
            from: found.values.joined().map(\.frame).filter { $0.library == nil }
                .compactMap(\.file).filter { CodeOrigin.library(ofFile: $0) == nil })
        return Symbolication(
            frames: found, caveats: caveats, answers: answersByAddress, sources: sources)
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
            let check = ImageCheck(path: image.path, buildID: image.buildID)
            if let caveat = check.caveat(about: image.path) { caveats.append(caveat) }
            if check == .same { known += addresses.sorted { $0.offset < $1.offset } }
        }
        return Array(known.prefix(Self.mostAddresses))
    }

    /// Asks the tool about addresses.
    ///
    /// - Returns: The functions at each address, innermost inlined one first.
    private func answers(
        of tool: String, to questions: some Sequence<SymbolizerQuestion>,
        about addresses: [ImageAddress], caveats: inout [Caveat]
    ) -> [SymbolizerQuestion: [SymbolizerAnswer.Symbol]] {
        var found: [SymbolizerQuestion: [SymbolizerAnswer.Symbol]] = [:]
        ask(tool, questions.compactMap(\.line), about: addresses, caveats: &caveats) { answer in
            if let question = answer.question { found[question] = answer.symbols }
        }
        return found
    }

    /// Looks up where the functions begin that forwarders pass calls on to, if there are any.
    private func askForTargets(
        _ tool: String, of addresses: [ImageAddress],
        _ answers: [SymbolizerQuestion: [SymbolizerAnswer.Symbol]], caveats: inout [Caveat]
    ) -> [ThunkTarget: SymbolizerAnswer.Symbol] {
        let targets = addresses.compactMap { address in
            answers[SymbolizerQuestion(address)].flatMap {
                ThunkTarget(of: $0, in: address.path)
            }
        }
        var found: [ThunkTarget: SymbolizerAnswer.Symbol] = [:]
        let lines = Set(targets).compactMap(\.line).sorted()
        ask(tool, lines, about: addresses, caveats: &caveats) { answer in
            if let (target, beginning) = answer.target { found[target] = beginning }
        }
        return found
    }

    /// Looks up where closures are made whose own code has no line, since the optimizer inlined it
    /// into the forwarder or merged it with that of others.
    private func askForMakers(
        _ tool: String, of addresses: [ImageAddress],
        _ answers: [SymbolizerQuestion: [SymbolizerAnswer.Symbol]],
        without found: [ThunkTarget: SymbolizerAnswer.Symbol], caveats: inout [Caveat]
    ) -> [ThunkTarget: SymbolizerAnswer.Symbol] {
        let inlined = Set(
            answers.values.joined().filter { $0.startLine ?? 0 > 0 }.compactMap(\.name))
        var loads: [ThunkTarget: [SymbolizerQuestion]] = [:]
        for (path, addresses) in Dictionary(grouping: addresses, by: \.path) {
            var forwarders: [UInt64: ThunkTarget] = [:]
            for address in addresses {
                let question = SymbolizerQuestion(address)
                guard
                    let target = answers[question].flatMap({ ThunkTarget(of: $0, in: path) }),
                    found[target] == nil, !inlined.contains(target.function)
                else { continue }
                forwarders[question.address] = target
            }
            guard !forwarders.isEmpty, let image = ElfImage(path: path) else { continue }
            let places = image.loads(of: Set(forwarders.keys))
            for (address, target) in forwarders {
                loads[target, default: []] += (places[address] ?? []).map {
                    SymbolizerQuestion(path: path, address: $0 - 1)
                }
            }
        }
        let named = self.answers(
            of: tool, to: Set(loads.values.joined()), about: addresses, caveats: &caveats)
        return loads.reduce(into: [:]) { made, closure in
            made[closure.key] = closure.key.made(at: closure.value.compactMap { named[$0] })
        }
    }

    private func ask(
        _ tool: String, _ lines: [String], about addresses: [ImageAddress],
        caveats: inout [Caveat], receive: (SymbolizerAnswer) -> Void
    ) {
        guard !lines.isEmpty else { return }
        let paths = Set(addresses.map(\.path))
        let ending = running.ask(tool, lines, about: paths, timeLimit: timeLimit) { line in
            SymbolizerAnswer(line: line).map(receive)
        }
        guard let ending else { return }
        let trouble = Self.trouble(ending, timeLimit: timeLimit)
        caveats.append(
            Caveat(
                .symbolizerFailed,
                "\(tool) \(trouble): some functions are shown as module and offset",
                hidesProject: true))
    }

    private static func trouble(_ ending: SpawnedChild.Ending, timeLimit: TimeInterval) -> String {
        switch ending {
        case .exited(0): "ended without an answer"
        case .exited(let code): "failed with code \(code)"
        case .crashed(let signal): "was ended by signal \(signal)"
        case .timedOut: "took longer than \(Int(timeLimit)) s and was stopped"
        case .outputTooLarge: "answered without end and was stopped"
        case .notStarted: "could not be started"
        }
    }
}

/// A question to `llvm-symbolizer` about one address, also used to find its answer.
struct SymbolizerQuestion: Hashable {
    let path: String
    let address: UInt64

    /// Asks about the call that returns to `address`. The byte before the return address belongs to
    /// the call, while the return address may already be another line or function.
    init(_ address: ImageAddress) {
        path = address.path
        self.address = address.offset == 0 ? 0 : address.offset - 1
    }

    init(path: String, address: UInt64) {
        self.path = path
        self.address = address
    }

    var line: String? { Self.line(about: "0x\(String(address, radix: 16))", in: path) }

    /// The tool takes a longer line for two questions.
    private static let longestLine = 1023

    /// The input line for the tool, or nil when the tool cannot read one with such a path or name.
    static func line(about place: String, in path: String) -> String? {
        guard !path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }),
            let quote = ["\"", "'"].first(where: { !path.contains($0) })
        else { return nil }
        let line = "CODE \(quote)\(path)\(quote) \(place)\n"
        return line.utf8.count <= longestLine ? line : nil
    }
}

/// The function that a partial apply forwarder passes calls on to. A closure with captures is
/// only reached through such a forwarder, which has no line of its own.
struct ThunkTarget: Hashable {
    /// The suffix that Swift's mangling adds to the name of the forwarded function.
    static let suffix = "TA"

    let path: String
    /// The linker's name.
    let function: String

    /// - Parameter symbols: The tool's answer for the address.
    /// - Returns: Nil when the answer has more than a forwarder's name.
    init?(of symbols: [SymbolizerAnswer.Symbol], in path: String) {
        guard symbols.count == 1, let symbol = symbols.first, symbol.line == 0,
            let name = symbol.name, name.hasPrefix("$s"), name.hasSuffix(Self.suffix),
            name.utf8.allSatisfy({ $0 == 0x24 || $0 == 0x5F || $0.isASCIIAlphanumeric })
        else { return nil }
        self.path = path
        function = String(name.dropLast(Self.suffix.utf8.count))
    }

    var line: String? { SymbolizerQuestion.line(about: function, in: path) }

    /// The function as if it began where it is made into a closure.
    ///
    /// - Parameter places: The functions at each place that does so, innermost inlined ones first.
    /// - Returns: Nil unless all places that are in the function around it are one line.
    func made(at places: [[SymbolizerAnswer.Symbol]]) -> SymbolizerAnswer.Symbol? {
        let makers = places.compactMap { $0.first { isNested(in: $0) && $0.line > 0 } }
        guard let maker = makers.first,
            makers.allSatisfy({ $0.file == maker.file && $0.line == maker.line })
        else { return nil }
        guard
            // A source that was edited since has other lines.
            let built = Self.modification(of: path), let edited = Self.modification(of: maker.file),
            edited <= built,
            let source = try? String(contentsOfFile: maker.file, encoding: .utf8),
            let line = ClosureLine.line(
                inCallAt: maker.line, of: source, isImplicit: function.contains("fu"))
        else { return nil }
        return SymbolizerAnswer.Symbol(
            name: function, file: maker.file, line: line, startFile: maker.file,
            startLine: line)
    }

    private static func modification(of path: String) -> Date? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.modificationDate] as? Date
    }

    /// The name of a closure begins with that of the function around it.
    private func isNested(in symbol: SymbolizerAnswer.Symbol) -> Bool {
        symbol.name.map { function.hasPrefix($0) && $0 != function } ?? false
    }

    init(path: String, function: String) {
        self.path = path
        self.function = function
    }
}

extension UInt8 {
    fileprivate var isASCIIAlphanumeric: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5A).contains(self)
            || (0x61...0x7A).contains(self)
    }
}
