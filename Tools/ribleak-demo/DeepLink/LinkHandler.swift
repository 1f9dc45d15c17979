/// Does what links into the app ask for.
protocol LinkHandler: AnyObject {
    func openGameLink()
}
