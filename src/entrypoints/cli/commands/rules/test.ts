import { openWorkspace } from '../../../../app.ts'
import { testRules, type TestedRule } from '../../../../check/rules/test-rules.ts'
import { counted } from '../../../../model/counted.ts'
import { exitCodes } from '../../../../model/problem.ts'
import type { Paint } from '../../../../model/screen.ts'
import { type Command, flag, printResult } from '../../command.ts'

export const command: Command = {
  name: 'rules test',
  usage: 'rules test [id] [options]',
  about:
    'Tries your rules on their own examples, then on every file of the workspace. A rule that finds nothing in the example\nthat it ought to fail, or something in the one that it ought to pass, is wrong. With what people said of findings\n(rules label), it shows the power that this would earn a built-in rule.\nExit 0 if all behave, 2 if one does not.',
  words: { least: 0, most: 1 },
  options: { all: { type: 'boolean', help: 'show every finding, not the first five of a rule' } },
  examples: [
    ['loopwright rules test', 'all of them'],
    ['loopwright rules test shop', 'those of one family'],
  ],
  async run(call) {
    const { words, values, terminal } = call
    const [named = null] = words
    const opened = await openWorkspace(call)
    if (!opened.ok) return opened
    const abort = new AbortController()
    const stop = () => abort.abort()
    process.once('SIGINT', stop)
    const tested = await testRules(opened.value, { named, signal: abort.signal }).finally(() =>
      process.removeListener('SIGINT', stop),
    )
    if (!tested.ok) return tested
    const isWrong = tested.value.some(({ wrong }) => wrong !== null)
    return printResult(
      { values, terminal },
      { rules: tested.value.map(({ rule, ...rest }) => ({ id: rule.id, ...rest })) },
      ({ terminal: { paint } }) =>
        tested.value.flatMap((each) => linesOf(each, flag(values, 'all'), paint)),
      isWrong ? exitCodes.usage : exitCodes.accepted,
    )
  },
}

const mostShown = 5

function linesOf(tested: TestedRule, all: boolean, paint: Paint): readonly string[] {
  const { rule, wrong, findings, evidence, earns } = tested
  if (wrong !== null) return [`${paint('red', '✗')} ${paint('bold', rule.id)} ${wrong}`]
  const shown = all ? findings : findings.slice(0, mostShown)
  const more = findings.length - shown.length
  const labels = `${evidence.right} right, ${evidence.wrong} wrong`
  const scope =
    rule.on === 'change'
      ? 'it looks at changes: loopwright check code . --base <ref>'
      : `${counted(evidence.fired, 'finding')} in ${counted(evidence.looked, 'file')}`
  return [
    `${paint('green', '✓')} ${paint('bold', rule.id)} its examples behave · ${scope} · ${labels}`,
    ...shown.map(
      ({ path, place, message, label }) =>
        `    ${path}:${place.line ?? 1} ${message}${label === null ? '' : paint('dim', label.right ? ' (right)' : ' (wrong)')}`,
    ),
    ...(more > 0 ? [paint('dim', `    … and ${more} more (--all)`)] : []),
    paint('dim', `    that would earn a built-in rule: ${earns.power}, ${earns.reason}`),
  ]
}
