import type { FileKind } from './configuration.ts'
import type { DemandCheck } from '../../obligations/demand.ts'
import type { Form, Span } from '../../obligations/examine.ts'
import { numberIn } from '../../kit/number-words.ts'
import { cronOf } from './cron.ts'
import { all, bare, code, each, scalarOf } from './forms.ts'
import { productOf, products } from './forms-names.ts'
import type { Term } from './terms.ts'

const bounds: readonly (readonly [RegExp, 'most' | 'least' | 'exactly'])[] = [
  [/\b(?:at most|up to|no more than|not more than|a maximum of|maximum|max\.?)\s+$/i, 'most'],
  [/\b(?:at least|no less than|a minimum of|minimum|min\.?)\s+$/i, 'least'],
  [/\bexactly\s+$/i, 'exactly'],
]

/** The words of a term, outside of code: \`npm run lint\` is a command, not the word "lint". */
export const termForm =
  ({ id, words, at }: Term): Form =>
  (sentence) => {
    if (words === '=cron')
      return cronOf(sentence).map(({ start, end, cron }) => ({
        start,
        end,
        check: { type: 'value', name: id, value: cron },
      }))
    const codes = [...sentence.matchAll(/`[^`\n]+`/g)].map(
      ({ index, 0: text }) => [index, index + text.length] as const,
    )
    const cuts = ({ start, end }: Span) =>
      codes.some(([from, to]) => (start > from && start < to) || (end > from && end < to))
    // "requests: 64Mi memory" is about no limit
    if (/^(?:memory|cpu)$/.test(id) && /\brequests?:?\b/i.test(sentence)) return []
    return all(sentence, new RegExp(`(?<![\\w-])(?:${words})(?![\\w-])`, 'gi'), ({ groups = {} }) =>
      checkOf(id, at, groups),
    )
      .filter((span) => !cuts(span))
      .map((span) => bounded(sentence, span))
  }

function checkOf(
  id: string,
  at: string,
  groups: Readonly<Record<string, string | undefined>>,
): DemandCheck {
  const value = groups['v'] ?? groups['v2']
  const { k: key, most, unit } = groups
  if (most !== undefined)
    return {
      type: 'limit',
      name: id,
      bound: 'most',
      value: Number(numberIn(most) ?? most),
      ...(unit === undefined ? {} : { unit }),
    }
  if (key !== undefined) {
    const target = bare(value ?? '')
    return {
      type: 'value',
      name: id,
      value: `${bare(key)} → ${at === '=rule' ? target.toLowerCase() : target}`,
    }
  }
  if (value === undefined) return { type: 'name', name: id, role: 'setting' }
  const isPolicy = /restart/i.test(at) && !at.startsWith('=')
  return {
    type: 'value',
    name: id,
    value: isPolicy ? bare(value).replace(' ', '-') : scalarOf(inDigits(value)),
  }
}

const inDigits = (text: string): string =>
  text.replace(/^[a-z]+(?= [a-z])/i, (word) => numberIn(word) ?? word)

/** "at most 256 MB of memory": the words before a value make a bound of it. */
function bounded(sentence: string, span: Span): Span {
  if (span.check.type !== 'value') return span
  const amount = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(String(span.check.value))
  for (const [pattern, bound] of bounds) {
    const match = pattern.exec(sentence.slice(0, span.start))
    if (match === null || amount === null) continue
    const [, value = '', unit = ''] = amount
    const check: DemandCheck = {
      type: 'limit',
      name: span.check.name,
      bound,
      value: Number(value),
      ...(unit === '' ? {} : { unit }),
    }
    return { ...span, start: match.index, check, negated: false }
  }
  return span
}

const serving =
  '(?:(?:expos(?:es?|ed|ing)|publish(?:es|ed|ing)?|maps?|mapped|listen(?:s|ing)?|reachable|serv(?:es?|ed|ing)|available|runs?|running|binds?|bound|opens?)\\s+)?(?:(?:on|to|at|its|the|a|via|as|from)\\s+)*'

/** "publishes port 8080", "ports 80 and 443", "host port 8080 to container port 80". */
export const ports: Form = (sentence) => [
  ...all(
    sentence,
    /(?:maps?|publish(?:es)?|expos(?:es?|ing))?\s*(?:host )?port (\d+)(?: (?:of|on) the host)?\s+(?:is )?(?:mapped )?to (?:(?:the )?container(?:['’]s)? )?(?:port )?(\d+)\b/gi,
    ([, host = '', target = '']) => ({
      type: 'value',
      name: 'port mapping',
      value: `${host}:${target}`,
    }),
  ),
  ...each(
    sentence,
    new RegExp(
      `${serving}(host |published |public |external |container |internal |target )?ports? ((?:\`?\\d{2,5}\`?(?:, and |, | and )?)+)(?![\\w:])`,
      'gi',
    ),
    { group: 2, item: /`?\d{2,5}`?/g, whole: true },
    (text, [, side = '']) => ({
      type: 'value',
      name: /container|internal|target/i.test(side)
        ? 'container port'
        : side === ''
          ? 'port'
          : 'host port',
      value: Number(bare(text)),
    }),
  ),
]

const version = 'v?\\d+(?:\\.\\d+)*(?:\\.x|-[a-z]+)?'

/** "postgres 16", "Node 20, 22 and 24", "Python >=3.11", "Node 20 or newer". */
export const versions: Form = (sentence) =>
  each(
    sentence,
    new RegExp(
      `(?<![\\w./:-])(?:sets? up |setting up )?(${products}|go)(?: versions?)?[ :]+(?:>=?|≥)?\\s?((?:${version}(?:, and |, | and )?)+)(?: or (?:newer|later|higher|above)|\\+)?(?![\\w:])`,
      'gi',
    ),
    { group: 2, item: new RegExp(version, 'gi'), whole: true },
    (text, [, name = '']) => ({ type: 'value', name: productOf(name), value: text }),
  )

const range = '(?:\\^|~=?|[<>]=?|==)\\s?v?\\d[\\w.*+-]*(?:\\s?,\\s?[<>=~^]+\\s?\\d[\\w.*+-]*)*'
const plain = `${range}|-?\\d+(?:\\.\\d+)?(?: ?(?:ms|s|seconds?|minutes?|hours?|days?|[kmg]i?b))?|true|false|\\(?empty\\)?`

/** A name in backticks keeps them: it must stand in the file just so. */
const quoted = (name: string): string => `\`${name}\``

/** \`restart: always\`, PORT=3000, PORT (default 3000), \`strict\` set to true, a row of a table, \`bin\` → \`a.js\`. */
export const pairs: Form = (sentence) => [
  ...all(
    sentence,
    /`["']?([A-Za-z_][\w.-]*)["']?\s*(?:=|:\s)\s*([^`\n]+)`/g,
    ([, name = '', value = '']) => ({
      type: 'value',
      name: quoted(name),
      value: scalarOf(value),
    }),
  ),
  ...all(
    sentence,
    new RegExp(
      `\`([A-Za-z_@][\\w./@-]*)\`(?: (?:is set to|set to|defaults to|default is|must be|should be|stays|is|to|of|equals|=|→|->|=>|\\|)|:)? (\`[^\`:\\s]+\`(?= *(?:[,.;)|]|$|and\\b))|\`[^\`]+\`(?= *(?:[.;)|]|$))|"[^"]*"|${plain}|(?<=(?:is|to) )(?:on|off))(?![\\w-])`,
      'gi',
    ),
    ([whole, name = '', value = '']) =>
      // two names side by side are two names
      /` `/.test(whole) || /^`["'].*:/.test(value)
        ? null
        : { type: 'value', name: quoted(name), value: scalarOf(value) },
  ),
  ...all(
    sentence,
    /^`?([A-Za-z_][\w.-]*)`? \| `?([^`|]*[^`|\s])`?$/g,
    ([, name = '', value = '']) => ({
      type: 'value',
      name: quoted(name),
      value: scalarOf(value),
    }),
  ),
  ...variables(sentence),
]

/** "dependency \`fastify\` ^5.0.0", "dev dependency \`vitest\`": in which list the package stands. */
export const dependencies =
  (kind: FileKind | null): Form =>
  (sentence) =>
    kind === 'pyproject'
      ? all(sentence, /(?<!\w[ -])dependency `([^`]+)`/gi, ([, value = '']) => ({
          type: 'value',
          name: 'project.dependencies',
          value,
        })).map((span) => ({ ...span, guessed: true }))
      : kind !== 'package'
        ? []
        : all(
            sentence,
            new RegExp(
              `(?:(dev|peer|optional)(?:elopment)?[ -]?)?dependency \`([^\`.\\s]+)\`(?: (?:is |in |at )?(?:version )?\`?(${range}|\\d[\\w.-]*)\`?)?`,
              'gi',
            ),
            ([, list = '', name = '', value]) => {
              const key = `${list === '' ? 'd' : `${list.toLowerCase()}D`}ependencies.${name}`
              return value === undefined
                ? { type: 'name', name: key, role: 'key' }
                : { type: 'value', name: key, value }
            },
          )

/** "license is Apache-2.0", "requires-python: >=3.11": a key and its value, and nothing else in the sentence. */
export const plainPairs: Form = (sentence) => {
  const pattern =
    /^`?([A-Za-z_][\w./-]*)`?(?: is |: | = |=)(?![a-z]+$)(?:the )?(`[^`]+`|"[^"]+"|[^\s`",;]*[^\s`",;.])$/g
  return all(sentence, pattern, ([, name = '', value = '']) => ({
    type: 'value',
    name,
    value: scalarOf(value),
  })).map((span) => (/^`?[a-z]+\b(?![-_./])/i.test(sentence) ? { ...span, guessed: true } : span))
}

/** A variable in capitals with its value: PORT=3000, PORT (3000), PORT with default 3000, PORT stays empty. */
const variables: Form = (sentence) => [
  ...all(
    sentence,
    new RegExp(
      `\`?(?<![\\w.-])([A-Z][A-Z0-9_]{2,})\`? \\((${code}|${plain}|\\w+://[^\\s)]+)\\)`,
      'g',
    ),
    ([, name = '', value = '']) => ({ type: 'value', name, value: scalarOf(value) }),
  ),
  ...all(
    // inside of a command it is an argument
    sentence.replace(/`[^`\n]*`/g, (text) => (/\s/.test(text) ? ' '.repeat(text.length) : text)),
    /(?<![\w`.-])([A-Z][A-Z0-9_]+)=("[^"]*"|(?:[^\s,;`]|,(?=[^\s,;`])(?![A-Z][A-Z0-9_]+=))+)/g,
    ([, name = '', value = '']) => ({
      type: 'value',
      name,
      value: scalarOf(value),
    }),
  ),
  ...all(
    sentence,
    new RegExp(
      `\`?(?<![\\w.-])([A-Z][A-Z0-9_]{2,})\`?\\s*(?:\\(|with |is |, )?\\s*(?:(?:an? |the )?default(?:s|ing)?(?: value)?(?: (?:to|is|of))?|set to|value)\\s+(${code}|[\\w./:@*-]*\\w)\\)?`,
      'g',
    ),
    ([, name = '', value = '']) => ({ type: 'value', name, value: scalarOf(value) }),
  ),
  ...all(
    sentence,
    /`?(?<![\w.-])([A-Z][A-Z0-9_]{2,})`? (?:must be |is |stays |is left |left |is (?:listed|there|present|set) but |listed but )(empty)\b(?:,? (?:and |but )?(?:the )?[a-z]+ (?:fills?|sets?|provides?|adds?) (?:it|them)(?: in)?)?/g,
    ([, name = '']) => ({ type: 'value', name, value: '' }),
  ),
]

