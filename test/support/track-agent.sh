#!/bin/sh
# An executor and a fixer on the public protocol: the first quote is wrong, the fix is right.
request=$(cat)
phase=$(printf '%s' "$request" | sed -n 's/.*"phase":"\([A-Z_]*\)".*/\1/p')
task=$(printf '%s' "$request" | sed -n 's/.*"task":{"id":"\([^"]*\)".*/\1/p')
echo "$phase${task:+ $task}" >> "$CALLS"
sleep "${SLOW:-0}"
file() {
  printf '{"summary":"%s","files":[{"path":"src/%s.js","content":"/** %s */\\nexport const %s = (count) => count * %s\\n"}]}' "$1" "$2" "$2" "$2" "$3"
}
case "$phase $task" in
  'EXECUTE 1.1') file 'wrote quotes' quote 2901 ;;
  'EXECUTE 1.2') file 'wrote sums' total 3 ;;
  FIX*) file 'mended quotes' quote 2900 ;;
  *) printf '{"summary":"all of it holds"}' ;;
esac
