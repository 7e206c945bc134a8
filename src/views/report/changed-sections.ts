/** The headings of the sections that were added, changed or removed between two versions. */
export function changedSections(before: string | null, after: string): readonly string[] {
  if (before === null) return ['initial generation']
  if (before === after) return ['nothing']
  const old = sections(before)
  const now = sections(after)
  const changed = [...now].flatMap(([heading, body]) => {
    const earlier = old.get(heading)
    if (earlier === undefined) return [`+ ${heading}`]
    return earlier === body ? [] : [heading]
  })
  const removed = [...old.keys()]
    .filter((heading) => !now.has(heading))
    .map((heading) => `- ${heading}`)
  return [...changed, ...removed]
}

/** Heading → text under it. Headings inside code fences are code; the same heading twice is numbered. */
function sections(text: string): ReadonlyMap<string, string> {
  const byHeading = new Map<string, string>()
  let heading = '(top)'
  let body: string[] = []
  let fence: string | null = null
  const close = () => {
    if (heading !== '(top)' || body.join('').trim() !== '')
      byHeading.set(unused(byHeading, heading), body.join('\n'))
  }
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark && fence === null) fence = mark
    else if (mark && fence !== null && mark.startsWith(fence)) fence = null
    const title = fence === null ? /^#{1,6}\s+(.+?)\s*#*$/.exec(line)?.[1] : undefined
    if (title === undefined) {
      body.push(line)
      continue
    }
    close()
    heading = title
    body = []
  }
  close()
  return byHeading
}

function unused(taken: ReadonlyMap<string, string>, heading: string): string {
  let name = heading
  for (let number = 2; taken.has(name); number += 1) name = `${heading} (${number})`
  return name
}
