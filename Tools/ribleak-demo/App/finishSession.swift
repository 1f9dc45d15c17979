import RIBRecorder

/// Judges what the session left behind, while the app is still running.
func finishSession() {
    Recorder.shared.settle()
}
