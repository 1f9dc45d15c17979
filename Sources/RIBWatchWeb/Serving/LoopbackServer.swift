// SPDX-License-Identifier: Apache-2.0

import FlyingSocks
import Foundation

/// Answers requests from this machine, one a connection.
///
/// FlyingFox's own HTTP layer bounds neither the size of a head nor the time it takes to arrive. So
/// only its sockets are used, and the head, all that a `GET` has, is read here.
final class LoopbackServer: Sendable {
    /// Connections at one time. Further ones wait until another ends. Those that say nothing count
    /// too, so there are many, and they have little time.
    private static let mostConnections = 256

    /// Writes the answer to a request, or to what is none. The connection ends after it.
    typealias Answering =
        @Sendable (Result<RequestHead, PageRefusal>, Connection) async throws
        -> Void

    /// The port, which the system chose.
    let port: UInt16
    private let socket: Socket

    /// Binds to 127.0.0.1. Nothing is answered before `run`.
    init() throws {
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
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await pool.run() }
            group.addTask { try await Self.accept(listener, answer) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private static func accept(
        _ listener: AsyncSocket, _ answer: @escaping Answering
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            var count = 0
            while !Task.isCancelled {
                do {
                    let socket = try await listener.accept()
                    group.addTask { await Connection(socket).serve(answer) }
                    count += 1
                } catch let error where !(error is CancellationError) {
                    // No descriptor is left: those who wait are served when there is one.
                    try await Task.sleep(nanoseconds: 100_000_000)
                }
                while count >= mostConnections, try await group.next() != nil { count -= 1 }
            }
        }
    }
}
