/// One edge of a retain path: who holds the next object, and by what.
package struct RetainStep: Equatable, Sendable {
    package enum Holder: Equatable, Sendable {
        /// An object, by the name of its type.
        case object(type: String)
        /// The context of a closure, or what a task keeps, by the addresses of functions: the first of them
        /// that is the project's own is the one to name. A task has those that it will return to. A closure
        /// has one, and what may stand for a method that is handed over has pairs after that: where the
        /// closure calls something, and what that is.
        case closure(functions: [UInt])
        /// A variable that lives as long as the process, by its mangled symbol if there is one.
        case global(symbol: String, address: UInt)
        /// What is none of these: `a dispatch queue`, `thread 4711`.
        case other(name: String)
    }

    package var holder: Holder
    /// The holder's address.
    package let address: UInt
    /// How the reference is reached from the holder: `currentChild`, `cancellables[0]`, `state.handlers`;
    /// empty when the holder is the reference itself, as a global or a stack is.
    package var label: String
    /// The name of the target's type; empty when it is not known.
    package let target: String
    package let evidence: RetainEvidence
    /// The address of the function that frees objects of the class that declares the first field the
    /// label names: it says whose class that is. Nil where the holder is no object.
    package var destructor: UInt?
}
