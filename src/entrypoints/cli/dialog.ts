import type { Dialog } from '../../engine/workflow-command.ts'
import { type Call, flag } from './command.ts'

/** Questions at the terminal; null where nobody can be asked, or everything was said beforehand. */
export function openDialog({ terminal, values }: Pick<Call, 'terminal' | 'values'>): Dialog | null {
  if (!terminal.canAsk || flag(values, 'json') || flag(values, 'yes')) return null
  return {
    async ask(message, { initial = '', example, validate } = {}) {
      const { isCancel, text } = await import('@clack/prompts')
      const hint = example ?? initial
      const answer = await text({
        message,
        defaultValue: initial,
        ...(hint === '' ? {} : { placeholder: hint }),
        ...(validate === undefined
          ? {}
          : {
              validate: (value) => validate(value === undefined || value === '' ? initial : value),
            }),
      })
      return isCancel(answer) ? null : answer.trim()
    },
    show(lines) {
      for (const line of lines) terminal.print(line)
    },
  }
}
