// SPDX-License-Identifier: Apache-2.0

// The protocols of a RIB as apps write them. Tests compile their doubles with the runtime.

import RIBs

struct Score { var value = 0 }

protocol RootDependency: Dependency {
    var stream: AnyPublisher<Int, Never> { get }
}

protocol RootListener: AnyObject { func rootDidEnd() }

protocol RootRouting: LaunchRouting { func cleanUp() }

protocol RootInteractable: Interactable, RootListener {
    var router: RootRouting? { get set }
    var listener: RootListener? { get set }
}

protocol RootViewControllable: ViewControllable {
    func present(_ view: ViewControllable)
}

protocol RootPresentable: Presentable {
    var listener: RootListener? { get set }
}

protocol RootBuildable: RIBs.Buildable {
    func build(withListener listener: RootListener) -> RootRouting
    func buildAny() -> ViewableRouting
}

/// @mockable(combine: score = CurrentValueSubject; name = @Published value)
protocol ScoreStream: AnyObject {
    var score: AnyPublisher<Int, Never> { get }
    var other: AnyPublisher<Score, Never> { get set }
    var value: String { get set }
    var name: AnyPublisher<String, Never> { get }
    var names: AnyPublisher<String?, Error> { get }
    var subject: CurrentValueSubject<Bool, Never> { get }
    func load() -> AnyPublisher<Int, Error>
}

/// @mockable
protocol ScoreWorking: Working {}

/// @mockable
protocol SharedStream: AnyObject, Sendable {
    var score: AnyPublisher<Int, Never> { get }
}
