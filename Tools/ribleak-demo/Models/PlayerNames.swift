/// Who plays crosses and who plays noughts.
struct PlayerNames {
    let crosses: String
    let noughts: String

    subscript(player: Player) -> String { player == .crosses ? crosses : noughts }
}
