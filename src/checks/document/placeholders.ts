/** Words that stand where content ought to be. */
export const placeholder =
  /\b(?:TBD|TBA|TODO|FIXME|XXX|WIP)\b|\b[Ll]orem ipsum\b|\b[Cc]oming soon\b|(?<!\b(?:have|has|need|needs|had|ought) )\b[Tt]o be (?:determined|decided|announced|written|documented|completed|done|added (?:later|soon))\b|\b[Ff]ill (?:this |me )?in (?:later|here)\b|\b[Uu]nder construction\b|\[(?:insert|add|describe|your)\b[^\]\n]{0,60}\](?![([])|\b[Pp]laceholder text\b|\?{3,}/g

/** Whether a text is nothing but a placeholder. */
export function placeholderOnly(text: string): boolean {
  const trimmed = text.trim()
  if (/^(?:n\/?a|none yet|\.{3}|…|-+|tbd\.?|todo:?.*)$/i.test(trimmed)) return true
  const found = trimmed.match(placeholder)
  return found !== null && trimmed.length < 60
}
