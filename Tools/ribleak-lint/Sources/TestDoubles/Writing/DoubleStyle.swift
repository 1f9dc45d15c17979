// SPDX-License-Identifier: Apache-2.0

/// How a double keeps its variables, and how its members are declared.
struct DoubleStyle {
    /// `public ` or the like, with a space.
    let access: String
    /// Whether several threads may use the double at once.
    let isSendable: Bool
    let isActor: Bool
    /// Whether a global actor isolates the class.
    let isIsolated: Bool

    init(_ plan: DoublePlan) {
        let access = plan.declaration.access
        self.access = access.isEmpty ? "" : access + " "
        isSendable = plan.isSendable
        isActor = plan.isActor
        isIsolated = plan.isActor || plan.family.globalActor != nil
    }

    /// Whether a variable of a member is kept behind a lock.
    func isLocked(_ traits: MemberTraits) -> Bool {
        isSendable || traits.isStatic || traits.isNonisolated
    }

    /// What stands before a counter or handler of a member.
    func prefix(_ traits: MemberTraits) -> String {
        let isOpen = isActor || (isIsolated && traits.isNonisolated)
        return (isOpen ? "nonisolated " : "") + access + (traits.isStatic ? "static " : "")
    }

    /// What stands before a member itself.
    func memberPrefix(_ traits: MemberTraits) -> String {
        (traits.isNonisolated ? "nonisolated " : "") + access + (traits.isStatic ? "static " : "")
    }

    /// Declares a variable that counts or keeps something for a member.
    func declare(
        _ name: String, _ type: String, _ value: String, of traits: MemberTraits,
        isReadOnly: Bool = false, in code: inout CodeText
    ) {
        let prefix = prefix(traits)
        guard isLocked(traits) else {
            let setter = isReadOnly ? "private(set) " : ""
            code.line("\(prefix)\(setter)var \(name): \(type) = \(value)")
            return
        }
        let isStatic = traits.isStatic ? "static " : ""
        code.line("private \(isStatic)let \(name)Box = \(Self.box)<\(type)>(\(value))")
        guard !isReadOnly else {
            code.line("\(prefix)var \(name): \(type) { \(name)Box.value }")
            return
        }
        code.block("\(prefix)var \(name): \(type)") {
            $0.line("get { \(name)Box.value }")
            $0.line("set { \(name)Box.value = newValue }")
        }
    }

    /// A statement that changes such a variable.
    func change(_ name: String, _ change: String, of traits: MemberTraits) -> String {
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
