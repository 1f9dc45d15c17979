// SPDX-License-Identifier: Apache-2.0

import CRIBShims

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#endif

/// A value for each thread, made when the thread first asks and freed when it ends.
final class ThreadLocal<Value: AnyObject>: Sendable {
    /// Nil when the process has no key left: then there are no values.
    private let key: pthread_key_t?
    private let make: @Sendable () -> Value

    init(_ make: @escaping @Sendable () -> Value) {
        self.make = make
        var key = pthread_key_t()
        let status = pthread_key_create(&key) { value in
            ribleak_thread_ends()
            // Of another type on Apple's platforms, where it is never nil.
            let value: UnsafeMutableRawPointer? = value
            if let value { Unmanaged<AnyObject>.fromOpaque(value).release() }
        }
        self.key = status == 0 ? key : nil
    }

    deinit {
        guard let key else { return }
        // The values of other threads stay behind: a deleted key frees nothing.
        if let value = pthread_getspecific(key) {
            Unmanaged<AnyObject>.fromOpaque(value).release()
        }
        pthread_key_delete(key)
    }

    var current: Value? {
        guard let key else { return nil }
        if let value = pthread_getspecific(key) {
            return Unmanaged<Value>.fromOpaque(value).takeUnretainedValue()
        }
        let value = make()
        pthread_setspecific(key, Unmanaged.passRetained(value).toOpaque())
        return value
    }

    /// Runs `body` with the calling thread's value, if it has one already.
    func withExisting<Result>(_ body: (Value) -> Result) -> Result? {
        guard let key, let value = pthread_getspecific(key) else { return nil }
        return Unmanaged<Value>.fromOpaque(value)._withUnsafeGuaranteedRef(body)
    }
}
