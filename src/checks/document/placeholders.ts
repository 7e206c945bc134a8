const words =
  /\b(?:TBD|TBA|TODO|FIXME|XXX|WIP)\b|\bcoming soon\b|\bto be (?:determined|decided|announced|written|documented|completed|added (?:later|soon))\b|\bfill (?:this |me )?in (?:later|here)\b|\bunder construction\b/i

/** Text that is never content, wherever it stands. */
export const placeholder =
  /\blorem ipsum\b|\bplaceholder text\b|\[(?:insert|describe|your)\b[^\]\n]{0,60}\](?![([])/gi

/** Whether a text is nothing but a placeholder. */
export function placeholderOnly(text: string): boolean {
  const trimmed = text.trim()
  if (/^(?:n\/?a|none yet|\.{3}|…|-+|tbd\.?|todo:?.*)$/i.test(trimmed)) return true
  return words.test(trimmed) && trimmed.length < 60
}
