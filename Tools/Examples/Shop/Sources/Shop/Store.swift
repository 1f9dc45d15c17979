// SPDX-License-Identifier: Apache-2.0

import RIBs

/// Something to buy.
public struct Product: Equatable, Sendable {
    public let name: String
    public let cents: Int

    public init(name: String, cents: Int) {
        self.name = name
        self.cents = cents
    }
}

/// What the shop sells, who buys, and what lies in the cart.
///
/// All RIBs share it, so it outlives each of them.
public final class Store {
    public static let products = [
        Product(name: "Kettle", cents: 3_900), Product(name: "Teapot", cents: 2_450),
        Product(name: "Cup", cents: 900),
    ]

    private let cart = CurrentValueSubject<[Product], Never>([])
    private let customer = CurrentValueSubject<String, Never>("Guest")

    public init() {}

    /// The price of all that lies in the cart, now and after each change.
    public var total: AnyPublisher<Int, Never> {
        cart.map { $0.reduce(0) { $0 + $1.cents } }.eraseToAnyPublisher()
    }

    /// The name of who buys, now and after each change.
    public var customerName: AnyPublisher<String, Never> { customer.eraseToAnyPublisher() }

    public func add(_ product: Product) { cart.value.append(product) }

    public func emptyCart() { cart.value = [] }

    public func signIn(as name: String) { customer.value = name }
}

/// What each RIB of the shop needs of the one above it.
public protocol StoreDependency: Dependency {
    var store: Store { get }
}

/// What the app itself provides.
public final class AppComponent: EmptyComponent, StoreDependency {
    public let store = Store()
}

/// Passes the store on to the RIB below.
public final class StoreComponent: Component<StoreDependency>, StoreDependency {
    public var store: Store { dependency.store }
}
