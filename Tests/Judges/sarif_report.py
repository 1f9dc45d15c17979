"""Validates a SARIF file with the published schema and counts its results with sarif-tools.

    sarif_report.py SCHEMA SARIF-FILE      SCHEMA may be '-' where there is no copy of it
"""
import json
import sys

from jsonschema.validators import validator_for
from sarif import loader


def main():
    with open(sys.argv[2]) as file:
        document = json.load(file)
    if sys.argv[1] != "-":
        with open(sys.argv[1]) as file:
            schema = json.load(file)
        for error in validator_for(schema)(schema).iter_errors(document):
            print(f"invalid: {'/'.join(map(str, error.absolute_path))}: {error.message[:300]}")
    files = loader.load_sarif_files(sys.argv[2])
    report = files.get_report()
    for severity in report.get_severities():
        print(f"{severity}: {report.get_issue_count_for_severity(severity)}")
    results = [result for run in document["runs"] for result in run["results"]]
    states = [result["baselineState"] for result in results if "baselineState" in result]
    for state in sorted(set(states)):
        print(f"baseline state {state}: {states.count(state)}")
    suppressed = sum(bool(result.get("suppressions")) for result in results)
    if suppressed:
        print(f"suppressed: {suppressed}")
    for record in files.get_records():
        print(f"{record['Code']} {record['Location']}:{record['Line']}")


main()
