import CRIBShims

/// The CRC-32C (Castagnoli, as in RFC 3720) of `bytes`.
func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    ribleak_crc32c(0, bytes.baseAddress, bytes.count)
}
