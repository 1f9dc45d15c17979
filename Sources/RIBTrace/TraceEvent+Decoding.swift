extension TraceEvent {
    /// Reads one event's header and fields.
    ///
    /// - Returns: Its time and itself, or nil when the bytes are no event of this format version.
    static func decode(from reader: inout ByteReader) -> (timestamp: UInt64, event: TraceEvent)? {
        guard let number = reader.read(UInt16.self), let record = Record(rawValue: number),
            let timestamp = reader.read(UInt64.self),
            let event = reader.readDefinition(record) ?? reader.readTreeFact(record)
                ?? reader.readSubscriptionFact(record) ?? reader.readJudgement(record)
        else { return nil }
        return (timestamp, event)
    }
}

extension ByteReader {
    fileprivate mutating func readDefinition(_ record: TraceEvent.Record) -> TraceEvent? {
        switch record {
        case .stringDefined:
            guard let id = readShort(StringID.self), let text = readString() else { return nil }
            return .stringDefined(id, text: text)
        case .imageDefined:
            guard let id = readShort(ImageID.self), let loadBias = read(UInt64.self),
                let path = readString(), let buildID = readString()
            else { return nil }
            return .imageDefined(
                ImageDefinition(id: id, loadBias: loadBias, path: path, buildID: buildID))
        case .stackDefined:
            guard let id = readShort(StackID.self), let stack = readStack() else { return nil }
            return .stackDefined(id, stack)
        default:
            return nil
        }
    }

    private mutating func readStack() -> StackDefinition? {
        guard let truncated = read(UInt8.self), let depth = read(UInt16.self),
            depth <= TraceFormat.deepestStack
        else { return nil }
        var frames: [StackDefinition.Frame] = []
        for _ in 0..<depth {
            guard let image = readShort(ImageID.self), let offset = read(UInt64.self) else {
                return nil
            }
            frames.append(StackDefinition.Frame(image: image, offset: offset))
        }
        return StackDefinition(frames: frames, isTruncated: truncated != 0)
    }

    fileprivate mutating func readTreeFact(_ record: TraceEvent.Record) -> TraceEvent? {
        switch record {
        case .objectCreated:
            guard let object = read(ObjectID.self), let number = read(UInt8.self),
                let kind = ObjectKind(rawValue: number), let type = readShort(StringID.self),
                let stack = readShort(StackID.self)
            else { return nil }
            return .objectCreated(object, kind, type: type, stack: stack)
        case .objectDestroyed:
            return read(ObjectID.self).map { .objectDestroyed($0) }
        case .owned:
            guard let object = read(ObjectID.self), let owner = read(ObjectID.self) else {
                return nil
            }
            return .owned(object, by: owner)
        case .launched:
            guard let router = read(ObjectID.self), let stack = readShort(StackID.self) else {
                return nil
            }
            return .launched(router: router, stack: stack)
        case .attached, .detached:
            guard let child = read(ObjectID.self), let parent = read(ObjectID.self),
                let stack = readShort(StackID.self)
            else { return nil }
            return record == .attached
                ? .attached(child: child, parent: parent, stack: stack)
                : .detached(child: child, parent: parent, stack: stack)
        case .loaded:
            return read(ObjectID.self).map { .loaded(router: $0) }
        case .activated:
            return read(ObjectID.self).map { .activated(interactor: $0) }
        case .deactivated:
            return read(ObjectID.self).map { .deactivated(interactor: $0) }
        case .viewAppeared:
            return read(ObjectID.self).map { .viewAppeared($0) }
        case .viewLeft:
            guard let view = read(ObjectID.self), let stack = readShort(StackID.self) else {
                return nil
            }
            return .viewLeft(view, stack: stack)
        default:
            return nil
        }
    }

    fileprivate mutating func readSubscriptionFact(_ record: TraceEvent.Record) -> TraceEvent? {
        switch record {
        case .subscribed:
            guard let subscription = read(SubscriptionID.self), let owner = read(ObjectID.self),
                let ownerIsActive = read(UInt8.self), let chain = readShort(StringID.self),
                let stack = readShort(StackID.self)
            else { return nil }
            return .subscribed(
                subscription, owner: owner, ownerIsActive: ownerIsActive != 0, chain: chain,
                stack: stack)
        case .firedWhileInactive:
            guard let subscription = read(SubscriptionID.self),
                let stack = readShort(StackID.self), let sinceDeactivation = read(UInt64.self)
            else { return nil }
            return .firedWhileInactive(
                subscription, stack: stack, sinceDeactivation: sinceDeactivation)
        case .subscriptionEnded:
            guard let subscription = read(SubscriptionID.self), let number = read(UInt8.self),
                let end = SubscriptionEnd(rawValue: number), let counts = readCounts()
            else { return nil }
            return .subscriptionEnded(subscription, end, counts: counts)
        default:
            return nil
        }
    }

    fileprivate mutating func readJudgement(_ record: TraceEvent.Record) -> TraceEvent? {
        switch record {
        case .scopeBegan:
            guard let scope = readShort(ScopeID.self), let name = readShort(StringID.self) else {
                return nil
            }
            return .scopeBegan(scope, name: name)
        case .stillAlive:
            return read(ObjectID.self).map { .stillAlive($0) }
        case .stillSubscribed:
            guard let subscription = read(SubscriptionID.self), let counts = readCounts() else {
                return nil
            }
            return .stillSubscribed(subscription, counts: counts)
        case .settled:
            guard let number = read(UInt8.self), let reason = SettleReason(rawValue: number),
                let scope = readShort(ScopeID.self), let unjudged = read(UInt32.self)
            else { return nil }
            return .settled(reason, scope: scope, unjudged: unjudged)
        default:
            return nil
        }
    }

    private mutating func readCounts() -> DeliveryCounts? {
        guard let whileActive = read(UInt64.self), let whileInactive = read(UInt64.self) else {
            return nil
        }
        return DeliveryCounts(whileActive: whileActive, whileInactive: whileInactive)
    }
}
