// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// A map from serial numbers to values. Dense numbers, as the recorder makes them, live in pages of
/// neighbours. A dictionary holds the outliers of a damaged trace.
package struct SerialMap<Entity, Value> {
    /// The values of equally many numbers each, from 0 on; empty where no number has one.
    private var pages: [[Value?]] = []
    private var outliers: [TraceID<Entity>: Value] = [:]

    /// How many values there are.
    package private(set) var count = 0

    /// How many numbers a page is for. Few, since one value keeps the memory of all.
    private static var pageSize: Int { 1 << pageBits }
    private static var pageBits: UInt64 { 6 }
    /// Threads take numbers in turn and may be this many pages behind each other in a trace.
    private static var largestGap: Int { 1 << 10 }

    package init() {}

    /// The value of a number, if it has one.
    package subscript(id: TraceID<Entity>) -> Value? {
        let page = id.rawValue >> Self.pageBits
        if page < UInt64(pages.count), !pages[Int(page)].isEmpty,
            let value = pages[Int(page)][Self.place(of: id)]
        {
            return value
        }
        return outliers.isEmpty ? nil : outliers[id]
    }

    /// Changes the value of a number that has one.
    package mutating func change(_ id: TraceID<Entity>, _ body: (inout Value) -> Void) {
        guard var value = self[id] else { return }
        body(&value)
        insert(value, for: id)
    }

    /// Sets the value of a number, replacing one that it may have.
    package mutating func insert(_ value: Value, for id: TraceID<Entity>) {
        if self[id] == nil { count += 1 }
        let wanted = id.rawValue >> Self.pageBits
        guard wanted < UInt64(pages.count + Self.largestGap) else {
            outliers[id] = value
            return
        }
        // It is small, as the guard shows.
        let page = Int(wanted)
        if !outliers.isEmpty { outliers[id] = nil }
        while pages.count <= page { pages.append([]) }
        if pages[page].isEmpty { pages[page] = Array(repeating: nil, count: Self.pageSize) }
        pages[page][Self.place(of: id)] = value
    }

    /// The numbers that have a value, smallest first.
    package var ids: [TraceID<Entity>] {
        var all: [TraceID<Entity>] = []
        all.reserveCapacity(count)
        visit { id, _ in all.append(id) }
        return all
    }

    /// Calls a function with each number that has a value, smallest first, and that value.
    ///
    /// There may be millions: an array of them takes more memory than the values.
    package func visit(_ body: (TraceID<Entity>, Value) -> Void) {
        for (index, page) in pages.enumerated() {
            for (place, value) in page.enumerated() {
                if let value { body(Self.id(index, place), value) }
            }
        }
        for (id, value) in outliers.sorted(by: { $0.key < $1.key }) { body(id, value) }
    }

    /// Removes values. Memory of which no number has a value any more is freed.
    ///
    /// - Parameter isWanted: Says which to keep, and may change them.
    package mutating func keep(where isWanted: (TraceID<Entity>, inout Value) -> Bool) {
        count = 0
        func kept(_ id: TraceID<Entity>, _ value: Value?) -> Value? {
            guard var value, isWanted(id, &value) else { return nil }
            count += 1
            return value
        }
        for index in pages.indices where !pages[index].isEmpty {
            for place in pages[index].indices {
                pages[index][place] = kept(Self.id(index, place), pages[index][place])
            }
            if pages[index].allSatisfy({ $0 == nil }) { pages[index] = [] }
        }
        outliers = Dictionary(
            uniqueKeysWithValues: outliers.compactMap { id, value in
                kept(id, value).map { (id, $0) }
            })
    }

    private static func place(of id: TraceID<Entity>) -> Int {
        Int(truncatingIfNeeded: id.rawValue) & (pageSize - 1)
    }

    private static func id(_ page: Int, _ place: Int) -> TraceID<Entity> {
        TraceID(UInt64(page << Int(pageBits) + place))
    }
}
