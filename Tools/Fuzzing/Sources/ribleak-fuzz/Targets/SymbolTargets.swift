// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import RIBAnalysis
@testable import RIBFindingText

/// Names of functions and files, one per line, as a hostile binary may name its symbols.
struct NamesTarget: FuzzTarget {
    static let name = "names"

    static func seeds() -> [[UInt8]] {
        [
            "$s4demo15ScoreInteractorC15didBecomeActiveyyFySicfU_\n$s4demo4HomeV3runyyFTA\nmain",
            "$s1a1bSDySDySDySiSiGACGADGvp\n$s11RIBRecorder0B0C6attachyyF\nribleak_stacks_capture",
            "_ZNSt6vectorIiSaIiEE9push_backERKi\n$s4demo4HomeCfd\n$s4demo4HomeCfD\n_start",
            "/app/Sources/Home.swift\n/app/.build/checkouts/Rx/a.swift\n$s4demo5$mainyyFZ",
        ].map { Array($0.utf8) }
    }

    func run(_ input: [UInt8]) {
        let names = input.split(separator: 10, omittingEmptySubsequences: false).prefix(64).map {
            String(decoding: $0, as: UTF8.self)
        }
        let frames = names.enumerated().map { index, name in
            SymbolizedFrame(
                frame: StackFrame(
                    function: Demangler.demangled(name),
                    file: name.hasPrefix("/") ? name : nil,
                    line: index % 3 == 0 ? nil : index, module: String(name.prefix(20)), offset: 7),
                symbol: index % 5 == 4 ? nil : name)
        }
        let tidied = frames.tidied
        precondition(tidied.isEmpty == frames.isEmpty, "a stack was tidied away")
        let finding = Finding(
            kind: .leakedObject, ribPath: names.first ?? "", type: names.last ?? "",
            fingerprint: Fingerprint(description: "0123456789abcdef"),
            identity: FindingIdentity(
                kind: "leaked-object", ribPath: names.first ?? "", type: names.last ?? ""),
            count: 1, victims: [],
            test: nil, subscription: nil, late: nil, violation: nil,
            stacks: FindingStacks(allocation: CallStack(tidied)), hint: nil)
        precondition(!TextReport.lines(for: finding).isEmpty, "a finding has no text")
    }
}

/// The bytes of a binary, to read its build id.
struct ELFTarget: FuzzTarget {
    static let name = "elf"

    static func seeds() -> [[UInt8]] {
        // This program is such a binary. The headers and notes at its start are enough.
        let file = FileHandle(forReadingAtPath: "/proc/self/exe")
        let start = (try? file?.read(upToCount: 4_096)) ?? Data()
        return [[UInt8](start), small]
    }

    func run(_ input: [UInt8]) {
        let read: ElfImage.Reader = { offset, count in
            guard let start = Int(exactly: offset), start <= input.count,
                count <= input.count - start
            else { return nil }
            return Array(input[start..<start + count])
        }
        if let id = ElfImage(reading: read).buildID {
            precondition(
                id.isEmpty || (2...128).contains(id.utf8.count), "a build id of impossible length")
        }
    }

    /// One segment of notes with a build id of four bytes.
    private static var small: [UInt8] {
        var file = [UInt8](repeating: 0, count: 64 + 56 + 20)
        file.replaceSubrange(0..<6, with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
        file[32] = 64
        file[54] = 56
        file[56] = 1
        file[64] = 4
        file[72] = 120
        file[96] = 20
        file.replaceSubrange(
            120..<140, with: [4, 0, 0, 0, 4, 0, 0, 0, 3, 0, 0, 0, 71, 78, 85, 0, 1, 2, 3, 4])
        return file
    }
}

/// An answer of llvm-symbolizer, which repeats text from a hostile binary.
struct SymbolizerTarget: FuzzTarget {
    static let name = "symbolizer"

    private let paths = DisplayPath(root: "/app")

    init() {}

    static func seeds() -> [[UInt8]] {
        let symbol = """
            {"Column":3,"Discriminator":0,"FileName":"/app/Sources/Home.swift",\
            "FunctionName":"$s4demo4HomeV3runyyF","Line":12,"StartAddress":"0x10",\
            "StartFileName":"","StartLine":0}
            """
        return [
            #"{"Address":"0x1233","ModuleName":"/app/demo","Symbol":[\#(symbol),\#(symbol)]}"#,
            #"{"Address":"0x1","ModuleName":"/app/demo","Symbol":[]}"# + "\n"
                + #"{"Address":"0x1","Error":{"Message":"no"},"ModuleName":"x"}"#,
        ].map { Array("\($0)\n".utf8) }
    }

    func run(_ input: [UInt8]) {
        var answers: [SymbolizerQuestion: [SymbolizerAnswer.Symbol]] = [:]
        var frames = FrameMaker(paths: paths)
        var unread: [UInt8] = []
        // In two pieces, as a socket may deliver it.
        for piece in [input[..<(input.count / 2)], input[(input.count / 2)...]] {
            for line in unread.takeLines(adding: piece) {
                if let answer = SymbolizerAnswer(line: line) {
                    answers[answer.question] = answer.symbols
                }
            }
        }
        for (question, symbols) in answers {
            _ = question.line
            let address = ImageAddress(
                path: question.path, buildID: "", offset: UInt64(answers.count))
            _ = frames.frames(for: symbols, at: address)
        }
    }
}
