extension TraceMetadata {
    /// Reads a `metadata` file that this package wrote.
    ///
    /// - Parameters:
    ///   - text: The file's text; it may be hostile.
    ///   - folder: The trace's folder, for error messages.
    /// - Throws: `TraceError` when it is no ribleak trace or one of a later format version.
    init(parsing text: String, of folder: String) throws(TraceError) {
        guard text.hasPrefix("/* CTF 1.8 */") else {
            throw TraceError(.notATrace, path: folder, "its metadata is not CTF 1.8")
        }
        let facts = Self.assignments(in: text)
        guard let version = facts["ribleak_format_version"].flatMap(Int.init) else {
            throw TraceError(
                .notATrace, path: folder, "a CTF trace, but not one that ribleak recorded")
        }
        guard version <= TraceFormat.version else {
            throw TraceError(
                .laterVersion, path: folder,
                "recorded in format \(version), but this ribleak reads up to format "
                    + "\(TraceFormat.version): use the ribleak that the recorded app is built with")
        }
        guard let uuid = facts["uuid"].flatMap({ TraceUUID($0) }),
            let processID = facts["pid"].flatMap(Int.init),
            let clockOffset = facts["offset"].flatMap(Int64.init),
            let startedAt = facts["started_at"].flatMap(UInt64.init),
            let level = facts["level"].flatMap(RecordingLevel.init)
        else {
            throw TraceError(.damaged, path: folder, "its metadata file is damaged or cut short")
        }
        self.init(
            processName: facts["process"] ?? "?", processID: processID,
            workingDirectory: facts["cwd"] ?? "", clockOffset: clockOffset, startedAt: startedAt,
            level: level, capturesStacks: facts["captures_stacks"] == "1")
        self.uuid = uuid
    }

    /// The lines of the form `name = value;`, quotes taken off; the first of a name counts.
    private static func assignments(in text: String) -> [String: String] {
        var found: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let value = parts[1].trimmed().dropping(suffix: ";") else {
                continue
            }
            let name = String(parts[0].trimmed())
            if found[name] == nil { found[name] = String(value.unquoted()) }
        }
        return found
    }
}

extension Substring {
    fileprivate func trimmed() -> Substring {
        let start = drop { $0 == " " }
        guard let last = start.lastIndex(where: { $0 != " " }) else { return "" }
        return start[...last]
    }

    fileprivate func dropping(suffix: Character) -> Substring? {
        last == suffix ? dropLast().trimmed() : nil
    }

    fileprivate func unquoted() -> Substring {
        count >= 2 && first == "\"" && last == "\"" ? dropFirst().dropLast() : self
    }
}
