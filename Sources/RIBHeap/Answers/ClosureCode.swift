/// What the function of a closure is.
struct ClosureCode {
    let memory: GuardedMemory
    let use: (UInt) -> CodeUse

    /// The address of the function behind what a closure keeps for it: for an asynchronous one that is a
    /// record, which begins with how far away the function is.
    func function(at address: UInt) -> UInt {
        guard use(address) == .none, let word = memory.unalignedWord(at: address) else {
            return address
        }
        let distance = Int32(truncatingIfNeeded: word)
        let function = address &+ UInt(bitPattern: Int(distance))
        return use(function) == .none ? address : function
    }

    /// The same with what it calls, for a closure that captures one object alone.
    func functions(of function: UInt, capturing object: UInt) -> [UInt] {
        guard use(function) == .own else { return [function] }
        return MethodReference(memory: memory, use: use).functions(
            of: function, capturing: object)
    }

    /// The steps without closures of the runtime's that only call another one, which the step before then
    /// leads to.
    func withoutWrappers(_ steps: [RetainStep]) -> [RetainStep] {
        steps.enumerated().filter { index, step in
            guard index > 0, step.target == StepWriter.closure,
                case .closure(let functions) = step.holder
            else { return true }
            return functions.contains { use($0) != .runtime }
        }.map(\.element)
    }
}
