import type { FileTree } from '../../model/file-tree.ts'
import { type Answer, type Form, met, undecided, unmet } from '../../obligations/examine.ts'
import { manifestIn } from '../document/manifest.ts'
import type { CodeToExamine } from './exam-calls.ts'
import { isProduct } from './test-proof.ts'

const traits: readonly (readonly [RegExp, string])[] = [
  [/\b(?:new|other|further|additional) dependenc(?:y|ies)\b/gi, 'new dependencies'],
  [/\b(?:(?:any|external|third-party|npm|runtime) )*dependenc(?:y|ies)\b/gi, 'dependencies'],
  [/\b(?:an? )?(?:ES ?modules?|ESM)\b/gi, 'ES modules'],
  [
    /\bNode(?:\.js)?(?: (?:version )?\d+(?: or (?:newer|later|higher|above|up)\b|\+)?)?(?! ?\d)(?=[\s,.;:)]|$)/g,
    'Node',
  ],
  [
    /`?README(?:\.md)?`? (?:shows|has|contains|gives|with) (?:an |one )?examples?\b/gi,
    'an example',
  ],
]

/** "no new dependency", "ES module", "Node 20 or newer": what a package is. */
export const packageForms: Form = (sentence) =>
  traits.flatMap(([pattern, trait]) =>
    [...sentence.matchAll(pattern)].map(({ index, 0: text }) => ({
      start: index,
      end: index + text.length,
      check: {
        type: 'name' as const,
        name: `${trait} ${/\d+/.exec(text)?.[0] ?? ''}`.trim(),
        role: 'package',
      },
      ...(/dependencies/.test(trait) ? {} : { negated: false }),
    })),
  )

const packageOf = (tree: FileTree | null) => manifestIn(tree?.get('package.json') ?? null)

const packagesOf = (tree: FileTree | null): readonly string[] => {
  const own = packageOf(tree)
  return Object.keys({
    ...own?.dependencies,
    ...own?.optionalDependencies,
    ...own?.peerDependencies,
  })
}

/** Answers what a package is, by its package.json and its files. */
export function examinePackage({ before, after }: CodeToExamine, asked: string): Answer {
  const own = packageOf(after)
  const [trait = '', version] = /^(.*?)(?: (\d+))?$/.exec(asked)?.slice(1) ?? []
  if (trait.endsWith('dependencies')) {
    const old = packagesOf(trait === 'dependencies' ? null : before)
    const added = packagesOf(after).filter((name) => !old.includes(name))
    return added.length > 0
      ? met(`it depends on ${added.join(', ')}`, 'package.json')
      : unmet(`package.json names no ${trait}`, 'package.json')
  }
  if (trait === 'ES modules') {
    const code = [...after.keys()].filter((path) => isProduct(path) && /\.[cm]?[jt]s$/.test(path))
    if (own?.type === 'module') return met('package.json says "type": "module"', 'package.json')
    return code.length > 0 && code.every((path) => /\.m[jt]s$/.test(path))
      ? met('all its files are ES modules', code[0])
      : unmet('package.json does not say "type": "module"', 'package.json')
  }
  if (trait === 'an example') {
    const [path, text] = [...after].find(([each]) => /^readme\.md$/i.test(each)) ?? []
    if (text === undefined) return unmet('there is no README.md')
    const code = [...text.matchAll(/^(`{3,})[^\n]*\n([\s\S]*?)^\1/gm)].map(
      ([, , inner = '']) => inner,
    )
    return code.some(
      (each) => own?.name !== undefined && each.includes(own.name) && !/^\s*npm /.test(each),
    )
      ? met('the README shows code that uses the package', path)
      : undecided('whether the README shows an example takes a reader')
  }
  if (!after.has('package.json')) return undecided('there is no package.json')
  const engine = own?.engines['node'] ?? ''
  if (version === undefined) return met('it is a package for Node', 'package.json')
  if (engine === '') return undecided(`package.json does not say that Node ${version} is needed`)
  return /\d+/.exec(engine)?.[0] === version
    ? met(`package.json asks for Node ${engine}`, 'package.json')
    : unmet(`package.json asks for Node ${engine}, not ${version}`, 'package.json')
}
