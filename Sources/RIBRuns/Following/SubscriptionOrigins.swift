// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The stacks that made subscriptions, to be looked up on the thread that has the symbols.
package struct AskedOrigins: Sendable {
    private let trace: String
    private let stacks: [StackID: RecordedStack]

    init(trace: String, stacks: [StackID: RecordedStack]) {
        self.trace = trace
        self.stacks = stacks
    }

    /// Finds where the subscriptions were made.
    ///
    /// - Complexity: What it takes to look up functions that are new.
    package func origins(with symbols: FollowedSymbols) -> SubscriptionOrigins {
        let addresses = Set(stacks.values.flatMap(\.addresses))
        let found = symbols.symbolicate([SymbolRequest(trace: trace, addresses: addresses)])
        return SubscriptionOrigins(
            found: stacks.mapValues { stack in
                SubscriptionOrigin(
                    place: found.place(of: stack),
                    author: SubscriptionAuthor(found.projectCode(at: stack.addresses)))
            })
    }
}

/// Where subscriptions were made, and by whose code.
package struct SubscriptionOrigins: Sendable {
    let found: [StackID: SubscriptionOrigin]
}

/// What a stack says about the subscriptions that it made.
struct SubscriptionOrigin {
    /// Nil when no stack shows it.
    let place: StackFrame?
    let author: SubscriptionAuthor
}
