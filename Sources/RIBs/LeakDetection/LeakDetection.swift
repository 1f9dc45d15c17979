/// One expectation of the leak detector, with a weak hold on its object.
struct LeakDetection {
    private weak var object: AnyObject?
    /// What there is to say if it is not met.
    let report: LeakReport

    init(_ expectation: LeakReport.Expectation, of object: AnyObject, within time: Double) {
        self.object = object
        report = LeakReport(
            expectation: expectation, typeName: "\(type(of: object))", time: time)
    }

    /// Whether it is met now. Call it on the main thread, outside of any lock.
    var isMet: Bool {
        guard let object else { return true }
        switch report.expectation {
        case .deallocation: return false
        case .disappearance: return !ScreenPresence.isOnScreen(object)
        }
    }
}
