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
    let kind: ObjectKind
    let stack: [ImageAddress]
    /// Its type and its superclasses, without generic arguments.
    let lineage: [String]
    /// The names of the ended RIBs that used it, from any of their parts.
    var names: Set<String> = []
    /// The types of the routers, interactors and other parts of those RIBs that no RIB shares.
    private var types: Set<String> = []
    /// The classes that those inherit from, which other RIBs may inherit from too.
    private var superclasses: Set<String> = []
    private var components: Set<String> = []
    private var routerStacks: [[ImageAddress]] = []
    /// Whether it was still alive when the component of those RIBs was freed.
    var outlivedComponent = false
    /// Whether another RIB of the same kind received the same object.
    private var isHandedOutAgain = false

    init(of kind: ObjectKind, madeAt stack: [ImageAddress], lineage: [String]) {
        (self.kind, self.stack) = (kind, stack)
        self.lineage = lineage.map(Self.plain)
    }

    /// - Parameter leak: What was known when it was judged; nil for all that is known now.
    /// - Returns: Nil for an object that RIBs cannot share, or that a test asserts to be freed.
    init?(of id: ObjectID, in model: TraceModel, judgedIn leak: JudgedLeak? = nil) {
        let tree = model.tree
        guard let node = tree.nodes[id], node.kind.mayBeShared, !tree.asserted.contains(id) else {
            return nil
        }
        self.init(
            of: node.kind, madeAt: model.definitions.recordedStack(node.allocation).addresses,
            lineage: tree.lineage(of: id))
        outlivedComponent =
            (leak?.outlivedComponent ?? model.leaks.outlivedComponent).contains(id)
        isHandedOutAgain = leak?.handedOutAgain?.contains(id) ?? tree.isHandedOutAgain(id)
        let holders = tree.holders(of: id).filter { tree.nodes[$0] != nil }
        // Below a RIB of the same kind, a type does not show which of the two RIBs ran the code.
        if holders.contains(where: tree.isBelowItsKind) { return }
        for holder in holders { addUser(holder, of: id, in: tree) }
    }

    private mutating func addUser(_ holder: ObjectID, of id: ObjectID, in tree: TreeModel) {
        guard let node = tree.nodes[holder] else { return }
        names.insert(tree.definitions.text(node.type).ribName)
        if node.kind == .component {
            components.insert(Self.plain(tree.definitions.text(node.type)))
        } else if node.kind == .interactor || node.kind.isTreeNode {
            let lineage = tree.lineage(of: holder).map(Self.plain)
            types.formUnion(lineage.prefix(1))
            superclasses.formUnion(lineage.dropFirst())
        }
        guard node.kind.isTreeNode else { return }
        routerStacks.append(tree.definitions.recordedStack(node.allocation).addresses)
        if let component = tree.components[holder], component != id {
            components.insert(Self.plain(tree.typeName(of: component)))
        }
    }

    private static func plain(_ type: String) -> String { String(type.withoutGenericArguments) }

    /// The addresses to symbolize before `isShown` is called.
    var addresses: [ImageAddress] { stack + routerStacks.joined() }

    /// Whether the stack shows that one of the RIBs made the object for itself.
    func isShown(by symbols: Symbolication) -> Bool { verdict(by: symbols) ?? false }

    /// - Returns: Nil when the stack, or the name of a function in it, is missing that would decide.
    func verdict(by symbols: Symbolication) -> Bool? {
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
        lineage.contains(type) || superclasses.contains(type) && !types.contains(type)
    }

    /// - Parameter callers: The frames around the function, innermost first.
    private func isOfUser(
        _ function: FunctionName, calledBy callers: ArraySlice<SymbolizedFrame>
    ) -> Bool {
        guard let type = function.type else { return false }
        // Outside of `build` a builder may keep what it makes, and hand it out again.
        if names.contains(where: { type == "\($0)Builder" }) {
            return Self.isBuild(function) && !isHandedOutAgain
                || kind == .component && Self.isComponentBuilder(function, callers)
        }
        // A component keeps what it shares, and interactors keep their component. So their code
        // proves nothing about a component.
        guard kind != .component else { return false }
        if components.contains(type) || names.contains(where: { type == "\($0)Component" }) {
            return outlivedComponent
        }
        return types.contains(type)
            || names.contains { type == "\($0)Interactor" || type == "\($0)Router" }
    }

    /// Whether the function is a `build` function that also made the router of one of the RIBs. The
    /// name of its type does not matter.
    private func isBuiltWithRouter(
        _ function: FunctionName, _ frame: SymbolizedFrame, _ symbols: Symbolication
    ) -> Bool {
        guard function.type != nil, Self.isBuild(function), !isHandedOutAgain else { return false }
        return routerStacks.contains { stack in
            let maker = symbols.symbolizedFrames(at: stack).first { frame in
                guard !frame.isOfLibraries else { return false }
                let type = frame.frame.function.flatMap { FunctionName($0).type } ?? ""
                return !types.contains(type) && !superclasses.contains(type)
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
