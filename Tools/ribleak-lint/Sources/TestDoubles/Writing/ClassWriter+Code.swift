// SPDX-License-Identifier: Apache-2.0

/// The lines of a double, and how its variables are kept.
extension ClassWriter {
    /// Adds a line at the current depth.
    mutating func line(_ text: String) {
        lines.append(text.isEmpty ? "" : String(repeating: "    ", count: depth) + text)
    }

    /// Adds lines in braces after a head.
    mutating func block(
        _ head: String, end: String? = "}", _ body: (inout ClassWriter) -> Void
    ) {
        line(head + " {")
        depth += 1
        body(&self)
        depth -= 1
        if let end { line(end) }
    }

    /// Adds lines that are only compiled under a condition, if there is one.
    mutating func under(_ condition: String?, _ body: (inout ClassWriter) -> Void) {
        if let condition { lines.append("#if " + condition) }
        body(&self)
        if condition != nil { lines.append("#endif") }
    }

    /// Stops the test where it must say what is returned.
    mutating func stop(without name: String) {
        line(
            "fatalError(\"\(plan.declaration.qualifiedDoubleName): set \(name), "
                + "as there is no value to return without it\")")
    }

    // MARK: - What is before a declaration

    /// The access of the class and its members, with a space.
    var access: String {
        plan.declaration.access.isEmpty ? "" : plan.declaration.access + " "
    }

    /// What stands before a counter or handler of a member.
    func prefix(_ traits: MemberTraits) -> String {
        let isIsolated = plan.family.globalActor != nil && traits.isNonisolated
        return (plan.isActor || isIsolated ? "nonisolated " : "") + access
            + (traits.isStatic ? "static " : "")
    }

    /// What stands before a member itself.
    func memberPrefix(_ traits: MemberTraits) -> String {
        (traits.isNonisolated ? "nonisolated " : "") + access + (traits.isStatic ? "static " : "")
    }

    mutating func writeAttributes(_ traits: MemberTraits) {
        for attribute in traits.attributes { line(attribute) }
    }

    // MARK: - Variables

    /// Whether a variable of a member is kept behind a lock.
    func isLocked(_ traits: MemberTraits) -> Bool {
        plan.isSendable || traits.isStatic || traits.isNonisolated
    }

    /// Declares a private variable for a member.
    ///
    /// - Returns: The expression by which it is read and set.
    mutating func keep(
        _ name: String, _ type: String, _ value: String, for traits: MemberTraits
    ) -> String {
        guard isLocked(traits) else {
            line("private var \(name): \(type) = \(value)")
            return name
        }
        let isStatic = traits.isStatic ? "static " : ""
        line("private \(isStatic)let \(name)Box = \(Self.box)<\(type)>(\(value))")
        return name + "Box.value"
    }

    /// Declares a variable that tests may read, and set unless it is only read.
    mutating func declare(
        _ name: String, _ type: String, _ value: String, for traits: MemberTraits,
        isReadOnly: Bool = false
    ) {
        let head = "\(prefix(traits))\(isReadOnly && !isLocked(traits) ? "private(set) " : "")var "
        guard isLocked(traits) else { return line("\(head)\(name): \(type) = \(value)") }
        let stored = keep(name, type, value, for: traits)
        if isReadOnly { return line("\(head)\(name): \(type) { \(stored) }") }
        block("\(head)\(name): \(type)") {
            $0.line("get { \(stored) }")
            $0.line("set { \(stored) = newValue }")
        }
    }

    /// Declares a counter.
    ///
    /// - Returns: The statement that counts.
    mutating func count(_ name: String, for traits: MemberTraits) -> String {
        declare(name, "Int", "0", for: traits, isReadOnly: true)
        return change(name, " += 1", for: traits)
    }

    /// A statement that changes such a variable.
    func change(_ name: String, _ change: String, for traits: MemberTraits) -> String {
        isLocked(traits) ? "\(name)Box.change { $0\(change) }" : name + change
    }

    /// The name of the class that keeps a value behind a lock.
    static let box = "DoubleBox"

    /// That class, which a file of doubles has once if it needs it.
    static let boxDeclaration = """
        /// A value that several threads may change.
        private final class \(box)<Value>: @unchecked Sendable {
            private let lock = NSLock()
            private var current: Value

            init(_ value: Value) { current = value }

            var value: Value {
                get {
                    lock.lock()
                    defer { lock.unlock() }
                    return current
                }
                set {
                    lock.lock()
                    defer { lock.unlock() }
                    current = newValue
                }
            }

            func change(_ body: (inout Value) -> Void) {
                lock.lock()
                defer { lock.unlock() }
                body(&current)
            }
        }
        """
}
