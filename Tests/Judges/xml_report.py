"""Validates an XML document with schemas, and prints what each says of it, a line a schema.

    xml_report.py XML-FILE SCHEMA…
"""
import os
import sys

import xmlschema


def main():
    for path in sys.argv[2:]:
        errors = [str(error.reason)[:300] for error in xmlschema.XMLSchema(path).iter_errors(sys.argv[1])]
        print(f"{os.path.basename(path)}: {'; '.join(errors) or 'valid'}")


main()
