/** The first version of the prompt every proposer gets; people may approve later ones. */
export const firstTemplate = `Task: {{task}}
Context: {{context}}
Expected Output Type: {{output_type}}`

/** A lesson that was taken into a prompt keeps a place of its own, so that it can still be held out. */
export const lessonPlace = (id: string): string => `{{lesson:${id}}}`

const place = /\{\{([a-z_]+(?::[A-Za-z0-9-]+)?)\}\}/g

/** The names a template asks values for. */
export const placesIn = (template: string): readonly string[] => [
  ...new Set([...template.matchAll(place)].map(([, name = '']) => name)),
]

/** Puts values into their places; a line whose only content is an empty place is left out. */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template
    .split('\n')
    .flatMap((line) => {
      const filled = line.replaceAll(place, (_, name: string) => values[name] ?? '')
      return filled.trim() === '' && line.trim() !== '' ? [] : [filled]
    })
    .join('\n')
}

/** The template with a lesson in it, after everything that stands there already. */
export const withLesson = (template: string, id: string): string =>
  placesIn(template).includes(`lesson:${id}`) ? template : `${template}\n${lessonPlace(id)}`
