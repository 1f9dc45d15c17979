// What removes an edge that runs against the architecture.

extension RetainHint {
    /// A router that another one has among its children.
    static let attachedChild = RetainHint(
        pattern: RetainPattern(
            holders: [.object], holderParts: [.router, .rib], labels: ["children"],
            isOfLibraries: true),
        text: "{holder} has it among its children: call detachChild there, too.",
        example: """
            home.attachChild(game)  // and `menu` has it already
            """)

    /// A reference back to whoever listens.
    static let strongListener = RetainHint(
        pattern: RetainPattern(
            holders: [.object], isElement: false, labelEndings: ["listener", "delegate"]),
        text: "Make {holder}.{label} weak: a listener is held by its own RIB.",
        example: """
            final class GamePresenter { var listener: GamePresentableListener? }
            """)

    /// A component that keeps what it has made.
    static let component = RetainHint(
        pattern: RetainPattern(holders: [.object], holderParts: [.component]),
        text: """
            {holder} keeps what it made: make it in the builder instead, or in a component of the \
            RIB that ends.
            """,
        example: """
            lazy var gameInteractor = GameInteractor()  // in the component of the parent
            """)

    /// A reference against the direction in which RIBs hold their parts.
    static let backReference = RetainHint(
        pattern: RetainPattern(reasons: [.cycle], holders: [.object], isProperty: true),
        text: """
            Make {holder}.{label} weak: what it leads to keeps the {holder} alive, so they keep each \
            other.
            """,
        example: """
            final class GameInteractor { var router: GameRouting? }
            """)
}
