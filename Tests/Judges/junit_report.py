"""Reads a JUnit report with junitparser and prints what it makes of it, a line a test case.

    junit_report.py XML-FILE
"""
import sys

from junitparser import JUnitXml


def main():
    report = JUnitXml.fromfile(sys.argv[1])
    print(f"tests {report.tests}, failures {report.failures}, errors {report.errors}")
    for suite in report:
        for case in suite:
            results = ", ".join(type(result).__name__ for result in case.result) or "passed"
            print(f"{case.classname} | {case.name} | {results}")


main()
