// SPDX-License-Identifier: Apache-2.0

/// Why nothing new is made: `WHERE: WHAT IS WRONG; WHAT TO DO`, in one line.
package struct NewError: Error, Equatable, CustomStringConvertible {
    /// What the mistake is in, which decides the exit code.
    package enum Kind {
        case arguments
        case files
    }

    package let kind: Kind
    package let description: String

    /// A mistake in the arguments.
    package init(_ description: String) { self = .arguments(description) }

    private init(kind: Kind, description: String) {
        (self.kind, self.description) = (kind, description)
    }

    static func arguments(_ description: String) -> NewError {
        NewError(kind: .arguments, description: description)
    }

    static func files(_ description: String) -> NewError {
        NewError(kind: .files, description: description)
    }
}
