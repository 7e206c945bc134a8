const openings =
  /^(?:here(?:'|’)?s?\b|here (?:is|are)\b|sure\b|certainly\b|of course\b|okay[,.!]|below (?:is|are)\b|the following\b|this (?:code|file|implementation|version|change)\b|i(?:'|’)(?:ve|ll|m)\b|i (?:have|will|added|changed|updated|fixed)\b|let me\b|note that\b|note:|as requested\b|explanation\b|key changes\b|changes(?: made)?:|to (?:fix|implement|use)\b|updated (?:code|file|version)\b|you can\b|this should\b|hope this\b)/i

/** Whether every line that says something is a sentence or a heading, not code. */
export const isProse = (text: string): boolean => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.length > 0 && lines.every(isProseLine)
}

function isProseLine(line: string): boolean {
  const text = line.trim()
  if (/^(?:#{1,6} \S|\*\*[^*]+\*\*:?$|> \S|[-*] [A-Z`*]|\d+\. [A-Z`*])/.test(text)) return true
  if (openings.test(text)) return !isCode(text)
  if (/^[A-Z][A-Za-z,’' -]* [A-Za-z’' -]+:$/.test(text)) return true
  const words = text.match(/[A-Za-z’']+/g)?.length ?? 0
  return words >= 4 && /^[A-Z][^;{}=<>]*[.:!]$/.test(text) && !isCode(text)
}

/** Marks that sentences do not have. */
const isCode = (text: string): boolean =>
  /[;{}]$|=>|^\s*(?:import|export|const|let|var|function|class|interface|type|enum|return|if|for|declare|async|await|@\w)\b|^(?:\/\/|\/\*|\*)|\w\(.*\)[;,]?$|^[\w$.[\]'"]+\s*[-+*/|&?]?=[^=]/.test(
    text,
  )
