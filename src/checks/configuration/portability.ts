import { type Risk, riskCheck } from './risk.ts'

const inContainers = ['compose', 'actions', 'kubernetes', 'iam', 'dockerfile']
const address = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}'

const risks: readonly Risk[] = [
  {
    why: 'names a folder in one person’s home',
    value: /(?:^|[\s:="'(,])\/(?:home|Users)\/(?!\$)[\w.-]+/,
    except:
      /\/home\/(?:node|app|appuser|user|runner|nonroot|vscode|ubuntu|www-data|python|default)\b/,
  },
  {
    why: 'names a folder in root’s home',
    value: /(?:^|[\s:="'(,])\/root\/\w/,
    never: inContainers,
  },
  {
    why: 'names a folder by ~, which few programs expand',
    value: /(?:^|[\s="'(,:])~\/[\w.]/,
    never: ['compose', 'actions', 'dockerfile'],
  },
  {
    why: 'names a drive letter or a Windows share',
    value: /(?:^|[\s="'(,])(?:[A-Za-z]:(?:\\{1,2}|\/(?!\/))[\w.]|\\{2,4}[A-Za-z][\w.-]+\\)/,
  },
  {
    why: 'works on one operating system only',
    value:
      /\/opt\/homebrew\/|\/usr\/local\/Cellar\/|\/Applications\/|\/Volumes\/\w|\bcmd\.exe\b|\bpowershell(?:\.exe)?\b|\\AppData\\|\/mnt\/[a-z]\/|\.exe\b|\/dev\/sd[a-z]/,
    except: /\b(?:shell|runs_on) \S*$/,
  },
  {
    why: 'holds a hard-coded IP address',
    value: new RegExp(`(?<![\\d.])(?!127\\.|0\\.0\\.0\\.0|255\\.)${address}(?![\\d./])`),
    never: ['dockerfile'],
    except:
      /version|cidr|subnet|netmask|allow|deny|trusted|range|whitelist|dns|set_real_ip_from|resolver/,
  },
  {
    why: 'names a host of one network',
    value:
      /(?:^|[\s/@="',])[\w-]+(?:\.[\w-]+)*\.(?:internal|local|lan|corp|intranet|localdomain)(?=[:/\s"',]|$)/i,
    except: /host\.docker\.internal|svc\.cluster\.local|kubernetes\.local/,
  },
  {
    why: 'names a host of one environment',
    key: /^(?!.*(?:image|uses|registry|package|from))/,
    value:
      /(?:^|[\s/@="',])(?:[\w-]+[.-])?(?:prod|production|staging|stage|dev|qa|uat)(?:[.-][\w-]+)*\.[a-z]{2,}(?=[:/\s"',]|$)|\.amazonaws\.com|\.database\.windows\.net|\.cloudapp\.azure\.com/i,
  },
  {
    why: 'names one machine',
    key: /(?:^|_)(?:host|hostname|server|node|machine|address|url)$/,
    value:
      /^(?:[a-z]+-)?(?:db|web|app|srv|server|host|node|vm|nas|desktop|laptop|macbook|pc)[-_]?\d{1,4}$|^(?:DESKTOP|LAPTOP)-[A-Z0-9]+$|'?s-(?:macbook|laptop|pc|desktop)\b/i,
  },
  {
    why: 'names one person',
    key: /(?:^|_)(?:user|username|owner|run_as|login)$/,
    value: /^[a-z]+\.[a-z]+$|^(?:john|jane|jdoe|jsmith|bob|alice)\w{0,8}$/i,
    never: ['iam'],
  },
]

/** Nothing here ties the configuration to one machine, person or system. */
export const portability = riskCheck(
  { id: 'configuration/portability', title: 'Environment assumptions are parameterised' },
  risks,
)
