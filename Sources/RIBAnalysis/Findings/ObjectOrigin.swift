// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import RIBTrees

/// Whether a RIB made an object for itself, by the stack that made it.
///
/// A worker, a workflow or a component may be shared with a parent, and then outlives a RIB that
/// used it by right. So these are leaked only if the innermost code of the project, beside that of
/// the object's own type and of classes that RIBs inherit from, is the RIB's, and of a kind that
/// makes a new one for each RIB.
struct ObjectOrigin {
    /// The RIBs that used the object, and have ended, as they were recorded.
    struct Users {
        /// What they are called, by any of their parts.
        var names: Set<String> = []
        /// The types of their routers, interactors and other parts that are theirs alone.
        var types: Set<String> = []
        /// The classes that those inherit from, which other RIBs may inherit from too.
        var superclasses: Set<String> = []
        /// The types of their components.
        var components: Set<String> = []
        /// Where their routers were made.
        var routerStacks: [[ImageAddress]] = []

        /// Users of which only the names are known.
        init(names: Set<String> = []) { self.names = names }
    }

    private let kind: ObjectKind
    /// Where it was made.
    private let stack: [ImageAddress]
    /// Its type and the classes that inherits from, without generic arguments.
    private let lineage: [String]
    private let users: Users
    /// Whether it was still alive when their component was gone.
    private let outlivedComponent: Bool
    /// Whether another RIB of the kind was seen to have the same one.
    private let isHandedOutAgain: Bool

    /// - Parameter lineage: Its type and the classes that inherits from.
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

    /// What must be named before `isShown` is asked.
    var addresses: [ImageAddress] { stack + users.routerStacks.joined() }

    /// True when the stack shows that one of the RIBs made the object for itself.
    func isShown(by symbols: Symbolication) -> Bool {
        var frames = symbols.symbolizedFrames(at: stack)[...]
        while let frame = frames.popFirst() {
            if StackCleanup.isOfLibraries(frame) { continue }
            // What has no name may be anyone's.
            guard let function = frame.frame.function.map(FunctionName.init) else { return false }
            // Static code of its own type may keep it for all.
            if let type = function.type, isPassedOver(type), !function.isStatic { continue }
            guard frame.frame.file != nil, !function.isStatic else { return false }
            return isOfUser(function, calledBy: frames)
                || isBuiltWithRouter(function, frame, symbols)
        }
        return false
    }

    private func isPassedOver(_ type: String) -> Bool {
        lineage.contains(type) || users.superclasses.contains(type) && !users.types.contains(type)
    }

    /// - Parameter callers: The frames around the function, innermost first.
    private func isOfUser(
        _ function: FunctionName, calledBy callers: ArraySlice<SymbolizedFrame>
    ) -> Bool {
        guard let type = function.type else { return false }
        // Elsewhere a builder may keep what it makes, and hand it out again.
        if users.names.contains(where: { type == "\($0)Builder" }) {
            return Self.isBuild(function) && !isHandedOutAgain
                || kind == .component && Self.isComponentBuilder(function, callers)
        }
        // A component keeps what it shares, and may itself be kept; and interactors keep it.
        guard kind != .component else { return false }
        if users.components.contains(type)
            || users.names.contains(where: { type == "\($0)Component" })
        {
            return outlivedComponent
        }
        return users.types.contains(type)
            || users.names.contains { type == "\($0)Interactor" || type == "\($0)Router" }
    }

    /// True for a function that builds, whatever its type is called, and has made the router of one
    /// of the RIBs as well.
    private func isBuiltWithRouter(
        _ function: FunctionName, _ frame: SymbolizedFrame, _ symbols: Symbolication
    ) -> Bool {
        guard function.type != nil, Self.isBuild(function), !isHandedOutAgain else { return false }
        return users.routerStacks.contains { stack in
            let maker = symbols.symbolizedFrames(at: stack).first { frame in
                guard !StackCleanup.isOfLibraries(frame) else { return false }
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

    /// True for the closure that a builder gave its base class to make a component for each RIB.
    private static func isComponentBuilder(
        _ function: FunctionName, _ callers: ArraySlice<SymbolizedFrame>
    ) -> Bool {
        guard function.isNested, function.name == "init" || function.name == "__allocating_init"
        else { return false }
        return callers.first { !StackCleanup.isThunk($0) }?.frame.function?
            .contains("ComponentizedBuilder.") ?? false
    }
}
