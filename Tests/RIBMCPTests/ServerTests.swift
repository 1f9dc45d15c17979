// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBText
import RIBTrace
import Testing
import TraceFixtures

@testable import RIBMCP

/// The server between two pipes.
@Suite struct ServerTests {
    /// Looks nothing up before it is told to.
    private final class SlowSymbols: Symbolizing {
        let started = DispatchSemaphore(value: 0)
        let released = DispatchSemaphore(value: 0)

        func symbolicate(_ addresses: [ImageAddress]) -> Symbolication {
            started.signal()
            released.wait()
            return NoSymbols().symbolicate(addresses)
        }
    }

    private static func line(_ id: Int, _ method: String, _ params: String = "") -> String {
        let meta =
            #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#
            + #""io.modelcontextprotocol/clientCapabilities":{}}"#
        return #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(meta)\#(params)}}"#
            + "\n"
    }

    private static func findings(_ id: Int) -> String {
        line(id, "tools/call", #","name":"findings","arguments":{}"#)
    }

    private static let ping = #"{"jsonrpc":"2.0","id":99,"method":"ping"}"# + "\n"

    /// A run with a stack, so that names are looked up.
    private static func run() throws -> TraceBuilder {
        let trace = try TraceBuilder()
        let (image, stack) = (ImageID(1), StackID(1))
        trace.append(
            .imageDefined(ImageDefinition(id: image, loadBias: 0, path: "/app/app", buildID: "")))
        trace.append(
            .stackDefined(
                stack,
                StackDefinition(
                    frames: [.init(image: image, offset: 0x100)], isTruncated: false)))
        let root = trace.rib("Root")
        trace.launch(root)
        let game = trace.rib("Game")
        trace.append(.attached(child: game.router, parent: root.router, stack: stack))
        trace.append(.detached(child: game.router, parent: root.router, stack: stack))
        trace.settle(alive: game.parts)
        trace.finish()
        return trace
    }

    /// A server that runs until its input is closed.
    private final class Running {
        private let input = Pipe()
        private let output = Pipe()
        private let ended = DispatchSemaphore(value: 0)
        private var bytes = Data()

        init(_ folder: String, _ symbolizer: any Symbolizing = NoSymbols()) {
            let (read, write, ended) = (
                input.fileHandleForReading, output.fileHandleForWriting, ended
            )
            Thread {
                let library = RunLibrary(of: folder, symbolizer: symbolizer)
                _ = MCPServer(
                    of: library, input: read.fileDescriptor, output: write.fileDescriptor
                ).run()
                try? write.close()
                ended.signal()
            }.start()
        }

        func send(_ text: String) { input.fileHandleForWriting.write(Data(text.utf8)) }

        /// The next message; nil after the last.
        func next() throws -> JSONValue? {
            while true {
                if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = bytes[..<end]
                    bytes = Data(bytes[(end + 1)...])
                    return try JSONDecoder().decode(JSONValue.self, from: Data(line))
                }
                let more = output.fileHandleForReading.availableData
                if more.isEmpty { return nil }
                bytes += more
            }
        }

        /// Ends the input, and waits for the server.
        func finish() throws -> [JSONValue] {
            try input.fileHandleForWriting.close()
            var rest: [JSONValue] = []
            while let message = try next() { rest.append(message) }
            ended.wait()
            return rest
        }
    }

    @Test func aPingIsAnsweredWhileACallIsSlow() throws {
        let (trace, symbols) = (try Self.run(), SlowSymbols())
        let server = Running(trace.runsFolder, symbols)
        server.send(Self.findings(1))
        symbols.started.wait()
        server.send(Self.ping)
        #expect(try server.next()?["id"] == 99)
        symbols.released.signal()
        #expect(try server.next()?["id"] == 1)
        #expect(try server.finish().isEmpty)
    }

    @Test func aCancelledCallIsNotAnswered() throws {
        let (trace, symbols) = (try Self.run(), SlowSymbols())
        let server = Running(trace.runsFolder, symbols)
        server.send(Self.findings(1) + Self.findings(2))
        symbols.started.wait()
        for id in [1, 2, 77] {
            server.send(
                #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#
                    + "\n")
        }
        server.send(Self.ping)
        #expect(try server.next()?["id"] == 99)
        symbols.released.signal()
        server.send(Self.findings(3))
        #expect(try server.next()?["id"] == 3)
        #expect(try server.finish().isEmpty)
    }

