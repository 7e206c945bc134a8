/** How a run is named to clients: no two have the same. */
export const handleOf = ({
  workflow,
  name,
}: {
  readonly workflow: string
  readonly name: string
}): string => `${workflow}:${name}`
