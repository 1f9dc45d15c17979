// swift-format-ignore-file
// Made by Tools/embed-html of Sources/RIBReport/HTML/Assets/Live/live.css: change that.

/// The style sheet of a page that follows a run.
enum HTMLLiveStyle {
    /// By which the policy of a page allows it.
    static let hash = "sha256-S9BnowOzgXI07dL4d1hmZBpDBVt84Sfy0vgMnAfwh0c="

    static let text = HTMLStyle.text + "\n" + #"""
/* What only a page has that follows a run */
.counts .none dd { color: inherit; }
.live-bar { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; margin-top: 1.25rem; }
.live-bar .runs { margin: 0; }
.live-state { display: inline-flex; align-items: center; gap: 0.5rem; font-size: 0.875rem; font-weight: 600; }
.live-state::before { content: ""; width: 0.625rem; height: 0.625rem; border-radius: 50%; background: var(--good); }
.live-state[data-state="paused"]::before { border-radius: 1px; background: var(--caution); }
.live-state[data-state="connecting"]::before, .live-state[data-state="lost"]::before { background: none; border: 2px solid var(--caution); }
.live-state[data-state="over"]::before, .live-state[data-state="stopped"]::before, .live-state[data-state="refused"]::before { background: none; border: 2px solid var(--strong-line); }
"""#
}
