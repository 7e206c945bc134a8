/** The anchor GitHub gives a heading: lower case, punctuation dropped, spaces to hyphens. */
export const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')

/** Numbers repeated headings, as GitHub does: usage, usage-1, usage-2. */
export function newSlugger(): (heading: string) => string {
  const visited = new Map<string, number>()
  return (heading) => {
    const base = slugOf(heading)
    let slug = base
    let count = visited.get(base) ?? 0
    while (visited.has(slug)) {
      count += 1
      slug = `${base}-${count}`
    }
    visited.set(base, count)
    visited.set(slug, 0)
    return slug
  }
}