/** "edition `2021`", "schedule \"weekly\"": a plain word right before a value may be its key. */
export const keyedCode =
  (isGlue: (word: string) => boolean): Form =>
  (sentence) =>
    all(
      sentence,
      new RegExp(`(?<![\\w\`.-])([a-z][\\w-]*)(?: is| of|:)? (${code})(?! [a-z]+\`)`, 'gi'),
      ([, name = '', value = '']) =>
        isGlue(name) ? null : { type: 'value', name: name.toLowerCase(), value: scalarOf(value) },
    )

export const tsKeys =
  'target|moduleResolution|module|lib|jsx|outDir|rootDir|baseUrl|declarationDir|declarationMap|noEmit|noUncheckedIndexedAccess|noImplicitAny|strictNullChecks|esModuleInterop|skipLibCheck|isolatedModules|verbatimModuleSyntax|resolveJsonModule|incremental|composite|allowJs|checkJs|noUnusedLocals|noUnusedParameters|noImplicitReturns|noFallthroughCasesInSwitch|exactOptionalPropertyTypes|forceConsistentCasingInFileNames|removeComments|importHelpers|sourceMap|declaration'
const tsValue = `${code}|ES\\d+|ESNext|es\\d+|esnext|Node(?:Next|\\d+)|node(?:next|\\d+)?|CommonJS|commonjs|[Bb]undler|react-jsx|preserve|true|false|on|off|enabled|disabled|\\.{0,2}/?[a-z][\\w./-]*`
const wordKeys =
  /^(?:target|module|moduleResolution|lib|jsx|outDir|rootDir|baseUrl|declarationDir)$/
