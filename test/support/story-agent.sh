#!/bin/sh
# A deterministic agent on the public protocol for stories, in sh because that starts many times as fast as
# node. It logs every call, one line each.
request=$(cat)
iteration=${request#*'"iteration":'}
phase=${request#*'"phase":"'}
phase=${phase%%'"'*}
attempt=${request##*'"attempt":'}
[ -z "$CALLS" ] || echo "${iteration%%,*} $phase ${attempt%%[,\}]*}" >> "$CALLS"
[ -z "$SLOW" ] || sleep "$((SLOW / 1000)).$(printf %03d $((SLOW % 1000)))"
input=${request#*'"input":{'}

case $phase in
  PLAN) printf '{"plan":["first","second","third"]}' ;;
  PRODUCE)
    text=${input#*'"previous_artifact":"'}
    if [ "$text" = "$input" ]; then printf '# Title\n\nFirst draft.\n'; else printf %b "${text%%'"}'*}"; fi
    ;;
  PREPARE)
    rules=${input#*'"active_rules":['}
    rules=${rules%%']'*}
    checks=
    while next=${rules#*'"id":"'}; [ "$next" != "$rules" ]; do
      rules=$next
      search=${rules#*'"check":"\"'}
      checks="$checks,{\"rule_id\":\"${rules%%'"'*}\",\"type\":\"content\",\"search\":\"${search%%'\"'*}\",\"expected\":\"present\"}"
    done
    printf '{"checks":[%s]}' "${checks#,}"
    ;;
  CRITIQUE)
    id=${input#*'"evaluation":'}
    id=${id#*'"id":"'}
    message=${id#*'"message":"'}
    id=${id%%'"'*}
    printf '{"issues":[{"rule_id":"%s","problem":"%s","fix_instruction":"write %s","expected_effect":"it passes"}]}' \
      "$id" "${message%%'"}'*}" "$id"
    ;;
  REFINE)
    text=${input#*'"artifact":"'}
    mark=${input#*'"fix_instruction":"write '}
    printf '%b\nNow with MARK-%s\n' "${text%%'","issues":'*}" "${mark%%'"'*}"
    ;;
  *) exit 1 ;;
esac
