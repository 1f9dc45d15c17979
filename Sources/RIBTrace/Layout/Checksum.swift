import CRIBShims

/// The CRC-32C (Castagnoli, as in RFC 3720) of `bytes`.
func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    checksum(of: bytes, after: 0)
}

/// The checksum of `bytes` and others before them.
///
/// - Parameter before: The checksum of those.
func checksum(of bytes: UnsafeRawBufferPointer, after before: UInt32) -> UInt32 {
    ribleak_crc32c(before, bytes.baseAddress, bytes.count)
}
