// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    // The one place that chooses the streams of this module: Apple's Combine where it exists,
    // OpenCombine, which has the same names, elsewhere. Exported, so that code which moves between
    // platforms needs no import of its own and cannot pick the other one.
    #if canImport(Combine)
        @_exported import Combine
    #else
        @_exported import OpenCombine
        // Queues and run loops as schedulers, and publishers of timers, notifications and requests.
        @_exported import OpenCombineDispatch
        @_exported import OpenCombineFoundation
    #endif
#endif
