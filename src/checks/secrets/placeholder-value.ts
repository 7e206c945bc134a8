const wholeWords =
  /^(?:change[-_ ]?(?:me|this|it)[\w!-]*|replace[-_ ]?(?:me|this|with)?[\w-]*|placeholder|example[\w-]*|sample[\w-]*|dummy[\w-]*|test|testing|todo|tbd|fixme|none|null|undefined|nil|empty|unset|secret|password|pass(?:word|wd)?|token|api[-_]?key|key|user|username|your[-_ ].*|my[-_](?:secret|password|token|api|key)[\w-]*|insert[-_ ].*|put[-_ ].*|set[-_ ]?(?:me|this|in|by|via|at)[\w -]*|enter[-_ ].*|redacted|hidden|masked|removed|generate[-_ ].*|random[-_ ]?(?:string|value)?|some[-_ ].*|not[-_ ]?(?:set|a[-_]real).*|fake[\w-]*|xxx+.*|foo(?:bar)?|bar|baz|abc|abc123|12345?6?|true|false|on|off|yes|no|enabled|disabled|required|optional|default|local|dev(?:elopment)?|admin|root|guest|postgres|mysql|redis|hunter2|p[a@]ss[\w!@]{0,6}|secret123|password123)$/i

/** Whether a value only stands in for a secret: a reference, a mask, an example word. */
export function isPlaceholder(raw: string): boolean {
  const value = raw
    .trim()
    .replace(/^["'`]|["'`]$/g, '')
    .trim()
  if (value.length < 3) return true
  if (/^\$|\$\{[^}]*\}|\$\(|^\{\{|\}\}$|^%[\w]+%$|^<[^>]*>$|^\[[^\]]*\]$|^!|^@\w+@$/.test(value))
    return true
  if (/^([x*.•#0-])\1{2,}/i.test(value) || /[x*•]{6,}/i.test(value)) return true
  if (/\b(?:process\.env|env\.|secrets\.|vault:|ssm:|arn:|file:|op:\/\/|ref\+|sops)/i.test(value))
    return true
  return (
    wholeWords.test(value) ||
    /(?:^|[-_])(?:example|placeholder|changeme|your|dummy|redacted|fake|sample)(?:[-_]|$)/i.test(
      value,
    ) ||
    /EXAMPLE(?:KEY)?$/.test(value)
  )
}
