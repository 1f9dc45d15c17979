// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    import RIBRecorder
    import RxSwift

    extension ActivityStream {
        /// Emits the current value first, then each change, and completes at the end.
        var stream: RIBStream<Bool> {
            Observable.create { observer in
                let listener = Listener(observer)
                guard add(listener) else {
                    observer.onCompleted()
                    return Disposables.create()
                }
                listener.offer(value)
                return Disposables.create {
                    listener.end()
                    remove(listener)
                }
            }
        }

        /// One observer, which gets no value twice in a row.
        private final class Listener: ActivityListener {
            private struct State {
                var observer: AnyObserver<Bool>?
                var last: Bool?
            }

            private let state: Protected<State>

            init(_ observer: AnyObserver<Bool>) { state = Protected(State(observer: observer)) }

            func offer(_ value: Bool) {
                let observer = state.withLock { state -> AnyObserver<Bool>? in
                    guard state.last != value else { return nil }
                    state.last = value
                    return state.observer
                }
                observer?.onNext(value)
            }

            func finish() { end()?.onCompleted() }

            /// - Returns: The observer, to be released outside the lock.
            @discardableResult
            func end() -> AnyObserver<Bool>? {
                state.withLock { state in
                    defer { state.observer = nil }
                    return state.observer
                }
            }
        }
    }
#endif
