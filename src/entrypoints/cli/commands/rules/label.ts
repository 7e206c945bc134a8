import { openWorkspace } from '../../../../app.ts'
import { foundIn, writeLabel } from '../../../../check/rules/labels.ts'
import { testRules } from '../../../../check/rules/test-rules.ts'
import { counted } from '../../../../model/counted.ts'
import { labelFile } from '../../../../model/own-rule.ts'
import { usageError } from '../../../../model/result.ts'
import { type Command, text, whoAmI, printResult } from '../../command.ts'

export const command: Command = {
  name: 'rules label',
  usage: 'rules label <id> <file[:line]> <right|wrong> [options]',
  about: `Keeps what you say of findings of your own rule, in ${labelFile}. "rules test" counts them.`,
  words: { least: 3, most: 3 },
  options: {
    reason: { type: 'string', help: 'why' },
    by: { type: 'string', value: 'NAME', help: 'who says so (you)' },
  },
  examples: [
    ['loopwright rules label shop/no-todo notes.md:3 right', 'this one is meant'],
    ['loopwright rules label shop/no-todo notes.md wrong --reason "a quote"', 'those of a file'],
  ],
  decides: true,
  async run({ words: [id = '', where = '', word = ''], values, terminal, cwd, env }) {
    if (word !== 'right' && word !== 'wrong')
      return usageError(`a finding is right or wrong, not "${word}"`, 'say one of them')
    const opened = await openWorkspace({ cwd, env })
    if (!opened.ok) return opened
    const { root, clock } = opened.value
    const tested = await testRules(opened.value, {
      named: id,
      signal: new AbortController().signal,
    })
    if (!tested.ok) return tested
    const [, path = where, line] = /^(.*?):(\d+)$/.exec(where) ?? []
    const labelled = tested.value.flatMap(({ rule, findings }) =>
      findings
        .filter(
          (each) =>
            each.path === path && (line === undefined || (each.place.line ?? 1) === Number(line)),
        )
        .map((finding) => ({ rule: rule.id, path, found: foundIn(finding) })),
    )
    if (labelled.length === 0)
      return usageError(`${id} finds nothing at ${where}`, `see: loopwright rules test ${id} --all`)
    const reason = text(values, 'reason')
    for (const each of labelled) {
      const written = await writeLabel(root, {
        ...each,
        right: word === 'right',
        ...(reason === undefined ? {} : { reason }),
        by: text(values, 'by') ?? whoAmI(env),
        at: clock.now().toISOString().slice(0, 10),
      })
      if (!written.ok) return written
    }
    return printResult({ values, terminal }, { labelled: labelled }, () => [
      `${counted(labelled.length, 'finding')} labelled ${word} in ${labelFile}`,
    ])
  },
}
