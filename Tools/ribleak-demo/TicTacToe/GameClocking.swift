import RIBs

/// Measures how long a game takes, while its RIB is active.
protocol GameClocking: Working {
    var listener: GameClockListener? { get set }
    var seconds: Int { get }
}

protocol GameClockListener: AnyObject {
    func timeIsUp()
}
