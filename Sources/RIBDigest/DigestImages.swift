// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText
import RIBTrace

/// An executable or library that call stacks of a digest lead through.
struct DigestImage: Decodable, Hashable, Sendable {
    /// The file's name, without its folder.
    let name: String
    /// Lower-case hexadecimal digits; empty when the file had none.
    let buildID: String
}

/// A return address in a digest, as `[image, offset]`.
struct DigestFrame: Decodable, Equatable, Sendable {
    /// The index of its image; nil when it lay in no known one.
    let image: Int?
    /// The address in the image's file. It is 0 without an image: addresses in memory tell nothing
    /// to others.
    let offset: UInt64

    init(image: Int?, offset: UInt64) {
        self.image = image
        self.offset = image == nil ? 0 : offset
    }

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        let index = try list.decode(Int?.self)
        let digits = try list.decode(String.self)
        guard let offset = UInt64(digits, radix: 16), index ?? 0 >= 0 else {
            throw DecodingError.dataCorruptedError(in: list, debugDescription: "no address")
        }
        self.init(image: index, offset: offset)
    }

    /// The offset is in hexadecimal digits, since JSON's numbers may lose some.
    ///
    /// - Parameter numbers: The numbers of images in the digest, by those here.
    func json(numbering numbers: [Int: Int]) -> JSONValue {
        [JSONValue(image.map { numbers[$0] ?? 0 }), .string(String(offset, radix: 16))]
    }

    /// The same for a frame of a digest that was read.
    var json: JSONValue { [JSONValue(image), .string(String(offset, radix: 16))] }
}

/// Numbers the images of a session in the order in which its findings refer to them.
struct DigestImages {
    private(set) var all: [DigestImage] = []
    private var numbers: [DigestImage: Int] = [:]
    /// What frames stand for, by module and offset.
    private var addresses: [String: [UInt64: ImageAddress]] = [:]

    /// - Parameter addresses: The addresses of all frames of the session.
    init(of addresses: Set<ImageAddress>) {
        // Two images may have one name. Which of them it then is must not depend on a set's order.
        for address in addresses.sorted(by: { ($0.path, $0.buildID) < ($1.path, $1.buildID) })
        where self.addresses[address.module]?[address.offset] == nil {
            self.addresses[address.module, default: [:]][address.offset] = address
        }
    }

    mutating func frame(_ frame: StackFrame) -> DigestFrame {
        addresses[frame.module]?[frame.offset].flatMap { self.frame($0) }
            ?? DigestFrame(image: nil, offset: 0)
    }

    /// - Returns: Nil when the address lay in no known image.
    mutating func frame(_ address: ImageAddress) -> DigestFrame? {
        guard !address.path.isEmpty else { return nil }
        let image = DigestImage(
            name: DigestText.baseName(address.path),
            buildID: String(address.buildID.filter(\.isHexDigit).prefix(80)).lowercased())
        let number = numbers[image] ?? all.count
        if number == all.count {
            all.append(image)
            numbers[image] = number
        }
        return DigestFrame(image: number, offset: address.offset)
    }
}
