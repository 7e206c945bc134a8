import type { FailureClass } from '../events.ts'

const sources: readonly (readonly [FailureClass, readonly RegExp[]])[] = [
  [
    'dependency_missing',
    [
      /cannot find (?:module|package) ['"`](?![./])/i,
      /\bERR_MODULE_NOT_FOUND\b(?!.*['"`]\.{0,2}\/)/,
      /\b(?:E404|ERESOLVE|ETARGET|ENOTCACHED)\b/,
      /no matching version found for/i,
      /unable to resolve dependency tree/i,
      /\bmissing (?:peer )?dependenc(?:y|ies)\b|\bmissing: \S+@/i,
      /can(?:'|no)t resolve ['"`](?![./])/i,
      /could not resolve ['"`](?![./])/i,
      /failed to resolve import ['"`](?![./])/i,
      /\b(?:command not found|: not found$|is not recognized as an internal)/im,
      /\bModuleNotFoundError\b|\bNo module named\b/,
      /\bdependency[ _]missing\b|\bis not installed\b|\bcould not find a declaration file for module\b/i,
      /\bspawn \S+ ENOENT\b/,
    ],
  ],
  [
    'compile_error',
    [
      /\bTS\d{4,5}\b/,
      /\bSyntaxError\b|\bunexpected (?:token|identifier|end of (?:input|file))\b/i,
      /\bcompil(?:e|ation|er) (?:error|errors|failed|failure)\b|\bfailed to compile\b|\bcompile_error\b/i,
      /\btype error:|\bis not assignable to (?:type|parameter)\b/i,
      /\b(?:transform|build) failed with \d+ errors?\b|\bbuild failed\b(?!.*\btimed? ?out\b)/i,
      /\bproperty ['"`]\w+['"`] does not exist on type\b/i,
      /\bcannot find (?:name|module) ['"`]/i,
      /\b[1-9]\d* compiler errors?\b/i,
    ],
  ],
  [
    'contract_violation',
    [
      /\bcontract[ _](?:violation|violated|broken|breach)\b|\b(?:violates|breaks|broke|broken) (?:the |a |its )?contracts?\b/i,
      /\bbreaking (?:api |contract )?change\b/i,
      /\bsignature (?:of \S+ )?(?:was |has )?(?:changed|mismatch)/i,
      /\b(?:changed|wrote|written) outside of (?:what the order allows|its scope|the scope)\b/i,
      /\bno longer exports?\b|\bdoes not provide an export named\b/i,
    ],
  ],
  [
    'test_fail',
    [
      /\bAssertionError\b|\bERR_ASSERTION\b/,
      /\b[1-9]\d* (?:tests? |specs? |suites? )?(?:failed|failing)\b/i,
      /\btests?\b[^.\n]{0,60}(?<!\b0 )\bfail(?:s|ed|ing|ure)?\b(?!.*\btimed out after\b)/i,
      /\bfail(?:ed|ing|ure)?\b[^.\n]{0,30}\btests?\b/i,
      /^\s*(?:FAIL|not ok)\s+\S/m,
      /^\s*# fail [1-9]/m,
      /\bexpected\b.*\b(?:to (?:be|equal|have|contain|match|throw)|but (?:got|received))\b/i,
      /\btest timed out in\b|\bexceeded timeout of \d+ ?ms for a (?:test|hook)\b/i,
      /\bsnapshots? .*\b(?:mismatched|obsolete|failed)\b|\btest_fail\b/i,
    ],
  ],
  [
    'lint_error',
    [
      /\b(?:eslint|oxlint|tslint|stylelint|prettier|biome)\b/i,
      /\blint(?:er|ing)?\b[^.\n]{0,40}\b(?:errors?|failed|problems?|warnings?)\b|\blint_error\b/i,
      /✖ [1-9]\d* problems?\b|\bcode style issues?\b/i,
      /\b(?:no-unused-vars|prefer-const|no-explicit-any|no-undef|@typescript-eslint\/[\w-]+)\b/,
    ],
  ],
  [
    'orchestration_error',
    [
      /^\s*fatal: |\bnot a git repository\b|\bindex\.lock\b|\bworktree\b|\bmerge conflict\b|^CONFLICT \(/im,
      /\berror: (?:pathspec|failed to push|your local changes|patch (?:failed|does not apply))/i,
      /\b(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|EACCES|EPERM|ENOSPC|EMFILE|EAI_AGAIN)\b/,
      /\b(?:rate limit(?:ed)?|too many requests|service unavailable|bad gateway|overloaded)\b/i,
      /\b(?:HTTP|status(?: code)?):? ?(?:429|5\d\d)\b/i,
      /\b(?:agent|proposer|orchestrat\w*|worker|process)\b[^.\n]{0,40}\b(?:crashed|died|failed|unavailable|broke|exited)\b/i,
      /\b(?:invalid|malformed|unparsable) (?:json|answer|response)\b|\bdoes not fit the (?:schema|contract)\b/i,
      /\bno (?:working )?sandbox\b|\bnothing was changed\b|\borchestration[ _]error\b/i,
    ],
  ],
  [
    'budget_exceeded',
    [
      /\bbudget\b[^.\n]{0,40}\b(?:exceeded|exhausted|reached|spent|used up|overrun)\b|\b(?:over|exceed(?:s|ed)?) (?:the |its )?budget\b/i,
      /\b(?:cost|spend(?:ing)?|token|usage|money)s? (?:cap|limit)s?\b|\bbudget_exceeded\b/i,
      /\b(?:quota|credits?|credit balance)\b[^.\n]{0,40}\b(?:exceeded|exhausted|insufficient|too low)\b|\binsufficient (?:quota|credits?|funds)\b/i,
      /\bcap (?:was )?reached\b|\b(?:maximum|max) (?:context|tokens?)\b/i,
    ],
  ],
  [
    'timeout',
    [
      /\btime[d]?[ -]?outs?\b|\bETIMEDOUT\b|\bESOCKETTIMEDOUT\b|\bTimeoutError\b/i,
      /\bdeadline (?:was )?exceeded\b|\btook (?:too long|longer than)\b|\bstopped: time\b/i,
      /\b(?:aborted|killed|stopped) after \d+ ?(?:ms|s|sec|seconds|min|minutes)\b/i,
    ],
  ],
]

const longestMessage = 20_000

/** What kind of failure a message tells of; the first kind in the list that fits it. */
export function classOf(message: string): FailureClass {
  const text = message.slice(0, longestMessage)
  return (
    sources.find(([, patterns]) => patterns.some((pattern) => pattern.test(text)))?.[0] ?? 'unknown'
  )
}
