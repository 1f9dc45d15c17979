// SPDX-License-Identifier: Apache-2.0

import CRIBShims

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Prints the recorder's few warnings for the person who runs the host, on standard error.
package enum HostWarning {
    package static func say(_ line: String) {
        let bytes = Array("ribleak: warning: \(line)\n".utf8)
        bytes.withUnsafeBytes { ribleak_write_quietly(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Prints only the first of several warnings, since a problem with a trace usually repeats.
    ///
    /// - Parameter count: How many there were.
    static func sayFirst(_ line: String, of count: AtomicCounter) {
        if count.increment() == 1 { say(line) }
    }
}
