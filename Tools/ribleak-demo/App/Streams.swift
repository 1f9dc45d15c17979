// SPDX-License-Identifier: Apache-2.0

import RIBs

#if RxSwift
    @_exported import RxSwift
#else
    // The app's RIBs use RxSwift's names. For publishers, this file defines these names.

    typealias Observable<Element> = AnyPublisher<Element, any Error>
    typealias Disposable = AnyCancellable
    typealias PublishSubject<Element> = PassthroughSubject<Element, any Error>
    typealias BehaviorSubject<Element> = CurrentValueSubject<Element, any Error>

    extension CurrentValueSubject {
        convenience init(value: Output) { self.init(value) }
    }

    extension Subject where Failure == any Error {
        func onNext(_ value: Output) { send(value) }
        func onError(_ error: any Error) { send(completion: .failure(error)) }
        func onCompleted() { send(completion: .finished) }
    }

    extension Publisher where Failure == any Error {
        func asObservable() -> Observable<Output> { eraseToAnyPublisher() }

        func skip(_ count: Int) -> Observable<Output> { dropFirst(count).eraseToAnyPublisher() }

        func distinctUntilChanged() -> Observable<Output> where Output: Equatable {
            removeDuplicates().eraseToAnyPublisher()
        }

        func subscribe(
            onNext: @escaping (Output) -> Void, onError: @escaping (any Error) -> Void = { _ in }
        ) -> AnyCancellable {
            sink(
                receiveCompletion: { if case .failure(let error) = $0 { onError(error) } },
                receiveValue: onNext)
        }
    }

    extension AnyPublisher where Failure == any Error {
        static func just(_ value: Output) -> Observable<Output> {
            Just(value).setFailureType(to: (any Error).self).eraseToAnyPublisher()
        }
    }

    /// Keeps subscriptions until it is freed.
    final class DisposeBag {
        fileprivate var subscriptions: Set<AnyCancellable> = []
    }

    extension AnyCancellable {
        func disposed(by bag: DisposeBag) { store(in: &bag.subscriptions) }
    }
#endif
