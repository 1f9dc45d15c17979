/// How a game ended.
enum GameResult: Equatable {
    case won(by: Player)
    case drawn
}
