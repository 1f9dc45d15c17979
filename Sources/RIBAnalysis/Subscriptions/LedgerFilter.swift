/// Which subscriptions of a run are wanted.
package struct LedgerFilter: Equatable, Sendable {
    /// The wanted place without slashes at its end; nil for all.
    private let ribPath: String?
    private let isAliveOnly: Bool

    /// - Parameters:
    ///   - ribPath: The subscriptions at this RIB path and at those that begin with it and a slash;
    ///     nil for all, also those that belong to nobody.
    ///   - isAliveOnly: True for those that have not ended.
    package init(ribPath: String? = nil, isAliveOnly: Bool = false) {
        self.ribPath = ribPath.map { path in
            String(path.reversed().drop { $0 == "/" }.reversed())
        }
        self.isAliveOnly = isAliveOnly
    }

    func takes(_ line: LedgerLine) -> Bool { !isAliveOnly || line.end == nil }

    /// - Parameter owner: Nil for nobody.
    func takes(_ owner: LedgerSubscription.Owner?) -> Bool {
        guard let ribPath else { return true }
        guard let path = owner?.ribPath else { return false }
        return path == ribPath || path.hasPrefix("\(ribPath)/")
    }
}
