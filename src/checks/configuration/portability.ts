import type { Finding } from '../../model/finding.ts'
import { outcomeOf } from '../outcome.ts'
import type { Entry, Unit } from './configuration.ts'
import { configurationCheck, findingAtEntry, keyWords, settingsOf } from './configuration-check.ts'

/** Nothing here ties the configuration to one machine, person or system. */
export const portability = configurationCheck(
  { id: 'configuration/portability', title: 'Environment assumptions are parameterised' },
  (configuration) => {
    const findings = settingsOf(configuration).flatMap(({ entry, unit }): readonly Finding[] => {
      const text = typeof entry.value === 'string' ? entry.value : entry.raw
      const problem = problems.find(
        ({ pattern, applies }) => pattern.test(text) && (applies?.(entry, unit, text) ?? true),
      )
      if (problem === undefined) return []
      return [
        findingAtEntry(entry, unit, `${entry.path.join('.')} ${problem.why}`, homeFix(entry, unit)),
      ]
    })
    return outcomeOf(findings, 'no path, address or name of one machine was found')
  },
)

type Portability = {
  readonly pattern: RegExp
  readonly why: string
  readonly applies?: (entry: Entry, unit: Unit, text: string) => boolean
}

const containerHomes =
  /\/home\/(?:node|app|appuser|user|runner|nonroot|vscode|ubuntu|www-data|python|default)\b/
const inContainer = (unit: Unit): boolean => unit.platform !== null || unit.format === 'dockerfile'

const problems: readonly Portability[] = [
  {
    pattern: /(?:^|[\s:="'(,])\/(?:home|Users)\/(?!\$)[\w.-]+/,
    why: 'names a folder in one person’s home',
    applies: (_, unit, text) => !(inContainer(unit) && containerHomes.test(text)),
  },
  {
    pattern: /(?:^|[\s:="'(,])\/root\/\w/,
    why: 'names a folder in root’s home',
    applies: (_, unit) => !inContainer(unit),
  },
  {
    pattern: /(?:^|[\s="'(,:])~\/[\w.]/,
    why: 'names a folder by ~, which few programs expand',
    applies: (_, unit) =>
      unit.platform !== 'compose' && unit.platform !== 'actions' && unit.format !== 'dockerfile',
  },
  { pattern: /(?:^|[\s="'(,])[A-Za-z]:(?:\\{1,2}|\/(?!\/))[\w.]/, why: 'names a drive letter' },
  { pattern: /(?:^|[\s="'(,])\\{2,4}[A-Za-z][\w.-]+\\/, why: 'names a Windows share' },
  {
    pattern:
      /\/opt\/homebrew\/|\/usr\/local\/Cellar\/|\/Applications\/|\/Volumes\/\w|\bcmd\.exe\b|\bpowershell(?:\.exe)?\b|\\AppData\\|\/mnt\/[a-z]\/|\.exe\b|\/dev\/sd[a-z]/,
    why: 'works on one operating system only',
    applies: (entry) => !/^(?:shell|runs-on)$/.test(entry.key),
  },
  {
    pattern: /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/,
    why: 'holds a hard-coded IP address',
    applies: (entry, unit, text) => hasHardAddress(entry, unit, text),
  },
  {
    pattern:
      /(?:^|[\s/@="',])[\w-]+(?:\.[\w-]+)*\.(?:internal|local|lan|corp|intranet|localdomain)(?=[:/\s"',]|$)/i,
    why: 'names a host of one network',
    applies: (_, __, text) =>
      !/host\.docker\.internal|svc\.cluster\.local|kubernetes\.local/.test(text),
  },
  {
    pattern:
      /(?:^|[\s/@="',])(?:[\w-]+[.-])?(?:prod|production|staging|stage|dev|qa|uat)(?:[.-][\w-]+)*\.[a-z]{2,}(?=[:/\s"',]|$)|(?:\.rds|\.cache|\.es)?\.amazonaws\.com|\.database\.windows\.net|\.cloudapp\.azure\.com/i,
    why: 'names a host of one environment',
    applies: (entry) => !/image|uses|registry|package|^FROM$/.test(entry.key),
  },
  {
    pattern:
      /^(?:[a-z]+-)?(?:db|web|app|srv|server|host|node|vm|nas|desktop|laptop|macbook|pc)[-_]?\d{1,4}$|^(?:DESKTOP|LAPTOP)-[A-Z0-9]+$|'?s-(?:macbook|laptop|pc|desktop)\b/i,
    why: 'names one machine',
    applies: (entry) =>
      /(?:^|_)(?:host|hostname|server|node|machine|address|url)$/.test(
        keyWords(entry.key).join('_'),
      ),
  },
  {
    pattern:
      /^[a-z]+\.[a-z]+$|^(?:john|jane|jdoe|jsmith|bob|alice|dave|mike|peter|anna|maria)\w{0,8}$/i,
    why: 'names one person',
    applies: (entry, unit) =>
      unit.platform !== 'iam' &&
      /(?:^|_)(?:user|username|owner|run_as|login)$/.test(keyWords(entry.key).join('_')),
  },
]

function hasHardAddress(entry: Entry, unit: Unit, text: string): boolean {
  if (
    /version|cidr|subnet|netmask|allow|deny|trusted|range|whitelist|dns|ip_range|source_ranges/.test(
      entry.path.map((part) => keyWords(part).join('_')).join('_'),
    ) ||
    unit.format === 'dockerfile'
  )
    return false
  if (unit.format === 'nginx' && /^(?:allow|deny|set_real_ip_from|resolver)$/.test(entry.key))
    return false
  return [...text.matchAll(/(?<![\d.])((?:\d{1,3}\.){3}\d{1,3})(\/\d+)?(?![\d.])/g)].some(
    (match) =>
      match[2] === undefined &&
      !/^(?:127\.|0\.0\.0\.0|255\.)/.test(match[1]!) &&
      match[1]!.split('.').every((part) => Number(part) <= 255),
  )
}

// compose and the shell expand ${HOME}; other formats would take it literally
function homeFix(entry: Entry, unit: Unit) {
  if (unit.platform !== 'compose') return undefined
  const match = /\/(?:home|Users)\/[\w.-]+/.exec(entry.raw)
  return match
    ? {
        title: 'use the reader’s own home',
        edits: [
          {
            start: entry.start + match.index,
            end: entry.start + match.index + match[0].length,
            text: '${HOME}',
          },
        ],
      }
    : undefined
}
