// SPDX-License-Identifier: Apache-2.0

/// The nine squares, counted from 1, row by row, as on a telephone keypad.
struct Board {
    private var marks = [Player?](repeating: nil, count: 9)

    private static let lines = [
        [1, 2, 3], [4, 5, 6], [7, 8, 9],
        [1, 4, 7], [2, 5, 8], [3, 6, 9],
        [1, 5, 9], [3, 5, 7],
    ]

    /// Puts a mark on a free square.
    ///
    /// - Returns: Whether the square was free.
    mutating func place(_ player: Player, at square: Int) -> Bool {
        guard (1...9).contains(square), marks[square - 1] == nil else { return false }
        marks[square - 1] = player
        return true
    }

    /// The result of the game, or nil while it continues.
    var result: GameResult? {
        for line in Self.lines {
            let owners = line.map { marks[$0 - 1] }
            if let player = owners[0], owners.allSatisfy({ $0 == player }) {
                return .won(by: player)
            }
        }
        return marks.contains { $0 == nil } ? nil : .drawn
    }

    /// The three rows on one line, such as `X·O ·X· ··O`.
    var picture: String {
        stride(from: 0, to: 9, by: 3)
            .map { row in marks[row..<row + 3].map { $0?.mark ?? "·" }.joined() }
            .joined(separator: " ")
    }
}

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
