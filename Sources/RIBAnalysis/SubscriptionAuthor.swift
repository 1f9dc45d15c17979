/// Who made a subscription, as far as its stack tells.
///
/// The recorder only knows whose activation was under way. Code of others may run in it: a service
/// that is started, a parent that is told through a listener, the builder of the next RIB. What they
/// subscribe to is their own affair, so the innermost code of the project decides.
struct SubscriptionAuthor {
    private let type: String?

    /// - Parameter functions: The demangled functions of the project's own code, innermost first.
    init(functions: [String]) {
        type = functions.lazy.compactMap(Self.receiver).first
    }

    /// False when the stack shows that code of another type made the subscription; true when it
    /// does not show whose it was.
    ///
    /// - Parameter lineage: The owner's type and the classes it inherits from.
    func mayBe(_ lineage: [String]) -> Bool {
        guard let type else { return true }
        return lineage.contains { $0.prefix { $0 != "<" } == type }
    }

    /// The type whose code a function is; nil for free functions and for extensions of publishers,
    /// which work for whoever calls them.
    private static func receiver(of function: String) -> String? {
        var name = Substring(function)
        // `closure #1 in closure #2 in Type.method()`, `implicit closure #1 in …`
        while let range = name.range(of: " in ", options: .backwards) {
            name = name[range.upperBound...]
            break
        }
        let path = withoutArguments(name).split(separator: ".")
        guard path.count > 1 else { return nil }
        let type = String(path[path.count - 2])
        return type == "Publisher" || type == "Cancellable" ? nil : type
    }

    /// The part before a function's parameters, generic arguments taken out.
    private static func withoutArguments(_ name: Substring) -> String {
        var depth = 0
        var result = ""
        for character in name {
            switch character {
            case "<": depth += 1
            case ">": depth -= 1
            case "(" where depth == 0: return result
            case _ where depth == 0: result.append(character)
            default: break
            }
        }
        return result
    }
}