    @Test func whatWasAskedBeforeTheEndIsAnswered() throws {
        let server = Running(try Self.run().runsFolder)
        server.send((1...5).map(Self.findings).joined())
        #expect(try server.finish().map { $0["id"] } == (1...5).map { .integer($0) })
    }

    @Test func anIdThatIsInUseIsRefused() throws {
        let (trace, symbols) = (try Self.run(), SlowSymbols())
        let server = Running(trace.runsFolder, symbols)
        server.send(Self.findings(1))
        symbols.started.wait()
        server.send(Self.findings(1))
        #expect(try server.next()?["error"]?["code"] == -32600)
        symbols.released.signal()
        #expect(try server.finish().count == 1)
    }

    @Test func tooManyRequestsAreRefused() throws {
        let (trace, symbols) = (try Self.run(), SlowSymbols())
        let server = Running(trace.runsFolder, symbols)
        server.send(Self.findings(1))
        symbols.started.wait()
        server.send((2...65).map(Self.findings).joined())
        let refusal = try server.next()
        #expect(refusal?["id"] == 65)
        #expect(refusal?["error"]?["code"] == -32603)
        symbols.released.signal()
        #expect(try server.finish().count == 64)
    }

    @Test func aLineWithoutEndIsPassedOver() throws {
        let server = Running(try Self.run().runsFolder)
        server.send(String(repeating: "x", count: 300_000) + "\n" + Self.ping)
        let refusal = try server.next()
        #expect(refusal?["error"]?["code"] == -32700)
        #expect(refusal?["error"]?["message"]?.string == "a message has at most 256 KiB")
        #expect(try server.next()?["id"] == 99)
        #expect(try server.finish().isEmpty)
    }

    @Test func aSubscriptionIsAcknowledgedAndEndsWithTheServer() throws {
        let server = Running(try Self.run().runsFolder)
        server.send(
            Self.line(8, "subscriptions/listen", #","notifications":{"toolsListChanged":true}"#))
        #expect(
            try server.next()
                == JSONValue(
                    json: """
                        {"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged",
                         "params": {"_meta": {"io.modelcontextprotocol/subscriptionId": 8},
                                    "notifications": {}}}
                        """))
        let end = try server.finish()
        #expect(end.map { $0["id"] } == [8])
        #expect(end.first?["result"]?["resultType"] == "complete")
        #expect(
            end.first?["result"]?["_meta"]?["io.modelcontextprotocol/subscriptionId"] == 8)
    }

    @Test func aCancelledSubscriptionEndsWithoutAnAnswer() throws {
        let server = Running(try Self.run().runsFolder)
        server.send(Self.line(8, "subscriptions/listen", #","notifications":{}"#))
        server.send(
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":8}}"# + "\n"
        )
        #expect(try server.finish().count == 1)
    }

    @Test func aReaderThatGoesAwayEndsTheServer() throws {
        let (input, output) = (Pipe(), Pipe())
        // The thread that reads may still read when the server has given up: its file stays open.
        _ = Unmanaged.passRetained(input)
        try output.fileHandleForReading.close()
        input.fileHandleForWriting.write(Data(Self.findings(1).utf8))
        try input.fileHandleForWriting.close()
        let library = RunLibrary(of: "/nowhere")
        let server = MCPServer(
            of: library, input: input.fileHandleForReading.fileDescriptor,
            output: output.fileHandleForWriting.fileDescriptor)
        signal(SIGPIPE, SIG_IGN)
        #expect(server.run() == EPIPE)
    }

    // MARK: - Lines

    @Test(arguments: [1, 3, 8, 64]) func linesOfAnyLengthAreReadWhole(_ longest: Int) throws {
        let texts = ["", "a", "abc", "abcd", "abcdefgh", "abcdefghi", "", "z"]
        let pipe = Pipe()
        pipe.fileHandleForWriting.write(Data(texts.joined(separator: "\n").utf8))
        try pipe.fileHandleForWriting.close()
        var reader = LineReader(pipe.fileHandleForReading.fileDescriptor, longest: longest)
        for text in texts {
            #expect(
                reader.next() == (text.utf8.count <= longest ? .whole(Array(text.utf8)) : .tooLong))
        }
        #expect(reader.next() == nil)
    }
}