const notValue = '(?!(?:and|or|with|is|to|for|in|must|so|of|set)\\b)'

/** "target ES2022", "noEmit to true", "lib: ES2023 and DOM". */
export const compilerKeys =
  (kind: FileKind | null): Form =>
  (sentence) => {
    if (kind !== 'tsconfig') return []
    const library = '(?:ES\\d+|ESNext|DOM(?:\\.\\w+)?|WebWorker)'
    return [
      ...each(
        sentence,
        new RegExp(`\`?\\blib\`?(?: is| to|:| =)? ((?:${library}(?:, and |, | and )?)+)`, 'g'),
        { group: 1, item: new RegExp(library, 'g'), whole: true },
        (value) => ({ type: 'value', name: 'lib', value }),
      ),
      ...all(
        sentence,
        new RegExp(
          `\`?(?<![\\w-])(${tsKeys})\`?(?:(?: is| to| of| set to|:| =|=)? ?${notValue}(?<v>${tsValue})(?![\\w/]))?(?![\\w-])`,
          'g',
        ),
        ({ 1: name = '', groups }) => {
          const value = groups?.['v']
          // an option that is a switch is asked to be on
          if (value === undefined)
            return wordKeys.test(name)
              ? { type: 'name', name, role: 'key' }
              : { type: 'value', name, value: true }
          const word = /^(?:on|enabled)$/.test(value)
            ? 'true'
            : /^(?:off|disabled)$/.test(value)
              ? 'false'
              : value
          return { type: 'value', name, value: scalarOf(word) }
        },
      ),
    ]
  }
