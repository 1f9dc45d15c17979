/// The code of a closure that may stand for a method that was handed over.
///
/// Of `button.onTap = interactor.tapped` the compiler makes a function that does nothing but call
/// `tapped`, and another one that passes the captured object on to it. Whether a closure is such a one,
/// its name tells, which whoever reads the answer looks up; here it is said what it calls.
struct MethodReference {
    /// Code that hands a method over makes few calls: later ones are left out.
    static let mostCalls = 6

    let memory: GuardedMemory
    let use: (UInt) -> CodeUse

    /// A closure's function, and pairs of where it, or what it passes calls on to, makes a call and of
    /// which function; of none that is the project's where both are the same.
    ///
    /// - Parameter object: What the closure captures: its class says what is called by way of that.
    func functions(of closure: UInt, capturing object: UInt) -> [UInt] {
        let own = calls(by: closure, of: object)
        // A forwarder passes calls on to one function.
        let next = own.filter { $0.site != $0.function }
        let behind = next.count == 1 ? calls(by: next[0].function, of: object) : []
        return [closure] + (own + behind).flatMap { [$0, $1] }
    }

    private func calls(by function: UInt, of object: UInt) -> [(site: UInt, function: UInt)] {
        CodeCalls.read(at: function, memory: memory).prefix(Self.mostCalls).map {
            ($0.site, target(of: $0, object) ?? $0.site)
        }
    }

    /// What a call is of, if that is a function of the project's.
    private func target(of call: CodeCalls.Call, _ object: UInt) -> UInt? {
        switch call.target {
        case .function(let function):
            let isStub = memory.withBytes(at: function, count: 16) {
                Instruction.isStub(Array($0)[...], at: function)
            }
            return use(function) == .own && isStub == false ? function : nil
        case .slot(let offset):
            guard offset > 0, offset & 7 == 0, let type = memory.word(at: object),
                let function = memory.word(at: type &+ UInt(bitPattern: offset)),
                use(function) == .own
            else { return nil }
            return function
        }
    }
}
