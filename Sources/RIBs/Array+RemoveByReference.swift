extension Array {
    /// Removes the first element that is the same object as the given one.
    ///
    /// - Parameter element: The object to remove; nothing happens if it is not there.
    public mutating func removeElementByReference(_ element: Element) {
        if let index = firstIndex(where: { $0 as AnyObject === element as AnyObject }) {
            remove(at: index)
        }
    }
}
