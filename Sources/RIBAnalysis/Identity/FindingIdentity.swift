/// What makes a finding the same mistake in two runs: where it is, what it is about, and whose code made it.
///
/// No part of it depends on addresses, counts, line numbers, the order of tests or the optimizer. A part that
/// nobody could find out is nil, and then tells nothing: two findings are not different for that.
package struct FindingIdentity: Hashable, Sendable {
    /// The kind's name in reports; one that is unknown here may be of a later version.
    package var kind: String
    /// The place in the RIB tree.
    package var ribPath: String
    /// The culprit's type, without its module.
    package var type: String
    /// The chain of a subscription, or the rule of the lifecycle that was broken; empty for leaks.
    package var chain: String
    /// The owner's function that made the subscription or broke the rule, without the closures in it; nil
    /// where no stack tells.
    package var function: String?
    /// Which of the places in that function that make the same chain for the same type, from 1; of a leak, which
    /// of the closures of one function that keep objects alive.
    package var site: Int
    /// How many of them the run came through.
    package var sites: Int
    /// What keeps a leaked object alive: a type, a variable or a closure; nil where that is not certain.
    package var holder: String?
    /// How that reaches the object.
    package var property: String?
    /// True where the search for these two ran out of time: with more of it, it might have found others.
    package var isEdgeDoubtful: Bool

    package init(
        kind: String, ribPath: String, type: String, chain: String = "", function: String? = nil,
        site: Int = 1, sites: Int = 1, holder: String? = nil, property: String? = nil,
        isEdgeDoubtful: Bool = false
    ) {
        self.kind = kind
        self.ribPath = ribPath
        self.type = type
        self.chain = chain
        self.function = function
        self.site = site
        self.sites = sites
        self.holder = holder
        self.property = property
        self.isEdgeDoubtful = isEdgeDoubtful
    }

    /// Its name.
    package var fingerprint: Fingerprint {
        Fingerprint(hashing: [
            kind, ribPath, type, chain, function ?? "", site > 1 ? "\(site)" : "", holder ?? "",
            property ?? "",
        ])
    }

    /// Its name in the first version, which knew neither the function nor the site.
    package var firstFingerprint: String {
        let edge = holder.map { "\($0) \(property ?? "")" } ?? ""
        return Fingerprint.digits(hashing: [kind, ribPath, type, chain.isEmpty ? edge : chain])
    }

    /// The same leak where nothing says what keeps the object alive.
    package var withoutCause: FindingIdentity {
        var identity = self
        (identity.holder, identity.property) = (nil, nil)
        (identity.site, identity.sites) = (1, 1)
        identity.isEdgeDoubtful = false
        return identity
    }
}
