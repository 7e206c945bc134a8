import { isTestKind, kindOfFile } from '../../../integrity/change.ts'
import { chainOf, keyName, literalOf } from '../../../integrity/names.ts'
import { is, lineAt, type Node, type Source } from '../../../integrity/source.ts'
import { findSecrets, looksRandom, secretInSetting } from '../../../secrets/find-secrets.ts'
import { isPlaceholder } from '../../../secrets/placeholder-value.ts'
import { holdsUnless, type Issue, type Part } from '../../evaluation.ts'
import { initOf } from '../look-up.ts'
import { issueAt, type Project } from '../project.ts'

const fix =
  'Take it out, replace it where it is used by a variable of the environment, and make it invalid at its service'

/** No secret is written into the files of the track. */
export function secretsPart(project: Project): Part {
  const { facts } = project
  const texts = facts.touched.flatMap((path) => {
    const text = facts.files.get(path)
    return text === undefined ||
      isTestKind(kindOfFile(path)) ||
      /(?:lock\.json|lock\.yaml|\.lock|\.svg|\.snap)$/.test(path)
      ? []
      : [{ path, text }]
  })
  const issues = texts.flatMap(({ path, text }) => [
    ...findSecrets(text)
      .filter(({ start, end }) => !isLocalAddress(text, start, end))
      .map(({ kind, start, masked }): Issue => ({
        message: `${kind} in the repository: ${masked}`,
        path,
        line: lineAt(text, start),
        fix,
      })),
    ...(isEnvironmentFile(path) ? settingIssues(path, text) : []),
  ])
  return holdsUnless('no-secrets', 'no secret is in the repository', {
    issues: [...issues, ...project.touched.flatMap((source) => codeIssues(project, source))],
    reason: `${texts.length} touched files hold no secret`,
  })
}

/** The password of a database on the own machine, or one that only repeats the user, keeps nothing. */
function isLocalAddress(text: string, start: number, end: number): boolean {
  const [, user = ''] = /:\/\/([^:/@\s]*):$/.exec(text.slice(Math.max(0, start - 100), start)) ?? []
  const [, host = ''] = /^@([\w.-]+)/.exec(text.slice(end, end + 100)) ?? []
  return (
    host !== '' &&
    (user === text.slice(start, end) ||
      /^(?:localhost|127\.|0\.0\.0\.0|db|database|postgres|mysql|redis|mongo|host\.docker\.internal)(?:\.|$)/.test(
        host,
      ))
  )
}

/** By its name, or as a key of whatever service that looks like one. */
const isSecret = (name: string, value: string): boolean =>
  secretInSetting(name, value) ||
  (/key$/i.test(name) &&
    value.length >= 20 &&
    (value.match(/\d/g)?.length ?? 0) > 3 &&
    secretInSetting('api_key', value))

const isEnvironmentFile = (path: string): boolean => /(?:^|\/)\.env(?:\.[\w-]+)*$|\.env$/.test(path)
const isExample = (path: string): boolean =>
  /example|sample|template|dist|default|schema|test|ci\b|development/i.test(path)

const settingIssues = (path: string, text: string): readonly Issue[] =>
  text.split('\n').flatMap((raw, index) => {
    const [, name = '', given = ''] =
      /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(raw) ?? []
    const value = given.replace(/\s+#.*$/, '').replaceAll(/^["']|["']$/g, '')
    const isReal =
      isSecret(name, value) &&
      (!isExample(path) ||
        (looksRandom(value) &&
          value.length >= 20 &&
          !/[-_ ](?:for|only|local|dev|not)[-_ ]/i.test(value)))
    return isReal && findSecrets(raw).length === 0
      ? [
          {
            message: `${name} has a value that looks like a real secret`,
            path,
            line: index + 1,
            fix: isExample(path)
              ? 'Write a placeholder instead'
              : `${fix}; keep ${path} out of git`,
          },
        ]
      : []
  })

function codeIssues(project: Project, source: Source): readonly Issue[] {
  return source.nodes.flatMap((node) => {
    const [name, value] =
      is('VariableDeclarator')(node) && is('Identifier')(node.id)
        ? [node.id.name, node.init]
        : is('Property', 'PropertyDefinition')(node)
          ? [keyName(node.key), node.value]
          : ['', null]
    const [, sent = ''] =
      /^(?:Bearer|Token|Basic|Key) (\S{12,})$/i.exec(literalOf(node) ?? '') ?? []
    if (
      /\d/.test(sent) &&
      sent.length >= 16 &&
      !isPlaceholder(sent) &&
      findSecrets(sent).length === 0
    )
      return [issueAt(source, node, 'credentials are written into the code', fix)]
    // `env.TOKEN ?? 'the token'`
    const text = literalOf(fallbackIn(value))
    if (text === null || findSecrets(text).length > 0) return signed(project, source, node)
    return isSecret(name, text) && looksRandom(text)
      ? [issueAt(source, node, `${name} is written into the code`, fix)]
      : signed(project, source, node)
  })
}

/** What stands for a value that is not set: `env.TOKEN ?? 'it'`, `z.string().default('it')`. */
function fallbackIn(value: Node | null): Node | null {
  if (is('LogicalExpression')(value)) return value.right
  const isDefault =
    is('CallExpression')(value) &&
    /^(?:default|catch|prefault|fallback|optional)$/.test(chainOf(value.callee).at(-1) ?? '')
  return isDefault ? (value.arguments[0] ?? null) : value
}

/** A key that is written out and signs or checks something: `jwt.sign(claims, 'keyboard cat')`. */
function signed(project: Project, source: Source, node: Node): readonly Issue[] {
  if (!is('CallExpression')(node)) return []
  const name = chainOf(node.callee).at(-1) ?? ''
  const [first, second] = node.arguments
  const keys = /^(?:sign|verify|createHmac|createCipheriv|createDecipheriv)$/.test(name)
    ? [second]
    : /^(?:encode|createSecretKey)$/.test(name) && looksRandom(literalOf(first) ?? '')
      ? [first]
      : []
  const named = node.arguments.flatMap((each) =>
    is('ObjectExpression')(each)
      ? each.properties.flatMap((one) =>
          is('Property')(one) &&
          /^(?:secret|secretKey|jwtSecret|cookieSecret)$/.test(keyName(one.key))
            ? [one.value]
            : [],
        )
      : [],
  )
  return [...keys, ...named].flatMap((key) => {
    const value =
      literalOf(key) ?? (is('Identifier')(key) ? literalOf(initOf(source, key.name)) : null)
    return key !== undefined &&
      value !== null &&
      value.length >= 3 &&
      !/^(?:sha|md5|base64|hex|utf)/i.test(value)
      ? [issueAt(source, key, `the key of ${name}() is written into the code`, fix)]
      : []
  })
}
