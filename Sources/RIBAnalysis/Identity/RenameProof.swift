// SPDX-License-Identifier: Apache-2.0

/// Whether names of one run's code are other names in a later one.
package enum RenameProof {
    /// What differs in one part counts as renamed. For trends, which nothing fails by.
    case guessed
    /// The old name is in the later build no more, and the new one was not in the earlier build.
    /// Where one of the two builds could not be read, nothing is renamed.
    case names(before: DeclaredNames?, now: () -> DeclaredNames?)

    var isGuessed: Bool {
        if case .guessed = self { true } else { false }
    }
}

/// The names of two builds, by which two findings of one mistake are known that have other names.
struct ProvenRenames {
    let before: DeclaredNames
    let now: DeclaredNames

    /// How much two findings have in common; nil unless all that differs was renamed.
    func nearness(_ old: KnownFinding, _ new: KnownFinding) -> Int? {
        let (one, other) = (old.identity, new.identity)
        guard !old.isOfFirstVersion, one.kind == other.kind, one.site == other.site,
            (one.function == nil) == (other.function == nil),
            (one.holder == nil) == (other.holder == nil),
            arePathsOfOneRIB(one.ribPath, other.ribPath),
            areTypesOnly(one.type, other.type), areTypesOnly(one.chain, other.chain)
        else { return nil }
        let isMember = [
            (one.function, other.function), (one.holder, other.holder),
            (one.property, other.property),
        ].allSatisfy { areTypesOnly($0 ?? "", $1 ?? "") }
        if !isMember {
            guard let member = Member(one), let now = Member(other), member.isRenamed(now, by: self)
            else { return nil }
        }
        return zip(one.parts, other.parts).reduce(0) { sum, pair in
            sum + pair.0.sharedStart(with: pair.1)
                + pair.0.reversed().sharedStart(with: pair.1.reversed())
        }
    }

    /// Whether the earlier build has only the one name, and the later build only the other.
    func isRenamed(_ one: String, _ other: String) -> Bool {
        before.contain(one) && !before.contain(other) && now.contain(other) && !now.contain(one)
    }

    /// Whether two texts are equal but for names of types that were renamed.
    fileprivate func areTypesOnly(_ one: String, _ other: String) -> Bool {
        one == other
            || areAll(Self.words(one), Self.words(other)) { isRenamed(String($0), String($1)) }
    }

    /// A RIB has the name of its router.
    private func arePathsOfOneRIB(_ one: String, _ other: String) -> Bool {
        areAll(one.split(separator: "/"), other.split(separator: "/")) {
            isRenamed($0 + "Router", $1 + "Router") || isRenamed(String($0), String($1))
        }
    }

    private func areAll(
        _ parts: [Substring], _ others: [Substring],
        renamed isRenamed: (Substring, Substring) -> Bool
    ) -> Bool {
        parts.count == others.count
            && zip(parts, others).allSatisfy { $0 == $1 || isRenamed($0, $1) }
    }

    /// The identifiers of a text and what is between them, in turn.
    private static func words(_ text: String) -> [Substring] {
        var words: [Substring] = []
        var rest = Substring(text)
        while let first = rest.first {
            let isName = isOfName(first)
            let word = rest.prefix { isOfName($0) == isName }
            words.append(word)
            rest = rest.dropFirst(word.count)
        }
        return words
    }

    private static func isOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }
}

extension Sequence where Element: Equatable {
    func sharedStart(with other: some Sequence<Element>) -> Int {
        zip(self, other).prefix { $0 == $1 }.count
    }
}

/// The function or the property of a type that makes a mistake, as builds declare it.
private struct Member {
    let type: String
    let name: String
    /// The rest of how it holds something: what follows the property, or what the closure captures.
    let rest: String

    init?(_ identity: FindingIdentity) {
        let holder = identity.holder ?? ""
        let property = identity.property ?? ""
        let isFunction = identity.function != nil || holder.hasSuffix(")")
        if isFunction || holder.hasPrefix("static ") {
            let function = StableName.function(identity.function ?? holder)
            let parts = FunctionName(function)
            guard let type = parts.type else { return nil }
            self.type = type
            name = isFunction ? function : "\(type).\(parts.name)"
            rest = property
        } else {
            let field = property.prefix { $0 != "." && $0 != "[" }
            guard !holder.isEmpty, !field.isEmpty else { return nil }
            type = DeclaredNames.type(holder)
            name = "\(type).\(field)"
            rest = String(property.dropFirst(field.count))
        }
    }

    func isRenamed(_ other: Member, by renames: ProvenRenames) -> Bool {
        renames.areTypesOnly(type, other.type) && renames.areTypesOnly(rest, other.rest)
            && renames.isRenamed(name, other.name)
    }
}

extension KnownFinding {
    /// The types whose functions and properties make mistakes, for the names to keep of their
    /// build.
    package static func types(of findings: [KnownFinding]) -> Set<String> {
        findings.reduce(into: []) { types, finding in
            types.insert(DeclaredNames.type(finding.type))
            if let member = Member(finding.identity) { types.insert(member.type) }
        }
    }
}
