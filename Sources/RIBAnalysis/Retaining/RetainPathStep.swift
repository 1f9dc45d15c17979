import RIBTrace

/// One edge of a retain path, in the words of the source.
public struct RetainPathStep: Hashable, Sendable {
    /// What kind of thing holds the target.
    public let holderKind: RetentionHolder
    /// Its type, its function or its name, such as `LoggedInRouter`,
    /// `closure #1 in ScoreInteractor.didBecomeActive()` or `static ScoreStore.shared`.
    public let holder: String
    /// Where a closure stands: the file, relative to the working directory where it lies below it.
    public let file: String?
    /// Counted from 1.
    public let line: Int?
    /// How the holder reaches the target, such as `currentChild`, `cancellables[0]` or
    /// `captures self`; empty when the holder itself is the reference.
    public let label: String
    /// The target's type; empty when it is not known.
    public let target: String
    /// True when the edge was found in memory that no type describes.
    public let isInferred: Bool
    /// The library whose code a closure is, for one that is not the project's.
    package var library: String?
    /// The compiler's name of a closure whose holder is called by another one. It is the same whether or
    /// not the code was optimized, so it tells leaks apart.
    package var function: String?
    /// True for a closure that stands for a method that is handed over.
    package var isMethodReference = false
    /// True for a closure that may as well be another one, since the optimizer made one function of both.
    package var isOneOfSeveral = false
    /// True where the target is an element of a collection, at a place that has no number and no name.
    package var isSomeElement = false

    /// The edge without what changes between runs and builds and with the code around it: places in
    /// collections, numbers of closures, lines, how deep in a list.
    var identity: (holder: String, property: String) {
        (
            StableName.holder(function ?? holder),
            StableName.withoutRepetitions(StableName.withoutNumbers(label))
        )
    }
}
