import CRIBShims

/// The CRC-32C (Castagnoli, as in RFC 3720) of `bytes`.
func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBytes { ribleak_crc32c(0, $0.baseAddress, $0.count) }
}
