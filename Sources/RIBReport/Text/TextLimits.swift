/// How much of one finding is shown.
struct TextLimits: Equatable {
    /// Objects that the culprit drags along.
    var victims = 10
    /// Lines of each call stack.
    var stackLines = 8
    /// Edges of the retain path; the suspect one is always among them.
    var pathSteps = Int.max
    /// Call stacks, of which those that say what to do come first.
    var stacks = Int.max

    /// As much as a report shows.
    static let usual = TextLimits()

    /// Less and less, for who has little room.
    static let tighter = [
        usual,
        TextLimits(victims: 5, stackLines: 5, pathSteps: 12),
        TextLimits(victims: 3, stackLines: 3, pathSteps: 8),
        TextLimits(victims: 1, stackLines: 2, pathSteps: 5),
        TextLimits(victims: 1, stackLines: 1, pathSteps: 4),
        TextLimits(victims: 0, stackLines: 1, pathSteps: 3, stacks: 1),
        TextLimits(victims: 0, stackLines: 1, pathSteps: 3, stacks: 0),
    ]
}
