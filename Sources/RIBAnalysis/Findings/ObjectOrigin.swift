// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import RIBTrees

/// Judges by the stack that made an object whether a RIB made it for itself.
///
/// A parent may share a worker, a workflow or a component with a RIB. Then it may rightly outlive
/// that RIB. So these objects count as leaked only if the RIB's own code made them, and that code
/// makes a new one for each RIB. The search takes the innermost code of the project. It skips code
/// of the object's type and of classes that RIBs inherit from.
struct ObjectOrigin {
    /// The ended RIBs that used the object, as they were recorded.
    struct Users {
        /// Their names, from any of their parts.
        var names: Set<String> = []
        /// The types of their routers, interactors and other parts that no RIB shares.
        var types: Set<String> = []
        /// The classes that those inherit from, which other RIBs may inherit from too.
        var superclasses: Set<String> = []
        /// The types of their components.
        var components: Set<String> = []
        /// Where their routers were made.
        var routerStacks: [[ImageAddress]] = []

        /// Makes users with known names only.
        init(names: Set<String> = []) { self.names = names }
    }

    private let kind: ObjectKind
    /// Where it was made.
    private let stack: [ImageAddress]
    /// Its type and its superclasses, without generic arguments.
    private let lineage: [String]
    private let users: Users
    /// Whether it was still alive when the component of those RIBs was freed.
    private let outlivedComponent: Bool
    /// Whether another RIB of the same kind received the same object.
    private let isHandedOutAgain: Bool

    /// - Parameter lineage: Its type and its superclasses.
    init(
        of kind: ObjectKind, madeAt stack: [ImageAddress], lineage: [String], users: Users,
        outlivedComponent: Bool = false, isHandedOutAgain: Bool = false
    ) {
        self.isHandedOutAgain = isHandedOutAgain
        self.kind = kind
        self.stack = stack
        self.lineage = lineage.map { String($0.withoutGenericArguments) }
        self.users = users
        self.outlivedComponent = outlivedComponent
    }

    /// The addresses to symbolize before `isShown` is called.
    var addresses: [ImageAddress] { stack + users.routerStacks.joined() }

    /// Whether the stack shows that one of the RIBs made the object for itself.
    func isShown(by symbols: Symbolication) -> Bool { verdict(by: symbols) ?? false }

    /// Whether the stack, or the name of a function in it, is missing that would decide.
    func isUndecided(by symbols: Symbolication) -> Bool { verdict(by: symbols) == nil }

    private func verdict(by symbols: Symbolication) -> Bool? {
        if stack.isEmpty { return nil }
        var frames = symbols.symbolizedFrames(at: stack)[...]
        while let frame = frames.popFirst() {
            if frame.isOfLibraries { continue }
            // A function without a name may belong to anyone.
            guard let function = frame.frame.function.map(FunctionName.init) else { return nil }
            // Static code of its own type may keep one instance for all RIBs.
            if let type = function.type, isSkipped(type), !function.isStatic { continue }
            guard frame.frame.file != nil, !function.isStatic else { return false }
            return isOfUser(function, calledBy: frames)
                || isBuiltWithRouter(function, frame, symbols)
        }
        return false
    }

    private func isSkipped(_ type: String) -> Bool {
        lineage.contains(type) || users.superclasses.contains(type) && !users.types.contains(type)
    }

    /// - Parameter callers: The frames around the function, innermost first.
    private func isOfUser(
        _ function: FunctionName, calledBy callers: ArraySlice<SymbolizedFrame>
    ) -> Bool {
        guard let type = function.type else { return false }
        // Outside of `build` a builder may keep what it makes, and hand it out again.
        if users.names.contains(where: { type == "\($0)Builder" }) {
            return Self.isBuild(function) && !isHandedOutAgain
                || kind == .component && Self.isComponentBuilder(function, callers)
        }
        // A component keeps what it shares, and interactors keep their component. So their code
        // proves nothing about a component.
        guard kind != .component else { return false }
        if users.components.contains(type)
            || users.names.contains(where: { type == "\($0)Component" })
        {
            return outlivedComponent
        }
        return users.types.contains(type)
            || users.names.contains { type == "\($0)Interactor" || type == "\($0)Router" }
    }

    /// Whether the function is a `build` function that also made the router of one of the RIBs. The
    /// name of its type does not matter.
    private func isBuiltWithRouter(
        _ function: FunctionName, _ frame: SymbolizedFrame, _ symbols: Symbolication
    ) -> Bool {
        guard function.type != nil, Self.isBuild(function), !isHandedOutAgain else { return false }
        return users.routerStacks.contains { stack in
            let maker = symbols.symbolizedFrames(at: stack).first { frame in
                guard !frame.isOfLibraries else { return false }
                let type = frame.frame.function.flatMap { FunctionName($0).type } ?? ""
                return !users.types.contains(type) && !users.superclasses.contains(type)
            }
            return maker?.frame.function == frame.frame.function
        }
    }

    private static func isBuild(_ function: FunctionName) -> Bool {
        guard !function.isNested, !function.isAccessor else { return false }
        return ["build", "finalStageBuild"].contains { verb in
            guard function.name.hasPrefix(verb) else { return false }
            return function.name.dropFirst(verb.count).first?.isUppercase ?? true
        }
    }

    /// Whether the function is the closure that a builder passes to its base class to make a
    /// component for each RIB.
    private static func isComponentBuilder(
        _ function: FunctionName, _ callers: ArraySlice<SymbolizedFrame>
    ) -> Bool {
        guard function.isNested, function.name == "init" || function.name == "__allocating_init"
        else { return false }
        return callers.first { !$0.isThunk }?.frame.function?
            .contains("ComponentizedBuilder.") ?? false
    }
}
