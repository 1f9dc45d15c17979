// SPDX-License-Identifier: Apache-2.0

/// One of the two people at the board.
enum Player {
    case crosses
    case noughts

    var opponent: Player { self == .crosses ? .noughts : .crosses }
    var mark: String { self == .crosses ? "X" : "O" }
}

/// Who plays crosses and who plays noughts.
struct PlayerNames {
    let crosses: String
    let noughts: String

    subscript(player: Player) -> String { player == .crosses ? crosses : noughts }
}

/// How a game ended.
enum GameResult: Equatable {
    case won(by: Player)
    case drawn
}

/// Somebody with an account.
struct User {
    let name: String
}

/// A friend's wish to play.
struct Invitation: Sendable {
    let friend: String
}
