#!/bin/sh
# The echo agent in sh. It needs jq, because requests and most answers are JSON.
set -eu
command -v jq >/dev/null || { echo 'agent.sh needs jq: https://jqlang.org/download' >&2; exit 1; }

# -j prints text as it is, without quotes and without a newline of its own
exec jq -j '
  def topic: split(".") | last | ltrimstr("no-");
  def title: topic | (.[:1] | ascii_upcase) + .[1:];

  def plan:
    ((if (.previous_failures // []) != [] then .previous_failures else .active_rules // [] end)
      | map("Satisfy " + .id)) as $aims
    | {plan: ($aims + ["Keep what already passes", "Follow every active rule", "Leave the rest out"])
        [:([5, ([3, ($aims | length)] | max)] | min)]};

  def produce:
    if (.previous_artifact // "") != "" then .previous_artifact
    else "# \(.task_prompt | split("\n")[0])\n\n\(.task_prompt)\n\n"
      + (.plan // [] | map("- \(.)\n") | add // "") end;

  def prepare:
    {checks: (.active_rules // [] | map({
      rule_id: .id, type: "content", search: "/^## .*\(.id | topic)/im",
      expected: (if (.id | contains(".no-")) then "absent" else "present" end)}))};

  def evaluate:
    {rule_results: (.rules // [] | map({
      id, evidence: "", reason: "this example cannot judge", verdict: "fail"}))};

  def critique:
    {issues: ((.evaluation.failed // []) + (.evaluation.warnings // []) | .[:5] | map({
      rule_id: .id, problem: (if (.message // "") == "" then "\(.id) does not pass" else .message end),
      fix_instruction: "Add a section titled \"\(.id | title)\"", expected_effect: "\(.id) passes"}))};

  def refine:
    reduce (.issues // [])[] as $issue (.artifact;
      sub("\\s+$"; "") + "\n\n## \($issue.rule_id | title)\n\n\($issue.problem)\n");

  .phase as $phase | .input
  | if $phase == "PLAN" then plan elif $phase == "PRODUCE" then produce
    elif $phase == "PREPARE" then prepare elif $phase == "EVALUATE" then evaluate
    elif $phase == "CRITIQUE" then critique elif $phase == "REFINE" then refine
    else "agent.sh has no answer for the phase \($phase)\n" | halt_error(1) end'
