// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    import Dispatch
    import Foundation

    // The words of uber's subscriptions for what ends by `cancelOnDeactivate` and `cancelOnStop`.

    extension Foundation.Timer {
        /// `cancelOnDeactivate(interactor:)` in uber's spelling.
        @discardableResult
        public func disposeOnDeactivate(interactor: Interactor) -> Self {
            cancelOnDeactivate(interactor: interactor)
        }

        /// `cancelOnStop(_:)` in uber's spelling.
        @discardableResult
        public func disposeOnStop(_ worker: Worker) -> Self { cancelOnStop(worker) }
    }

    extension Task {
        /// `cancelOnDeactivate(interactor:)` in uber's spelling.
        @discardableResult
        public func disposeOnDeactivate(interactor: Interactor) -> Self {
            cancelOnDeactivate(interactor: interactor)
        }

        /// `cancelOnStop(_:)` in uber's spelling.
        @discardableResult
        public func disposeOnStop(_ worker: Worker) -> Self { cancelOnStop(worker) }
    }

    extension DispatchWorkItem {
        /// `cancelOnDeactivate(interactor:)` in uber's spelling.
        @discardableResult
        public func disposeOnDeactivate(interactor: Interactor) -> Self {
            cancelOnDeactivate(interactor: interactor)
        }

        /// `cancelOnStop(_:)` in uber's spelling.
        @discardableResult
        public func disposeOnStop(_ worker: Worker) -> Self { cancelOnStop(worker) }
    }

    extension DispatchSourceProtocol {
        /// `cancelOnDeactivate(interactor:)` in uber's spelling.
        @discardableResult
        public func disposeOnDeactivate(interactor: Interactor) -> Self {
            cancelOnDeactivate(interactor: interactor)
        }

        /// `cancelOnStop(_:)` in uber's spelling.
        @discardableResult
        public func disposeOnStop(_ worker: Worker) -> Self { cancelOnStop(worker) }
    }

    extension NSObjectProtocol {
        /// `cancelOnDeactivate(interactor:of:)` in uber's spelling.
        @discardableResult
        public func disposeOnDeactivate(
            interactor: Interactor, of center: NotificationCenter = .default
        ) -> Self {
            cancelOnDeactivate(interactor: interactor, of: center)
        }

        /// `cancelOnStop(_:of:)` in uber's spelling.
        @discardableResult
        public func disposeOnStop(
            _ worker: Worker, of center: NotificationCenter = .default
        ) -> Self {
            cancelOnStop(worker, of: center)
        }
    }
#endif
