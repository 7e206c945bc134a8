const introduction =
  /^#{1,6}\s+(?:[\d.]+\s+)?(?:overview|background|context|introduction|summary|motivation|goals?|purpose|objectives?|why|user value|problem(?: statement)?|out of scope|non-?goals?|dependenc(?:y|ies)|references?)\b/i
const demand =
  /^#{1,6}\s+.*\b(?:requirements?|acceptance|criteria|stor(?:y|ies)|behaviou?r|rules?|constraints?)\b/im

/** The sections of a spec that demand something; what leads up to them is context. Lines keep their numbers. */
export function demandsIn(spec: string): string {
  if (!demand.test(spec)) return spec
  let depth = 0
  return spec
    .split('\n')
    .map((line) => {
      const marks = /^(#{1,6})\s/.exec(line)?.[1]?.length ?? 0
      if (marks > 0 && (depth === 0 || marks <= depth))
        depth = introduction.test(line) && !demand.test(line) ? marks : 0
      return depth > 0 ? '' : line
    })
    .join('\n')
}
