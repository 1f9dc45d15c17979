/// The names of a tuple's elements, which only the name of its type has: `(count: Int, child: Child)`.
struct TupleLabels {
    /// Empty for elements without a name.
    private(set) var names: [String] = []

    init(typeName: String) {
        guard typeName.hasPrefix("("), typeName.hasSuffix(")") else { return }
        var depth = 0
        var name = ""
        var isNamed = false
        var last: Character = " "
        for character in typeName.dropFirst().dropLast() {
            switch character {
            case "(", "<", "[": depth += 1
            case ")", "]": depth -= 1
            // Not the one of an arrow.
            case ">" where last != "-": depth -= 1
            case ":" where depth == 0: isNamed = true
            case "," where depth == 0:
                names.append(isNamed ? name : "")
                (name, isNamed) = ("", false)
            default:
                if depth == 0, !isNamed, character != " " { name.append(character) }
            }
            last = character
        }
        names.append(isNamed ? name : "")
    }
}
