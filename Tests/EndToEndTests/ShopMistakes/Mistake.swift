// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBs

/// The mistakes that these tests can make, by the environment.
enum Mistake: String {
    /// In a test whose class inherits the check.
    case inherited
    /// In tests with the trait.
    case trait
    /// In a test of XCTest that says nothing of leaks.
    case plain
    /// In each assertion, in both frameworks.
    case assertions

    var isMade: Bool {
        ProcessInfo.processInfo.environment["SHOP_MISTAKES"]?.contains(rawValue) ?? false
    }
}

/// The markets that outlive their tests.
enum Street {
    private static let lock = NSLock()
    // Safe: only `keep` uses it, under the lock.
    nonisolated(unsafe) private static var objects: [AnyObject] = []

    static func keep(_ object: AnyObject) { lock.withLock { objects.append(object) } }

    static func market() -> MarketRouter {
        let market = MarketRouter()
        keep(market)
        return market
    }
}

final class MarketRouter: Router<Interactor> {
    private var visited: [StallRouter] = []

    convenience init() { self.init(interactor: Interactor()) }

    /// Goes to a stall and back.
    ///
    /// - Parameters:
    ///   - remembers: True to keep the stall by mistake.
    ///   - prices: What the stall follows, and goes on to follow.
    func visitStall(remembers: Bool, prices: PassthroughSubject<Int, Never>? = nil) {
        let interactor = StallInteractor()
        interactor.prices = prices
        let stall = StallRouter(interactor: interactor)
        attachChild(stall)
        detachChild(stall)
        if remembers { visited.append(stall) }
    }
}

final class StallInteractor: Interactor {
    var prices: PassthroughSubject<Int, Never>?
    private var subscriptions: Set<AnyCancellable> = []

    /// Never ends what it subscribes to.
    override func didBecomeActive() {
        super.didBecomeActive()
        prices?.sink { _ in }.store(in: &subscriptions)
    }
}

final class StallRouter: Router<StallInteractor> {}
