#!/usr/bin/env python3
"""The echo agent in Python: it repeats what it is told in the shape it is asked for."""
import json
import sys


def topic(rule_id):
    return rule_id.split(".")[-1].removeprefix("no-")


def title(rule_id):
    return topic(rule_id)[:1].upper() + topic(rule_id)[1:]


def plan(given):
    aims = [f"Satisfy {rule['id']}" for rule in given.get("previous_failures") or given.get("active_rules", [])]
    rest = ["Keep what already passes", "Follow every active rule", "Leave the rest out"]
    return {"plan": (aims + rest)[: min(5, max(3, len(aims)))]}


def produce(given):
    if given.get("previous_artifact"):
        return given["previous_artifact"]
    task = given.get("task_prompt", "")
    steps = "".join(f"- {step}\n" for step in given.get("plan", []))
    return f"# {task.split(chr(10))[0]}\n\n{task}\n\n{steps}"


def prepare(given):
    def check(rule_id):
        expected = "absent" if ".no-" in rule_id else "present"
        return {"rule_id": rule_id, "type": "content", "search": f"/^## .*{topic(rule_id)}/im", "expected": expected}

    return {"checks": [check(rule["id"]) for rule in given.get("active_rules", [])]}


def evaluate(given):
    # an example cannot judge, and in doubt a rule fails
    verdict = {"evidence": "", "reason": "this example cannot judge", "verdict": "fail"}
    return {"rule_results": [{"id": rule["id"], **verdict} for rule in given.get("rules", [])]}


def critique(given):
    def issue(missed):
        return {
            "rule_id": missed["id"],
            "problem": missed.get("message") or f"{missed['id']} does not pass",
            "fix_instruction": f'Add a section titled "{title(missed["id"])}"',
            "expected_effect": f"{missed['id']} passes",
        }

    evaluation = given["evaluation"]
    return {"issues": [issue(missed) for missed in (evaluation.get("failed", []) + evaluation.get("warnings", []))[:5]]}


def refine(given):
    text = given["artifact"]
    for issue in given.get("issues", []):
        text = f"{text.rstrip()}\n\n## {title(issue['rule_id'])}\n\n{issue['problem']}\n"
    return text


answers = {
    "PLAN": plan, "PRODUCE": produce, "PREPARE": prepare,
    "EVALUATE": evaluate, "CRITIQUE": critique, "REFINE": refine,
}

# the protocol is UTF-8, whatever the machine's language settings say
request = json.loads(sys.stdin.buffer.read().decode("utf-8"))
if request["phase"] not in answers:
    sys.exit(f"agent.py has no answer for the phase {request['phase']}")
answer = answers[request["phase"]](request["input"])
text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
sys.stdout.buffer.write(text.encode("utf-8"))
