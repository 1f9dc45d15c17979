/// What an interactor knows of the RIB it works for, beside the router that it tells of its activity.
struct InteractorSeat {
    /// Its RIB's place, as a router last said while somebody observed: one that is being freed can
    /// no longer be asked.
    var place: LivePlace?
}
