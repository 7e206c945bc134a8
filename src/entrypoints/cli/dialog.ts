import type { Dialog } from '../../engine/workflow-command.ts'
import { type Call, flag } from './command.ts'

const prompts = () => import('@clack/prompts')

/** Questions at the terminal; null where nobody can be asked, or everything was said beforehand. */
export function openDialog({ terminal, values }: Pick<Call, 'terminal' | 'values'>): Dialog | null {
  if (!terminal.canAsk || flag(values, 'json') || flag(values, 'yes')) return null
  return {
    async confirm(message, initialValue = false) {
      const { confirm, isCancel } = await prompts()
      const answer = await confirm({ message, initialValue })
      return isCancel(answer) ? null : answer
    },
    async text(message, { hint, first } = {}) {
      const { isCancel, text } = await prompts()
      const answer = await text({
        message,
        ...(hint === undefined ? {} : { placeholder: hint }),
        ...(first === undefined ? { defaultValue: '' } : { initialValue: first }),
      })
      return isCancel(answer) ? null : answer.trim()
    },
    async select(message, options) {
      const { isCancel, select } = await prompts()
      const answer = await select<string>({
        message,
        options: options.map(({ value, label, hint }) => ({
          value,
          label,
          ...(hint === undefined ? {} : { hint }),
        })),
      })
      return isCancel(answer)
        ? null
        : (options.find(({ value }) => value === answer)?.value ?? null)
    },
    show(lines) {
      for (const line of lines) terminal.print(line)
    },
  }
}
