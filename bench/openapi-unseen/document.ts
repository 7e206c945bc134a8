/** A description as plain data, and the places in it where defects can be planted. */
export type Tree = { [key: string]: unknown }
export type Steps = readonly (string | number)[]
export type Pick = <Item>(items: readonly Item[]) => Item

export type Operation = {
  readonly path: string
  readonly method: string
  readonly op: Tree
  readonly steps: Steps
}

export const isTree = (node: unknown): node is Tree =>
  typeof node === 'object' && node !== null && !Array.isArray(node)

/** The object at a place; a place that holds none is a mistake of the benchmark. */
export function tree(root: unknown, ...steps: Steps): Tree {
  const found = value(root, ...steps)
  if (!isTree(found)) throw new Error(`no object at ${steps.join(' / ')}`)
  return found
}

export function list(root: unknown, ...steps: Steps): unknown[] {
  const found = value(root, ...steps)
  if (!Array.isArray(found)) throw new Error(`no list at ${steps.join(' / ')}`)
  return found
}

export function value(root: unknown, ...steps: Steps): unknown {
  let here = root
  for (const step of steps) {
    if (Array.isArray(here)) here = here[Number(step)]
    else if (isTree(here)) here = here[String(step)]
    else return undefined
  }
  return here
}

const methods = ['get', 'put', 'post', 'delete', 'patch']

export function operations(spec: Tree): readonly Operation[] {
  return Object.entries(tree(spec, 'paths')).flatMap(([path, item]) =>
    methods
      .filter((method) => isTree(value(item, method)))
      .map((method) => ({ path, method, op: tree(item, method), steps: ['paths', path, method] })),
  )
}

export const secured = (spec: Tree) => operations(spec).filter(({ path }) => path !== '/health')
export const items = (spec: Tree) =>
  secured(spec).filter(({ path, method }) => path.endsWith('}') && method === 'get')
export const byId = (spec: Tree) => secured(spec).filter(({ path }) => path.endsWith('}'))
export const lists = (spec: Tree) =>
  secured(spec).filter(({ path, method }) => !path.endsWith('}') && method === 'get')
export const creations = (spec: Tree) => secured(spec).filter(({ method }) => method === 'post')
export const writes = (spec: Tree) => secured(spec).filter(({ op }) => op['requestBody'])

/** Where the JSON of the answer that means success is. */
export function answer({ op, steps }: Operation): { media: Tree; steps: Steps } | null {
  const status = ['200', '201'].find((code) => value(op, 'responses', code) !== undefined)
  if (status === undefined) return null
  const media = value(op, 'responses', status, 'content', 'application/json')
  return isTree(media)
    ? { media, steps: [...steps, 'responses', status, 'content', 'application/json'] }
    : null
}

export function question({ op, steps }: Operation): { media: Tree; steps: Steps } | null {
  const media = value(op, 'requestBody', 'content', 'application/json')
  return isTree(media)
    ? { media, steps: [...steps, 'requestBody', 'content', 'application/json'] }
    : null
}

/** The example of a media type, as `example` or the first of `examples`. */
export function example(of: { media: Tree; steps: Steps }): { body: Tree; steps: Steps } {
  if (isTree(of.media['example']))
    return { body: of.media['example'], steps: [...of.steps, 'example'] }
  const [name = ''] = Object.keys(tree(of.media, 'examples'))
  return {
    body: tree(of.media, 'examples', name, 'value'),
    steps: [...of.steps, 'examples', name, 'value'],
  }
}

/** Schemas with properties of their own, the parts of an `allOf` among them. */
export function objects(spec: Tree): readonly { name: string; schema: Tree; steps: Steps }[] {
  return Object.entries(tree(spec, 'components', 'schemas')).flatMap(([name, schema]) => {
    const steps: Steps = ['components', 'schemas', name]
    if (isTree(value(schema, 'properties'))) return [{ name, schema: tree(schema), steps }]
    const parts = value(schema, 'allOf')
    return (Array.isArray(parts) ? parts : []).flatMap((part, index) =>
      isTree(value(part, 'properties'))
        ? [{ name, schema: tree(part), steps: [...steps, 'allOf', index] }]
        : [],
    )
  })
}

/** Properties of named schemas that satisfy a test. */
export function properties(
  spec: Tree,
  wanted: (schema: Tree, name: string, owner: string) => boolean,
) {
  return objects(spec).flatMap(({ name: owner, schema, steps }) =>
    Object.entries(tree(schema, 'properties')).flatMap(([name, property]) =>
      isTree(property) && wanted(property, name, owner)
        ? [{ owner, name, property, steps: [...steps, 'properties', name] }]
        : [],
    ),
  )
}

/** Renames a key and keeps its place among the others. */
export function rename(holder: Tree, from: string, to: string): void {
  const entries = Object.entries(holder)
  for (const [key] of entries) delete holder[key]
  for (const [key, kept] of entries) holder[key === from ? to : key] = kept
}

/** Renames what a reference points to, wherever it is named. */
export function renameReferences(node: unknown, from: string, to: string): void {
  if (Array.isArray(node)) for (const part of node) renameReferences(part, from, to)
  if (!isTree(node)) return
  for (const [key, part] of Object.entries(node))
    if (part === from) node[key] = to
    else renameReferences(part, from, to)
}

/** Puts the parameters of the path on the operation and resolves the shared ones, so one can be changed alone. */
export function ownParameters(spec: Tree, { op }: Operation): Tree[] {
  const own = (Array.isArray(op['parameters']) ? op['parameters'] : []).map(
    (parameter: unknown) => {
      const reference = value(parameter, '$ref')
      return typeof reference === 'string'
        ? structuredClone(tree(spec, ...reference.slice(2).split('/')))
        : tree(parameter)
    },
  )
  op['parameters'] = own
  return own
}

export const snake = (spec: Tree): boolean => value(spec, 'info', 'title') === 'Fleet API'
