import { exitCodes } from '../../../model/problem.ts'
import { ok, usageError } from '../../../model/result.ts'
import type { Command } from '../command.ts'
import { type Place, placesOf } from '../completion/places.ts'

const shells: Readonly<Record<string, () => Promise<(places: readonly Place[]) => string>>> = {
  bash: async () => (await import('../completion/bash.ts')).bashScript,
  zsh: async () => (await import('../completion/zsh.ts')).zshScript,
  fish: async () => (await import('../completion/fish.ts')).fishScript,
}
const names = Object.keys(shells)

export const command: Command = {
  name: 'completion',
  usage: 'completion <shell> [options]',
  about: `Prints a script that completes commands, options, their values and names of runs. Shells: ${names.join(', ')}.\nSave it where your shell looks for it; print it again after an update.`,
  words: { least: 1, most: 1 },
  firstWords: names,
  options: {},
  examples: [
    [
      'loopwright completion bash > ~/.local/share/bash-completion/completions/loopwright',
      'for bash, with the package bash-completion',
    ],
    ['loopwright completion zsh > ~/.zfunc/_loopwright', 'for zsh, with ~/.zfunc in its fpath'],
    ['loopwright completion fish > ~/.config/fish/completions/loopwright.fish', 'for fish'],
  ],
  async run({ words: [shell = ''], terminal, verbs, values }) {
    const load = Object.hasOwn(shells, shell) ? shells[shell] : undefined
    if (load === undefined)
      return usageError(`there is no completion for "${shell}"`, `shells: ${names.join(', ')}`)
    const script = (await load())(await placesOf(verbs))
    terminal.raw(
      values['json'] === true ? `${JSON.stringify({ loopwright: 1, shell, script })}\n` : script,
    )
    return ok(exitCodes.accepted)
  },
}
