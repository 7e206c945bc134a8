import { fencedBlocks } from '../fenced-blocks.ts'

/** Something public that the task asks for by name. */
export type Wanted = {
  readonly name: string
  readonly kind: 'function' | 'class' | 'method' | 'type'
  readonly owner: string | null
  /** The parameters as the task writes them, or null where it does not say. */
  readonly params: readonly string[] | null
  /** The return type as the task writes it. */
  readonly returns: string | null
}

const builtIn = new Set(
  (
    'fetch eval console json math promise array object map set weakmap date error typeerror rangeerror syntaxerror regexp require import string number boolean symbol bigint ' +
    'settimeout setinterval cleartimeout clearinterval structuredclone parseint parsefloat isnan print len open range str int float list dict tuple super self this if for while switch catch ' +
    'return typeof function async await new exec process buffer url describe it test expect assert main and or not in is the a an of to with on at by from each any'
  ).split(' '),
)
/** Names that even with parameters mean what the platform has. */
const globals = new Set(
  'fetch eval require import settimeout setinterval parseint parsefloat isnan structuredclone print len exec if for while switch catch super'.split(
    ' ',
  ),
)
const notNames =
  /^(?:that|which|who|for|to|with|in|from|called|named|must|should|is|are|of|takes?|returns?|and|or|the|a|an|as|by|on|it|called|body|calls?|name|names|signature|signatures?|only|below|above|exports?|expression|declaration|declarations|type|types|definitions?|must|has|have|does|can|will|level|based|style|file|files|library|module)$/i
// what the task tells to use, or not to use, is not what it tells to write
const isMention = (before: string): boolean =>
  /\b(?:use|uses|using|via|without|instead of|not|never|avoid|don't|like|similar to|such as|calls?|call to|invok\w+|pass(?:es|ing)?|receiv\w+|accepts?|takes?|given|no|through|wrap(?:s|ping)?|on top of|based on|import(?:s|ing)?)\s+(?:the |a |an )?(?:built-in )?[`"'*]*$/i.test(
    before,
  )

/** The functions, classes, methods and types a task names. */
export function wantedNames(task: string): readonly Wanted[] {
  const found = new Map<string, Wanted>()
  const add = (wanted: Wanted) => {
    const name = wanted.name.toLowerCase()
    const isWritten = wanted.params !== null && wanted.params.length > 0
    if (isWritten ? globals.has(name) : builtIn.has(name)) return
    if (!isWritten && wanted.kind !== 'class' && notNames.test(wanted.name)) return
    const key = wanted.name
    const earlier = found.get(key)
    const better =
      earlier === undefined ||
      (earlier.params === null && wanted.params !== null && earlier.kind === wanted.kind)
    if (better) found.set(key, wanted)
  }
  for (const wanted of [
    ...signatures(task),
    ...spoken(task),
    ...listed(task),
    ...listedBefore(task),
    ...asked(task),
  ])
    add(wanted)
  return [...found.values()]
}

const parameter = /^(?:\.\.\.|\*{1,2})?\{?[A-Za-z_$][\w$]*\}?\??(?:\s*:\s*[^=]+)?(?:\s*=\s*.+)?$/

