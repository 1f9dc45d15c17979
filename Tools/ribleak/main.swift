print("ribleak")
