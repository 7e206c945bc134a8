/** Whether a name is the id of a rule, or a family that it is of. */
export const isNamed = (id: string, name: string): boolean =>
  id === name || id.startsWith(`${name}/`)
