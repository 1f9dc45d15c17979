/// One of the two people at the board.
enum Player {
    case crosses
    case noughts

    var opponent: Player { self == .crosses ? .noughts : .crosses }
    var mark: String { self == .crosses ? "X" : "O" }
}
