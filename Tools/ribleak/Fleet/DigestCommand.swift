// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBAnalysis
import RIBDigest
import RIBTrace

/// `ribleak digest`: one session of a shipped app in at most 64 KiB.
struct DigestCommand: ParsableCommand {
    /// What is written.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case json
        case rows
    }

    static let configuration = CommandConfiguration(
        commandName: "digest",
        abstract: "Writes one session in at most 64 KiB, to be sent to its makers.",
        discussion: """
            A digest has the findings and counts of one process, and nothing of its user: no paths, \
            no arguments, no values, no time of day. Call stacks are addresses by build id. It is \
            made of the trace alone, so the same trace gives the same bytes everywhere. \
            Reports/digest.schema.json describes it. Several traces give one digest a line.

            --format rows writes the rows of fleet tables instead, which \
            Reports/fleet.schema.json describes: one JSON object a line.

            --symbolize reads a digest, and writes it with the functions of its addresses, from the \
            executables and libraries below the folders of --symbols.

            Exit codes: 0 all is written. 2 a trace, a digest or a folder of --symbols cannot be read. \
            74 the file cannot be written.
            """)

    @OptionGroup var traces: TraceArguments

    @Option(help: "What to write: a digest as json, or rows of fleet tables.")
    var format = Format.json

    @OptionGroup var place: OutputPlaceArguments

    @Option(
        help: ArgumentHelp("Name the functions in this digest.", valueName: "digest"))
    var symbolize: String?

    @Option(
        help: ArgumentHelp(
            "A folder with the executables and libraries that the app was built to.",
            valueName: "folder"))
    var symbols: [String] = []

    func validate() throws {
        if symbolize != nil {
            if symbols.isEmpty { throw ValidationError("--symbolize needs --symbols") }
            if symbols.contains("") {
                throw ValidationError("the name of a folder of --symbols is empty")
            }
            if !traces.trace.isEmpty {
                throw ValidationError("--symbolize reads a digest, not the trace")
            }
        } else if !symbols.isEmpty {
            throw ValidationError("--symbols is for --symbolize")
        }
    }

    func run() throws {
        let output = try place.output.opened()
        let (text, errors) = try symbolize.map(symbolized) ?? digests()
        if text.isEmpty { throw ExitCode.unreadableTrace }
        try output.finish(text)
        if errors > 0 { throw ExitCode.unreadableTrace }
    }

    private func digests() throws -> (String, errors: Int) {
        let (digests, errors) = traces.readEach { (trace) throws(TraceError) in
            try Digest(reading: trace)
        }
        return (digests.map { format == .json ? $0.json : $0.rows }.joined(), errors)
    }

    private func symbolized(_ digest: String) throws -> (String, errors: Int) {
        do {
            let symbols = try DigestSymbols(of: digest, from: symbols, by: LLVMSymbolizer())
            for caveat in symbols.caveats { StandardStreams.say("warning: \(caveat)") }
            return (symbols.json, 0)
        } catch {
            StandardStreams.say("error: \(error)")
            throw ExitCode.unreadableTrace
        }
    }
}
