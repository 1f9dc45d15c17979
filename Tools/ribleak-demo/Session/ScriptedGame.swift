/// A game as the squares that crosses and noughts take in turn.
enum ScriptedGame {
    case winForCrosses
    case winForNoughts
    case draw

    var squares: [Int] {
        switch self {
        case .winForCrosses: [5, 1, 3, 9, 7]
        case .winForNoughts: [2, 1, 3, 5, 6, 9]
        case .draw: [5, 1, 2, 8, 3, 7, 4, 6, 9]
        }
    }
}
