// SPDX-License-Identifier: Apache-2.0

import Foundation

extension [UInt8] {
    /// Writes the bytes to a descriptor, however many calls that takes.
    ///
    /// - Returns: 0, or the system's error number.
    package func write(to file: Int32) -> Int32 {
        var rest = self[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
            if written < 0 {
                if errno == EINTR { continue }
                if errno == EAGAIN {
                    var request = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
                    poll(&request, 1, -1)
                    continue
                }
                return errno
            }
            rest = rest.dropFirst(written)
        }
        return 0
    }
}
