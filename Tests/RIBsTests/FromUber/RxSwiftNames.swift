// SPDX-License-Identifier: Apache-2.0

import RIBs

// The protocols of RxSwift that uber extends, as this package has them.
typealias ObservableType = Publisher
typealias Disposable = Cancellable
