/// What an interactor knows of the RIB it works for: just enough to say where it is.
struct InteractorSeat {
    /// The router that owns it.
    weak var router: (any PlacedRouting)?
    /// Its RIB's place, as a router last said while somebody observed: one that is being freed can
    /// no longer be asked.
    var place: LivePlace?
}
