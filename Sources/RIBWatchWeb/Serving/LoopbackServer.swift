// SPDX-License-Identifier: Apache-2.0

import FlyingSocks
import Foundation

/// Answers requests from this machine, one a connection.
///
/// FlyingFox's own HTTP layer bounds neither the size of a head nor the time it takes to arrive. So
/// only its sockets are used, and the head, all that a `GET` has, is read here.
final class LoopbackServer: Sendable {
    /// What those who ask may cost.
    struct Limits: Sendable {
        /// Connections at one time. Further ones wait until another ends. Those that say nothing
        /// count too, so there are many, and they have little time.
        var connections = 256
        /// Within how many seconds a whole request has to arrive. A browser's is there at once.
        var request = 1.0
        /// Within how many seconds a piece of what was written has to be taken.
        var piece = 10.0
    }

    /// Writes the answer to a request, or to what is none. The connection ends after it.
    typealias Answering =
        @Sendable (Result<RequestHead, RequestHead.Fault>, Connection) async throws
        -> Void

    /// The port, which the system chose.
    let port: UInt16
    private let socket: Socket
    private let limits: Limits

    /// Binds to 127.0.0.1. Nothing is answered before `run`.
    init(limits: Limits = Limits()) throws {
        self.limits = limits
        socket = try Socket(domain: Int32(sockaddr_in.family))
        // No program that is started from here, such as a browser, gets the port.
        _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC)
        try socket.bind(to: .inet(ip4: "127.0.0.1", port: 0))
        try socket.listen()
        guard case .ip4(_, let port) = try socket.sockname() else {
            throw SocketError.unsupportedAddress
        }
        self.port = port
    }

    /// Answers until the task is cancelled.
    func run(_ answer: @escaping Answering) async throws {
        let pool = SocketPool<Poll>.make()
        try await pool.prepare()
        let listener = try AsyncSocket(socket: socket, pool: pool)
        let limits = limits
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await pool.run() }
            group.addTask { try await Self.accept(listener, limits, answer) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private static func accept(
        _ listener: AsyncSocket, _ limits: Limits, _ answer: @escaping Answering
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            var count = 0
            while !Task.isCancelled {
                do {
                    let socket = try await listener.accept()
                    group.addTask { await Connection(socket, limits).serve(answer) }
                    count += 1
                } catch let error where !(error is CancellationError) {
                    // No descriptor is left: those who wait are served when there is one.
                    try await Task.sleep(nanoseconds: 100_000_000)
                }
                while count >= limits.connections, try await group.next() != nil { count -= 1 }
            }
        }
    }
}
