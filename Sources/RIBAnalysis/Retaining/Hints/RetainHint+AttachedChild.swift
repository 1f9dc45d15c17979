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
}
