import RIBs

/// Hands the mistakes of this run down the tree.
protocol MistakeDependency: Dependency {
    var mistakes: Set<Mistake> { get }
}
