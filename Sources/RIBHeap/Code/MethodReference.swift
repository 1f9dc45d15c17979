/// The code of a closure that may stand for a method that was handed over.
///
/// Of `button.onTap = interactor.tapped` the compiler makes a function that does nothing but call
/// `tapped`, and another one that passes the captured object on to it. Whether a closure is such a one,
/// its name tells, which whoever reads the answer looks up; here it is said what it calls.
struct MethodReference {
    /// More calls are not made by code that hands a method over.
    static let mostCalls = 4

    let memory: GuardedMemory
    let use: (UInt) -> CodeUse

    /// A closure's function, and pairs of where it, or what it passes calls on to, makes a call and of
    /// which function.
    ///
    /// - Parameter object: What the closure captures: its class says what is called by way of that.
    func functions(of closure: UInt, capturing object: UInt) -> [UInt] {
        guard let own = calls(by: closure, of: object) else { return [closure] }
        var functions = [closure]
        for (site, function) in own { functions += [site, function] }
        for (_, function) in own {
            for (site, function) in calls(by: function, of: object) ?? [] {
                functions += [site, function]
            }
        }
        return functions
    }

    private func calls(by function: UInt, of object: UInt) -> [(site: UInt, function: UInt)]? {
        let calls = CodeCalls.read(at: function, memory: memory).compactMap { call in
            target(of: call, object).map { (call.site, $0) }
        }
        return calls.count <= Self.mostCalls ? calls : nil
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
