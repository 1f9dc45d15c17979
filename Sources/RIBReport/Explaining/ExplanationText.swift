import RIBAnalysis
import RIBTrees

/// All that is known of one finding, object or subscription, for people at a terminal.
package struct ExplanationText: Sendable {
    private let isColored: Bool

    /// Creates a renderer.
    ///
    /// - Parameter isColored: True to mark names and places with colours.
    package init(isColored: Bool = false) {
        self.isColored = isColored
    }

    /// A finding with whole stacks and all that it drags along, ending with a line break.
    package func text(for finding: Finding) -> String {
        rendered(FindingText(finding: finding, isWhole: true).lines())
    }

    /// An object or a subscription, ending with a line break.
    package func text(for story: Explanation.Story) -> String {
        switch story {
        case .object(let object): rendered(ObjectStoryText(story: object).lines)
        case .subscription(let subscription):
            rendered(SubscriptionStoryText(story: subscription).lines)
        }
    }

    private func rendered(_ lines: [TextLine]) -> String {
        lines.map { $0.rendered(colored: isColored) + "\n" }.joined()
    }
}
