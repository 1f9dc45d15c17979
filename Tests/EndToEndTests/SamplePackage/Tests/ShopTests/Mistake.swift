// SPDX-License-Identifier: Apache-2.0

import Foundation
import Shop

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

/// The shops that outlive their tests.
enum Street {
    private static let lock = NSLock()
    // Safe: only `keep` uses it, under the lock.
    nonisolated(unsafe) private static var objects: [AnyObject] = []

    static func keep(_ object: AnyObject) { lock.withLock { objects.append(object) } }

    static func shop() -> ShopRouter {
        let shop = ShopRouter()
        keep(shop)
        return shop
    }
}
