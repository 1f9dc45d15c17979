import RIBTrace
import RIBTrees

/// Whether code of a RIB in the tree built a router, as far as the stack that made it tells.
///
/// A test may build routers and never attach them; only a RIB that is in the tree builds one to attach
/// it. So, outward from the router's own code, builders and components may follow one another, but
/// then an object of a RIB must come that is in the tree.
struct RouterBuilder {
    private let stack: [ImageAddress]
    /// The types whose code is the router's RIB's own.
    private let ownTypes: Set<String>
    /// The names of the RIBs that were in the tree.
    private let attached: Set<String>

    /// - Parameters:
    ///   - type: The router's.
    ///   - lineage: Its type and the classes that inherits from.
    ///   - attached: The names of the RIBs that were in the tree.
    init(of type: String, madeAt stack: [ImageAddress], lineage: [String], attached: Set<String>) {
        self.stack = stack
        let name = RIBName(type: type).description
        ownTypes = Set(lineage.map { String($0.withoutGenericArguments) })
            .union(["Router", "Builder", "Component", "Interactor"].map { name + $0 })
        self.attached = attached
    }

    /// True when the stack shows it.
    func isShown(by symbols: Symbolication) -> Bool {
        for frame in symbols.symbolizedFrames(at: stack) {
            if StackCleanup.isOfLibraries(frame) { continue }
            // What has no name may be anyone's.
            guard let function = frame.frame.function.map(FunctionName.init),
                frame.frame.file != nil, let type = function.type
            else { return false }
            if ownTypes.contains(type) { continue }
            guard !function.isStatic else { return false }
            if isPart(type, ["Router", "Interactor", "Worker"]) { return true }
            guard isPart(type, ["Builder", "Component"]) else { return false }
        }
        return false
    }

    /// True for a type that plays one of some roles in a RIB of the tree.
    private func isPart(_ type: String, _ roles: [String]) -> Bool {
        roles.contains { role in
            type.hasSuffix(role) && attached.contains(String(type.dropLast(role.count)))
        }
    }
}
