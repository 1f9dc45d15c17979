// SPDX-License-Identifier: Apache-2.0

/// Why nothing new is made: `WHERE: WHAT IS WRONG; WHAT TO DO`, in one line.
package enum NewError: Error, Equatable, CustomStringConvertible {
    /// A mistake in the arguments.
    case arguments(String)
    /// Files that are in the way, or that cannot be read or written.
    case files(String)

    package var description: String {
        switch self {
        case .arguments(let text), .files(let text): text
        }
    }

    /// The exit code of the command.
    package var code: Int32 {
        if case .arguments = self { 64 } else { 74 }
    }
}
