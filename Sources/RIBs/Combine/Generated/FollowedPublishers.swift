// swift-format-ignore-file
// Made by Tools/combine-forms: change that.

#if !RxSwift
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    extension AnyPublisher: FollowedPublisher {}
    extension CurrentValueSubject: FollowedPublisher {}
    extension Deferred: FollowedPublisher {}
    extension Empty: FollowedPublisher {}
    extension Fail: FollowedPublisher {}
    extension Future: FollowedPublisher {}
    extension Just: FollowedPublisher {}
    extension ObservableObjectPublisher: FollowedPublisher {}
    extension PassthroughSubject: FollowedPublisher {}
    extension Published.Publisher: FollowedPublisher {}
    extension Record: FollowedPublisher {}
    extension Publishers.AllSatisfy: FollowedPublisher {}
    extension Publishers.AssertNoFailure: FollowedPublisher {}
    extension Publishers.Autoconnect: FollowedPublisher {}
    extension Publishers.Breakpoint: FollowedPublisher {}
    extension Publishers.Buffer: FollowedPublisher {}
    extension Publishers.Catch: FollowedPublisher {}
    extension Publishers.Collect: FollowedPublisher {}
    extension Publishers.CollectByCount: FollowedPublisher {}
    extension Publishers.CompactMap: FollowedPublisher {}
    extension Publishers.Comparison: FollowedPublisher {}
    extension Publishers.Concatenate: FollowedPublisher {}
    extension Publishers.Contains: FollowedPublisher {}
    extension Publishers.ContainsWhere: FollowedPublisher {}
    extension Publishers.Count: FollowedPublisher {}
    extension Publishers.Debounce: FollowedPublisher {}
    extension Publishers.Decode: FollowedPublisher {}
    extension Publishers.Delay: FollowedPublisher {}
    extension Publishers.Drop: FollowedPublisher {}
    extension Publishers.DropUntilOutput: FollowedPublisher {}
    extension Publishers.DropWhile: FollowedPublisher {}
    extension Publishers.Encode: FollowedPublisher {}
    extension Publishers.Filter: FollowedPublisher {}
    extension Publishers.First: FollowedPublisher {}
    extension Publishers.FirstWhere: FollowedPublisher {}
    extension Publishers.FlatMap: FollowedPublisher {}
    extension Publishers.HandleEvents: FollowedPublisher {}
    extension Publishers.IgnoreOutput: FollowedPublisher {}
    extension Publishers.Last: FollowedPublisher {}
    extension Publishers.LastWhere: FollowedPublisher {}
    extension Publishers.MakeConnectable: FollowedPublisher {}
    extension Publishers.Map: FollowedPublisher {}
    extension Publishers.MapError: FollowedPublisher {}
    extension Publishers.MapKeyPath: FollowedPublisher {}
    extension Publishers.MapKeyPath2: FollowedPublisher {}
    extension Publishers.MapKeyPath3: FollowedPublisher {}
    extension Publishers.MeasureInterval: FollowedPublisher {}
    extension Publishers.Multicast: FollowedPublisher {}
    extension Publishers.Output: FollowedPublisher {}
    extension Publishers.PrefixUntilOutput: FollowedPublisher {}
    extension Publishers.PrefixWhile: FollowedPublisher {}
    extension Publishers.Print: FollowedPublisher {}
    extension Publishers.ReceiveOn: FollowedPublisher {}
    extension Publishers.Reduce: FollowedPublisher {}
    extension Publishers.RemoveDuplicates: FollowedPublisher {}
    extension Publishers.ReplaceEmpty: FollowedPublisher {}
    extension Publishers.ReplaceError: FollowedPublisher {}
    extension Publishers.Retry: FollowedPublisher {}
    extension Publishers.Scan: FollowedPublisher {}
    extension Publishers.Sequence: FollowedPublisher {}
    extension Publishers.SetFailureType: FollowedPublisher {}
    extension Publishers.Share: FollowedPublisher {}
    extension Publishers.SubscribeOn: FollowedPublisher {}
    extension Publishers.SwitchToLatest: FollowedPublisher {}
    extension Publishers.Throttle: FollowedPublisher {}
    extension Publishers.Timeout: FollowedPublisher {}
    extension Publishers.TryAllSatisfy: FollowedPublisher {}
    extension Publishers.TryCatch: FollowedPublisher {}
    extension Publishers.TryCompactMap: FollowedPublisher {}
    extension Publishers.TryComparison: FollowedPublisher {}
    extension Publishers.TryContainsWhere: FollowedPublisher {}
    extension Publishers.TryDropWhile: FollowedPublisher {}
    extension Publishers.TryFilter: FollowedPublisher {}
    extension Publishers.TryFirstWhere: FollowedPublisher {}
    extension Publishers.TryLastWhere: FollowedPublisher {}
    extension Publishers.TryMap: FollowedPublisher {}
    extension Publishers.TryPrefixWhile: FollowedPublisher {}
    extension Publishers.TryReduce: FollowedPublisher {}
    extension Publishers.TryRemoveDuplicates: FollowedPublisher {}
    extension Publishers.TryScan: FollowedPublisher {}
    extension Publishers.Zip: FollowedPublisher {}
    extension Publishers.Zip3: FollowedPublisher {}
    extension Publishers.Zip4: FollowedPublisher {}

    #if canImport(Combine)
    extension Publishers.CollectByTime: FollowedPublisher {}
    extension Publishers.CombineLatest: FollowedPublisher {}
    extension Publishers.CombineLatest3: FollowedPublisher {}
    extension Publishers.CombineLatest4: FollowedPublisher {}
    extension Publishers.Merge: FollowedPublisher {}
    extension Publishers.Merge3: FollowedPublisher {}
    extension Publishers.Merge4: FollowedPublisher {}
    extension Publishers.Merge5: FollowedPublisher {}
    extension Publishers.Merge6: FollowedPublisher {}
    extension Publishers.Merge7: FollowedPublisher {}
    extension Publishers.Merge8: FollowedPublisher {}
    extension Publishers.MergeMany: FollowedPublisher {}
    extension NotificationCenter.Publisher: FollowedPublisher {}
    extension Timer.TimerPublisher: FollowedPublisher {}
    extension URLSession.DataTaskPublisher: FollowedPublisher {}
    extension NSObject.KeyValueObservingPublisher: FollowedPublisher {}
    #else
    extension NotificationCenter.OCombine.Publisher: FollowedPublisher {}
    extension Foundation.Timer.OCombine.TimerPublisher: FollowedPublisher {}
    extension URLSession.OCombine.DataTaskPublisher: FollowedPublisher {}
    #endif

    #if os(Linux)
    extension Optional.OCombine.Publisher: FollowedPublisher {}
    extension Result.OCombine.Publisher: FollowedPublisher {}
    #else
    extension Optional.Publisher: FollowedPublisher {}
    extension Result.Publisher: FollowedPublisher {}
    #endif
#endif
