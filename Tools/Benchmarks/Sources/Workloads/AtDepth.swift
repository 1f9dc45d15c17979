import CPeers

/// Runs `body` with `levels` frames more on the stack than the caller has.
@inline(never)
public func atDepth(_ levels: Int, _ body: () -> Void) {
    if levels > 0 { atDepth(levels - 1, body) } else { body() }
    // The frame must still be there while `body` runs.
    peers_keep_frame()
}
