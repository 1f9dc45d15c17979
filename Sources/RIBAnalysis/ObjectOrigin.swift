import RIBTrace

/// Whether a RIB made an object for itself, as far as the stack that made it tells.
///
/// A worker, a workflow or a component may be shared with a parent, and then outlives a RIB that
/// used it by right. So these are leaked only if the innermost code of the project, beside that of
/// the object's own type, is the RIB's, and of a kind that makes a new one for each RIB.
struct ObjectOrigin {
    private let kind: ObjectKind
    /// Where it was made.
    let stack: [ImageAddress]
    /// Its type and the classes that inherits from, without generic arguments.
    private let lineage: [String]
    /// The names of the RIBs that used it, and have ended.
    private let ribs: [String]
    /// Whether it was still alive when their component was gone.
    private let outlivedComponent: Bool
    /// Whether another RIB of the kind was seen to have the same one.
    private let isHandedOutAgain: Bool

    /// - Parameter lineage: Its type and the classes that inherits from.
    init(
        of kind: ObjectKind, madeAt stack: [ImageAddress], lineage: [String], ribs: [String],
        outlivedComponent: Bool = false, isHandedOutAgain: Bool = false
    ) {
        self.isHandedOutAgain = isHandedOutAgain
        self.kind = kind
        self.stack = stack
        self.lineage = lineage.map { String($0.prefix { $0 != "<" }) }
        self.ribs = ribs
        self.outlivedComponent = outlivedComponent
    }

    /// True when the stack shows that one of the RIBs made the object for itself.
    func isShown(by symbols: Symbolication) -> Bool {
        var frames = symbols.symbolizedFrames(at: stack)[...]
        while let frame = frames.popFirst() {
            if StackCleanup.isOfLibraries(frame) { continue }
            // What has no name may be anyone's.
            guard let function = frame.frame.function.map(FunctionName.init) else { return false }
            // Static code of its own type may keep it for all.
            if let type = function.type, lineage.contains(type), !function.isStatic { continue }
            guard frame.frame.file != nil, !function.isStatic else { return false }
            return ribs.contains { isMade(by: function, of: $0, calledBy: frames) }
        }
        return false
    }

    /// - Parameter callers: The frames around the function, innermost first.
    private func isMade(
        by function: FunctionName, of rib: String, calledBy callers: ArraySlice<SymbolizedFrame>
    ) -> Bool {
        switch function.type {
        case "\(rib)Builder":
            // Elsewhere a builder may keep what it makes, and hand it out again.
            Self.isBuild(function) && !isHandedOutAgain
                || kind == .component && Self.isComponentBuilder(function, callers)
        case "\(rib)Component":
            // A component keeps what it shares, and may itself be kept.
            kind != .component && outlivedComponent
        case "\(rib)Interactor", "\(rib)Router":
            kind != .component
        default:
            false
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
