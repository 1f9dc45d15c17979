/// The order of places in a tree.
enum PlaceOrder {
    /// The rank of each path in an order in which a place's parts and children follow it.
    static func ranks(of paths: [String]) -> [String: Int] {
        let order = paths.sorted(by: isBefore)
        return Dictionary(zip(order, order.indices)) { first, _ in first }
    }

    /// True when the left path stands first.
    static func isBefore(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8) { left, right in
            (left == slash ? 0 : left) < (right == slash ? 0 : right)
        }
    }

    private static let slash = UInt8(ascii: "/")
}