function* signatures(task: string): Generator<Wanted> {
  const calls =
    /(?:\b(async\s+)?(function|def)\s+)?(?:\b([A-Za-z_$][\w$]*)\.)?\b([A-Za-z_$][\w$]*)\s?(?:<[^>()]{1,40}>)?\(([^()\n]{0,200})\)(?:\s*(?::|->)\s*([A-Za-z_][\w.]*(?:<[^<>()\n]*>)?(?:\[\])*(?:\s*\|\s*[\w."']+(?:<[^<>()\n]*>)?(?:\[\])*)*))?/g
  const blocks = fencedBlocks(task)
  for (const match of task.matchAll(calls)) {
    const [whole, , keyword, owner, name = '', list = '', returned] = match
    const before = task.slice(Math.max(0, match.index - 40), match.index)
    if (owner !== undefined && builtIn.has(owner.toLowerCase())) continue
    if (isMention(before) && keyword === undefined) continue
    const params = splitParameters(list)
    const hasGap = /\s\($/.test(whole.slice(0, whole.indexOf('(') + 1))
    const isShown = blocks.some(({ start, end }) => match.index >= start && match.index < end)
    // in prose a word right before brackets is a call; in code that is shown only a declaration is asked for
    const isCode = keyword !== undefined || (!isShown && (!hasGap || isAsked(before)))
    const isSignature = params.every((param) => parameter.test(param))
    const isExample =
      params.length > 0 &&
      params.every((param) => /^(?:["'\d[{-]|true|false|null|None|True|False|new )/.test(param))
    if (!(isSignature && isCode) && !(isExample && !hasGap)) continue
    const isClass = /^[A-Z]/.test(name)
    if (isClass) yield { name, kind: 'class', owner: null, params: null, returns: null }
    else {
      const known = isSignature && !isExample && /^[\w$]/.test(name)
      const types = returned === undefined ? null : cleanType(returned)
      yield {
        name,
        kind: owner === undefined ? 'function' : 'method',
        owner: owner !== undefined && /^[A-Z]/.test(owner) ? owner : null,
        params: known ? params : null,
        returns: known ? types : null,
      }
    }
  }
}

const isAsked = (before: string): boolean =>
  /\b(?:implement|write|create|provide|export|exports|add|build|define|expose|exposes|function|method|helper|called|named)\s+(?:an?\s+|the\s+)?(?:async\s+)?[`"'*]*$/i.test(
    before,
  )

function cleanType(text: string): string | null {
  const type = (
    /^(?:[A-Za-z_][\w.]*(?:<[^`]*>)?(?:\[\])*)(?:\s*\|\s*[A-Za-z_"'][\w."']*(?:<[^`|]*>)?(?:\[\])*)*/.exec(
      text,
    )?.[0] ?? ''
  ).trim()
  return type === '' || /^(?:returns?|it|the|a|an)$/i.test(type) ? null : type
}

function splitParameters(list: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (const [index, letter] of list.split('').entries()) {
    if ('<[{('.includes(letter)) depth += 1
    if ('>]})'.includes(letter)) depth -= 1
    if (letter !== ',' || depth > 0) continue
    parts.push(list.slice(from, index))
    from = index + 1
  }
  parts.push(list.slice(from))
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '*' && part !== '/' && part !== 'self')
}

const kinds: Readonly<Record<string, Wanted['kind']>> = {
  function: 'function',
  functions: 'function',
  helper: 'function',
  component: 'function',
  hook: 'function',
  helpers: 'function',
  class: 'class',
  classes: 'class',
  method: 'method',
  methods: 'method',
  interface: 'type',
  interfaces: 'type',
  type: 'type',
  types: 'type',
}
const kindOf = (noun: string): Wanted['kind'] => kinds[noun.toLowerCase()] ?? 'function'

/** "a class called Queue", "function `slugify`". */
function* spoken(task: string): Generator<Wanted> {
  const named =
    /\b(function|class|method|helper|component|hook|interface|type)\s+(?:(?:called|named)\s+)?(`?)([A-Za-z_$][\w$]*)\2/gi
  for (const match of task.matchAll(named)) {
    const [whole, noun = '', tick, name = ''] = match
    if (isMention(task.slice(Math.max(0, match.index - 30), match.index))) continue
    const isSure =
      tick === '`' ||
      /called|named/i.test(whole) ||
      /[a-z][A-Z]|_/.test(name) ||
      (noun.toLowerCase() === 'class' && /^[A-Z]/.test(name))
    if (isSure) yield { name, kind: kindOf(noun), owner: null, params: null, returns: null }
  }
  for (const [, name = '', noun = ''] of task.matchAll(
    /`([A-Za-z_$][\w$]*)`\s+(function|class|method|helper|component|hook|interface)\b/gi,
  ))
    yield { name, kind: kindOf(noun), owner: null, params: null, returns: null }
}

/** "methods `push`, `pop` and `peek`", "exports parse and format". */
function* listed(task: string): Generator<Wanted> {
  const lists =
    /\b(functions|methods|classes|helpers|interfaces|exports?|exporting|with methods)\b:?\s+((?:(?:,|and|or|\s|&)*(?!(?:with|methods?|functions?|that|which|class)\b)`?[A-Za-z_$][\w$]*(?:\([^()\n]*\))?`?)+)/gi
  for (const [, noun = '', list = ''] of task.matchAll(lists)) {
    const quoted = [...list.matchAll(/`([A-Za-z_$][\w$]*)(?:\([^()]*\))?`/g)].map(
      ([, name = '']) => name,
    )
    const camel = [...list.matchAll(/\b([a-z]+[A-Z]\w*|[a-z]+_\w+|[A-Z][a-z]+[A-Z]\w*)\b/g)].map(
      ([, name = '']) => name,
    )
    const plain = plainList(list)
    const kind = kindOf(noun.replace(/^with /i, ''))
    for (const name of quoted.length > 0 ? quoted : plain.length > 0 ? plain : camel)
      yield {
        name,
        kind: /^[A-Z]/.test(name) ? 'class' : kind,
        owner: null,
        params: null,
        returns: null,
      }
  }
}

/** "push, pop and peek methods". */
function* listedBefore(task: string): Generator<Wanted> {
  const lists =
    /((?:`?[a-z_$][\w$]*`?\s*,\s*)*`?[a-z_$][\w$]*`?\s*,?\s+and\s+`?[a-z_$][\w$]*`?)\s+(methods|functions)\b/gi
  for (const [, list = '', noun = ''] of task.matchAll(lists))
    for (const name of plainList(list.replaceAll('`', '')))
      yield { name, kind: kindOf(noun), owner: null, params: null, returns: null }
}

/** "add, find and remove": a list of bare words, unless one of them shows that it is a sentence. */
function plainList(list: string): readonly string[] {
  const match = /^(\w+)((?:\s*,\s*(?:and\s+)?\w+(?!\w))*)\s*,?\s+(?:and|&)\s+(\w+)/.exec(
    list.trim(),
  )
  if (match === null) return []
  const words = [
    match[1] ?? '',
    ...(match[2] ?? '').split(/\s*,\s*(?:and\s+)?/),
    match[3] ?? '',
  ].filter((word) => word !== '')
  const sure = words.filter((name) => !/^(?:on|set|has|is|open|map|list)$/.test(name))
  const isSentence = sure.some(
    (name) => notNames.test(name) || /ing$|^[A-Z]+$/.test(name) || builtIn.has(name.toLowerCase()),
  )
  return isSentence ? [] : sure
}

const products =
  /^(?:TypeScript|JavaScript|CoffeeScript|GitHub|GitLab|FastAPI|PostgreSQL|MySQL|MongoDB|GraphQL|OpenAPI|NestJS|NextJS|NodeJS|DynamoDB|RabbitMQ|WebSocket|WebSockets|WebAssembly|YouTube|PayPal|MacOS|DevOps|IndexedDB|SQLite|PowerShell|ReactJS|VueJS|ExpressJS|OAuth|JSDoc)$/

/** "Implement an EventBus in TypeScript". */
function* asked(task: string): Generator<Wanted> {
  const things =
    /\b(?:implement|write|create|build|provide)\s+(?:an?|the)\s+(?:[a-z-]+\s+){0,3}([A-Z][a-z]+[A-Z]\w*)(?:<[^>\n]*>)?\s+(?:in|with|class|that|for|which|supporting)\b/g
  for (const [, name = ''] of task.matchAll(things))
    if (!products.test(name))
      yield { name, kind: 'class', owner: null, params: null, returns: null }
}
