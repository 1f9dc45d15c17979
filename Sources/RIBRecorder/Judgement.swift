/// What one settling found, before any analysis.
package struct Judgement: Equatable, Sendable {
    /// Objects that should be gone and are still there.
    package var survivors = 0
    /// Objects that were passed over because main-queue work that may free them has not run.
    package var unjudged = 0
    /// True when the analysis has reason to look: something survived, a subscription fired while
    /// inactive, or a view left while its router may still be attached.
    package var isSuspicious = false

    package init() {}
}
