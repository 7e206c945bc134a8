import { type DesignRule, type Seen, intentRule, textRule } from './rule.ts'
import { type DesignModel, oneOf } from './design-model.ts'
import { shared } from './coherence-ids.ts'
import { type Prose, stemsOf } from './prose.ts'

/** How many of a name's words its description takes up. */
function fit(name: string, description: string): number {
  const words = new Set(stemsOf(description))
  const own = stemsOf(name)
  return own.length === 0 ? 0 : own.filter((word) => words.has(word)).length / own.length
}

/** Of components that share a description, the one it suits best keeps it. */
function sharedDescriptions({ intent, plain }: DesignModel): readonly Seen[] {
  const described = intent.components.map(({ id, name, description }, index) => ({
    id,
    path: `/components/${index}/description`,
    text: plain(description),
    fit: () => fit(name, description),
  }))
  return shared(described, ({ text, path }) => text || path).flatMap((group) => {
    const [kept] = group.toSorted((a, b) => b.fit() - a.fit())
    return group
      .filter((each) => each !== kept)
      .map(({ path }) => ({ path, message: `is the description of "${kept?.id ?? ''}" too` }))
  })
}

const sharedGoals = ({ intent, plain }: DesignModel): readonly Seen[] =>
  shared(
    intent.goals.map((goal, index) => ({ path: `/goals/${index}`, text: plain(goal) })),
    ({ text, path }) => text || path,
  ).flatMap(([first, ...rest]) =>
    rest.map(({ path }) => ({
      path,
      message: `states the goal of ${first?.path ?? ''} again`,
      fix: { title: 'state the goal once', edits: [{ op: 'remove' as const, path }] },
    })),
  )

const fairDoubles = oneOf(
  'that had bye so very much far no long hush cha knock ha boo do dum yo win',
)

function doubledWords(prose: Prose): readonly Seen[] {
  const at = prose.words.findIndex(
    ({ lower, gap, quoted }, index) =>
      prose.words[index - 1]?.lower === lower &&
      /^(?:\p{Ll}{2,}|a)$/u.test(prose.words[index]?.raw ?? '') &&
      !fairDoubles.has(lower) &&
      !quoted &&
      /^\s+$/.test(gap),
  )
  const [first, second] = [prose.words[at - 1], prose.words[at]]
  if (first === undefined || second === undefined) return []
  const text = prose.text.slice(0, first.end) + prose.text.slice(second.end)
  const fix = {
    title: `write "${second.raw}" once`,
    edits: [{ op: 'replace' as const, path: prose.path, value: text }],
  }
  return [{ path: prose.path, message: `"${second.raw}" stands twice in a row`, fix }]
}

export const clarityTextRules: readonly DesignRule[] = [
  intentRule('clarity/shared-description', sharedDescriptions),
  intentRule('clarity/shared-goal', sharedGoals),
  textRule('clarity/doubled-word', doubledWords),
]
