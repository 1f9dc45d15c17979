extension RetainHint {
    /// A reference back to whoever listens.
    static let strongListener = RetainHint(
        pattern: RetainPattern(
            holders: [.object], isElement: false, labelEndings: ["listener", "delegate"]),
        text: "Make {holder}.{label} weak: a listener is held by its own RIB.",
        example: """
            final class GamePresenter { var listener: GamePresentableListener? }
            """)
}
