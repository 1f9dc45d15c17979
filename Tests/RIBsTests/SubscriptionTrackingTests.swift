import RIBs
import Testing

@Suite struct SubscriptionTrackingTests {
    #if canImport(Combine)
        @Test func combineOffersNoTracking() {
            SubscriptionTracking.enable()
            #expect(!SubscriptionTracking.isEnabled)
        }
    #else
        @Test func isSwitchedOnAndOff() {
            #expect(!SubscriptionTracking.isEnabled)
            SubscriptionTracking.enable()
            SubscriptionTracking.enable()
            #expect(SubscriptionTracking.isEnabled)
            let interactor = Interactor()
            let subscription = interactor.isActiveStream.sink { _ in }
            interactor.activate()
            interactor.deactivate()
            subscription.cancel()
            SubscriptionTracking.disable()
            #expect(!SubscriptionTracking.isEnabled)
            SubscriptionTracking.disable()
        }
    #endif
}
