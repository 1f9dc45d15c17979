// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText

/// A server of the Model Context Protocol: one JSON-RPC message a line, in and out.
///
/// One thread reads and answers what needs no run; the caller's thread does the work, one request
/// after the other. So a slow call delays other calls, and nothing else.
package struct MCPServer {
    private let input: Int32
    private let output: MessageOutput
    private let library: RunLibrary
    private let queue = WorkQueue()

    /// - Parameters:
    ///   - input: A file to read messages from.
    ///   - output: A file to which nothing else writes.
    package init(of library: RunLibrary, input: Int32, output: Int32) {
        (self.library, self.input, self.output) = (library, input, MessageOutput(output))
    }

    /// Serves until the input ends and all requests before its end are answered, or until nobody
    /// reads the answers.
    ///
    /// - Returns: 0, or the system's error number when answers cannot be written.
    package func run() -> Int32 {
        let (input, output, queue) = (input, output, queue)
        let thread = Thread {
            Self.read(input, into: queue, output)
            queue.close()
        }
        thread.name = "ribleak.mcp.reader"
        thread.start()
        while let job = queue.next() {
            perform(job)
            if let failure = output.failure { return failure }
        }
        for id in queue.listeners { output.send(Self.endOfListening(id)) }
        return output.failure ?? 0
    }

    private static func read(_ input: Int32, into queue: WorkQueue, _ output: MessageOutput) {
        var lines = LineReader(input)
        var conversation = Conversation()
        while output.failure == nil, let line = lines.next() {
            switch line {
            case .tooLong:
                let error = ProtocolError(
                    .parseError, "a message has at most \(LineReader.longest >> 10) KiB")
                output.send(error.reply(to: nil))
            case .whole(let bytes):
                react(conversation.receive(bytes), queue, output)
            }
        }
    }

    private static func react(
        _ reaction: Conversation.Reaction, _ queue: WorkQueue, _ output: MessageOutput
    ) {
        do throws(ProtocolError) {
            switch reaction {
            case .nothing: break
            case .reply(let reply): output.send(reply)
            case .cancel(let id): queue.cancel(id)
            case .work(let job): try queue.add(job)
            case .listen(let id):
                try queue.listen(id)
                output.send(acknowledgement(of: id))
            }
        } catch {
            output.send(error.reply(to: error.id))
        }
    }

    private func perform(_ job: Conversation.Job) {
        var replies: [JSONValue] = []
        for part in job.parts {
            switch part {
            case .answered(let reply): replies.append(reply)
            case .asked(let request, let revision):
                let reply = queue.isWanted(request.id) ? library.reply(to: request, revision) : nil
                if queue.finish(request.id), let reply { replies.append(reply) }
            }
        }
        guard !replies.isEmpty else { return }
        output.send(job.isBatch ? .array(replies) : replies[0])
    }

    /// Says to what a client listens: nothing, since nothing here announces changes.
    private static func acknowledgement(of id: JSONValue) -> JSONValue {
        [
            "jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged",
            "params": ["_meta": subscription(id), "notifications": [:]],
        ]
    }

    private static func endOfListening(_ id: JSONValue) -> JSONValue {
        let result = Revision.july2026.complete(
            ["_meta": subscription(id)], of: "subscriptions/listen")
        return JSONValue.result(result, to: id)
    }

    private static func subscription(_ id: JSONValue) -> JSONValue {
        ["io.modelcontextprotocol/subscriptionId": id]
    }
}

/// Writes messages whole, whichever thread sends them.
///
/// `@unchecked Sendable`: `code` and the file are only touched while `lock` is held.
final class MessageOutput: @unchecked Sendable {
    private let file: Int32
    private let lock = NSLock()
    private var code: Int32?

    init(_ file: Int32) { self.file = file }

    /// The system's error number once writing failed; nothing is written after that.
    var failure: Int32? { lock.withLock { code } }

    func send(_ message: JSONValue) {
        let line = JSONText.line(message)
        lock.withLock {
            guard code == nil else { return }
            let failure = Array(line.utf8).write(to: file)
            if failure != 0 { code = failure }
        }
    }
}

/// Reads lines from a file that may be a pipe, and never more of one than it may have.
struct LineReader {
    /// A line, or what it was too long to be.
    enum Line: Equatable {
        case whole([UInt8])
        case tooLong
    }

    /// The longest message in bytes. Requests for this server are far shorter.
    static let longest = 256 << 10

    private let file: Int32
    private let longest: Int
    /// What was read and not yet given.
    private var bytes: [UInt8] = []
    private var hasEnded = false

    init(_ file: Int32, longest: Int = LineReader.longest) {
        (self.file, self.longest) = (file, longest)
    }

    /// The next line; nil after the last. A last line may lack its line break.
    mutating func next() -> Line? {
        var isTooLong = false
        while true {
            let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
            if end != nil || hasEnded {
                if end == nil, bytes.isEmpty, !isTooLong { return nil }
                let line = Array(bytes[..<(end ?? bytes.count)])
                bytes.removeFirst(end.map { $0 + 1 } ?? bytes.count)
                return isTooLong || line.count > longest ? .tooLong : .whole(line)
            }
            if bytes.count > longest {
                isTooLong = true
                bytes = []
            }
            readOn()
        }
    }

    private mutating func readOn() {
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(file, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                var request = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
                poll(&request, 1, -1)
                continue
            }
            if count > 0 { bytes += piece[..<count] } else { hasEnded = true }
            return
        }
    }
}
