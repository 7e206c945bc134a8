type Found = { readonly start: number; readonly end: number; readonly cron: string }

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const clock = String.raw`(?:at )?(\d{1,2})(?::(\d{2}))?(?:\s?(am|pm))?(?:\s+UTC)?`

/** Schedules that can be read in one way only: "every night at 03:00", "every Monday at 6:30", "every 15 minutes". */
export function cronOf(sentence: string): readonly Found[] {
  const lookUp = (
    pattern: RegExp,
    make: (match: RegExpMatchArray) => string | null,
  ): readonly Found[] =>
    [...sentence.matchAll(pattern)].flatMap((match) => {
      const cron = make(match)
      return cron === null ? [] : [{ start: match.index, end: match.index + match[0].length, cron }]
    })
  return [
    ...lookUp(/`((?:[\d*,/-]+\s+){4}[\d*,/A-Za-z-]+)`/g, ([, cron = '']) => plainCron(cron)),
    ...lookUp(
      new RegExp(
        `(?:every (?:night|day|morning)|daily|nightly|each (?:night|day)) ${clock}(?![\\d:])`,
        'gi',
      ),
      ([, hour = '', minute, half]) => at(hour, minute, half, '* * *'),
    ),
    ...lookUp(
      new RegExp(`(?:every|each|weekly on|on) (${days.join('|')})s?,? ${clock}(?![\\d:])`, 'gi'),
      ([, day = '', hour = '', minute, half]) =>
        at(hour, minute, half, `* * ${days.indexOf(day.toLowerCase())}`),
    ),
    ...lookUp(/every (\d{1,2}) minutes/gi, ([, minutes = '']) => `*/${Number(minutes)} * * * *`),
    ...lookUp(/every (\d{1,2}) hours/gi, ([, hours = '']) => `0 */${Number(hours)} * * *`),
    ...lookUp(/every hour|hourly/gi, () => '0 * * * *'),
  ]
}

function at(
  hour: string,
  minute: string | undefined,
  half: string | undefined,
  rest: string,
): string | null {
  const base = Number(hour) % (half === 'am' || half === 'pm' ? 12 : 24)
  const hours = base + (half?.toLowerCase() === 'pm' ? 12 : 0)
  return hours > 23 ? null : `${Number(minute ?? 0)} ${hours} ${rest}`
}

/** One way of writing: no leading zeros, days by number; a daily time of a systemd timer is one, too. */
export const plainCron = (cron: string): string =>
  cron
    .trim()
    .replace(/^\*-\*-\* (\d{1,2}):(\d{2})(?::00)?$/, '$2 $1 * * *')
    .toLowerCase()
    .split(/\s+/)
    .map((field, index) => {
      const day =
        index === 4 ? days.findIndex((name) => name.slice(0, 3) === field.slice(0, 3)) : -1
      return day >= 0 && /^[a-z]+$/.test(field)
        ? String(day)
        : field.replace(/\b0+(?=\d)/g, '').replace(/^7$/, index === 4 ? '0' : '7')
    })
    .join(' ')
