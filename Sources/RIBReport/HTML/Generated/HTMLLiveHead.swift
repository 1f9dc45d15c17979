// swift-format-ignore-file
// Made by Tools/embed-html of Sources/RIBReport/HTML/Assets/Live/head.html: change that.

/// What a page that follows a run shows first.
enum HTMLLiveHead {
    static let text = #"""
<h1 class="verdict calm" id="live-verdict"><span class="sign" id="live-sign" aria-hidden="true">…</span>
<span id="live-title">Waiting for an app that records</span></h1>
<dl class="counts">
<div class="alarm"><dd id="live-leaks">0</dd><dt id="live-leaks-words">leaks</dt></div>
<div class="alarm"><dd id="live-fired">0</dd><dt>fired while inactive</dt></div>
<div class="caution"><dd id="live-warnings">0</dd><dt id="live-warnings-words">warnings</dt></div>
<div class="caution"><dd id="live-detached">0</dd><dt id="live-detached-words">RIBs detached and alive</dt></div>
<div><dd id="live-ribs">0</dd><dt id="live-ribs-words">RIBs in the tree</dt></div>
</dl>
<div class="live-bar" role="group" aria-label="Watching">
<span class="live-state" id="live-state" data-state="connecting">Connecting …</span>
<span id="live-tools"></span>
<span class="runs" id="live-process"></span>
<span class="runs" id="live-others"></span>
</div>
"""#
}
