import { checks } from '../src/checks/document/catalog.ts'
import { bases } from './document-defects-bases.ts'
import type { Bench, Benign, Defect } from './document-defects-report.ts'
import { lineOf, measure, print, replaceOne } from './document-defects-report.ts'

const at = (rule: string) => `document/${rule}`
const pick = <Item>(items: readonly Item[], random: () => number): Item =>
  items[Math.floor(random() * items.length)]!

/** Puts a line of text after a paragraph of the document's own, chosen by chance. */
const addParagraph =
  (texts: readonly string[]): Defect['plant'] =>
  ({ artifact }, random) => {
    const places = [...artifact.matchAll(/[.:]\n\n(?=#)/g)]
    const place = pick(places, random)
    const start = place.index + 3
    return {
      artifact: `${artifact.slice(0, start)}${pick(texts, random)}\n\n${artifact.slice(start)}`,
      line: lineOf(artifact, start),
    }
  }

const removeSection =
  (heading: RegExp): Defect['plant'] =>
  ({ artifact }) => {
    const match = new RegExp(
      `^## (?:${heading.source})\\n[\\s\\S]*?(?=^## |(?![\\s\\S]))`,
      'm',
    ).exec(artifact)
    return match
      ? {
          artifact: artifact.slice(0, match.index) + artifact.slice(match.index + match[0].length),
          line: null,
        }
      : null
  }

const emptySection =
  (heading: RegExp): Defect['plant'] =>
  ({ artifact }) => {
    const match = new RegExp(
      `^(## (?:${heading.source})\\n)[\\s\\S]*?(?=^## |(?![\\s\\S]))`,
      'm',
    ).exec(artifact)
    return match
      ? {
          artifact: `${artifact.slice(0, match.index)}${match[1]}\n${artifact.slice(match.index + match[0].length)}`,
          line: lineOf(artifact, match.index),
        }
      : null
  }

const defects: readonly Defect[] = [
  {
    name: 'wrong package name',
    rule: at('accuracy'),
    plant: replaceOne(/(?<=npm install )date-span/, 'date-spam'),
  },
  {
    name: 'other package installed',
    rule: at('accuracy'),
    plant: replaceOne(/(?<=npm install )date-span|(?<=--global )@acme\/logsift/, 'moment-range'),
  },
  { name: 'wrong version', rule: at('accuracy'), plant: replaceOne(/2\.3\.1/, '2.4.0') },
  {
    name: 'wrong licence',
    rule: at('accuracy'),
    plant: replaceOne(/(?<=under the )(?:MIT|Apache-2\.0)/, 'GPL-3.0'),
  },
  {
    name: 'script that does not exist',
    rule: at('accuracy'),
    plant: replaceOne(/npm run \w+/, 'npm run verify'),
  },
  {
    name: 'wrong Node version',
    rule: at('accuracy'),
    plant: replaceOne(/Node\.js [\d.]+ or later/, 'Node.js 16 or later'),
  },
  {
    name: 'export that does not exist',
    rule: at('accuracy'),
    plant: replaceOne(/(?<=import \{ )addDays/, 'subtractDays'),
  },
  {
    name: 'import from another name',
    rule: at('accuracy'),
    plant: replaceOne(/(?<=from ')date-span/, '@acme/date-span'),
  },
  { name: 'unknown flag', rule: at('accuracy'), plant: replaceOne(/--since(?= 1h)/, '--after') },
  {
    name: 'unknown flag in the table',
    rule: at('accuracy'),
    plant: replaceOne(/(?<=`)--since/, '--newest'),
  },
  {
    name: 'wrong program name',
    rule: at('accuracy'),
    plant: replaceOne(/^logsift(?= --)/m, 'logshift'),
  },
  {
    name: 'file that does not exist',
    rule: at('accuracy'),
    plant: replaceOne(/examples\/basic\.ts/, 'examples/advanced.ts'),
  },
  {
    name: 'wrong default of a variable',
    rule: at('accuracy'),
    plant: replaceOne(/(?<=`)(?:4100|notes\.db|\.\/logs)(?=`)/, '/var/other'),
  },
  {
    name: 'unknown environment variable',
    rule: at('accuracy'),
    plant: replaceOne(/LOGSIFT_FOLDER|NOTES_FILE/, 'DATA_DIRECTORY'),
  },
  {
    name: 'wrong port',
    rule: at('accuracy'),
    plant: replaceOne(/(?<=localhost:)(?:4100|8080)/, '5173'),
  },
  {
    name: 'claims no dependencies',
    rule: at('accuracy'),
    plant: replaceOne(/(?<=# Logsift\n\n)(?=Logsift)/, 'Zero dependencies. '),
  },
  {
    name: 'too many parameters',
    rule: at('accuracy'),
    plant: replaceOne(/daysBetween\(from, to\)/, 'daysBetween(from, to, unit)'),
  },
  {
    name: 'wrong clone address',
    rule: at('accuracy'),
    plant: replaceOne(/acme\/date-span\.git/, 'acme/datespan.git'),
  },

  {
    name: 'missing licence section',
    rule: at('sections'),
    plant: (base, random) =>
      base.name === 'guide' ? null : removeSection(/License/)(base, random),
  },
  {
    name: 'missing install section',
    rule: at('sections'),
    plant: (base, random) =>
      base.name === 'guide' ? null : removeSection(/Installation/)(base, random),
  },
  {
    name: 'missing usage section',
    rule: at('sections'),
    plant: (base, random) => (base.name === 'guide' ? null : removeSection(/Usage/)(base, random)),
  },
  {
    name: 'missing asked section',
    rule: at('sections'),
    plant: (base, random) =>
      base.name === 'tool' ? removeSection(/Configuration/)(base, random) : null,
  },
  { name: 'no title', rule: at('sections'), plant: replaceOne(/^# [^\n]+\n\n/, '') },
  {
    name: 'nothing says what it is',
    rule: at('sections'),
    plant: ({ artifact, name }) =>
      name === 'guide'
        ? null
        : { artifact: artifact.replace(/(^# [^\n]+\n\n)[\s\S]*?(?=^## )/m, '$1'), line: null },
  },
  {
    name: 'required section empty',
    rule: at('sections'),
    plant: (base, random) =>
      base.name === 'guide' ? null : emptySection(/License|Usage/)(base, random),
  },
  {
    name: 'section says TBD',
    rule: at('sections'),
    plant: replaceOne(/(?<=## License\n\n)[^\n]+/, 'TBD', -2),
  },

  {
    name: 'code block without language',
    rule: at('examples'),
    plant: replaceOne(/^```(?:sh|bash|js|json)$/m, '```'),
  },
  {
    name: 'promised example missing',
    rule: at('examples'),
    plant: replaceOne(/:\n\n```[a-z]+\n[^`]+```\n/, ':\n'),
  },
  {
    name: 'empty code block',
    rule: at('examples'),
    plant: replaceOne(/(```[a-z]+\n)[^`]+(?=```)/, (match) => match[1]!),
  },
  {
    name: 'ellipsis in code',
    rule: at('examples'),
    plant: replaceOne(/(?<=```js\n)import[^\n]+\n/, (match) => `${match[0]}// ...\n`, 1),
  },
  {
    name: 'TODO in code',
    rule: at('examples'),
    plant: replaceOne(
      /(?<=```(?:js|bash|sh)\n)/,
      (match) =>
        `${match.input.slice(match.index - 3, match.index).startsWith('js') ? '//' : '#'} TODO add the rest\n`,
    ),
  },
  {
    name: 'broken JavaScript',
    rule: at('examples'),
    plant: replaceOne(/const end = addDays\(start, 14\)/, 'const end = addDays(start, 14'),
  },
  {
    name: 'broken JSON',
    rule: at('examples'),
    plant: replaceOne(/"warn", "message"/, '"warn" "message"'),
  },
  {
    name: 'unclosed quote in shell',
    rule: at('examples'),
    plant: replaceOne(/logsift --level error/, 'logsift --level "error'),
  },
  {
    name: 'code block never closed',
    rule: at('examples'),
    plant: ({ artifact }) => {
      const start = artifact.lastIndexOf('```')
      return {
        artifact: artifact.slice(0, start) + artifact.slice(start + 4),
        line: lineOf(artifact, artifact.lastIndexOf('```', start - 1)),
      }
    },
  },

  {
    name: 'TBD in prose',
    rule: at('clarity'),
    plant: addParagraph([
      'The limits are TBD.',
      'TODO describe the limits.',
      'Details are coming soon.',
    ]),
  },
  {
    name: 'lorem ipsum',
    rule: at('clarity'),
    plant: addParagraph(['Lorem ipsum dolor sit amet, consectetur elit.']),
  },
  {
    name: 'simply and just',
    rule: at('clarity'),
    plant: addParagraph([
      'Simply restart the program after a change.',
      'To stop it, just run the command again.',
      'It is obviously faster this way.',
    ]),
  },
  {
    name: 'open list',
    rule: at('clarity'),
    plant: addParagraph([
      'It reads dates, times, spans, etc.',
      'It handles files, folders and so on.',
    ]),
  },
  {
    name: 'guess',
    rule: at('clarity'),
    plant: addParagraph([
      'This should work on older systems too.',
      'You probably want the defaults.',
    ]),
  },
  {
    name: 'vague instruction',
    rule: at('clarity'),
    plant: addParagraph([
      'Set the appropriate values and go on.',
      'Adjust the settings as needed.',
      'Configure it properly before use.',
    ]),
  },
  {
    name: 'endless sentence',
    rule: at('clarity'),
    plant: addParagraph([
      'When the program starts it first looks for the settings in the folder from which it was called and then in the folder above it and so forth until it reaches the root of the disk where it gives up and takes the values that were built into it when it was made by its authors.',
    ]),
  },
  {
    name: 'unexplained placeholder',
    rule: at('clarity'),
    plant: addParagraph(['Open `https://status.test/<your-team>` in the browser.']),
  },
  {
    name: 'step without a command',
    rule: at('clarity'),
    plant: replaceOne(
      /Install the (?:dependencies|parts that the server is made of) with `npm install`\./,
      'Install the dependencies.',
    ),
  },
  {
    name: 'link that says here',
    rule: at('clarity'),
    plant: replaceOne(/\[(?:the contribution guide|how to back up your notes|LICENSE)\]/, '[here]'),
  },

  {
    name: 'second title',
    rule: at('structure'),
    plant: replaceOne(/^## (?=License|Next steps|Testing)/m, '# '),
  },
  {
    name: 'skipped level',
    rule: at('structure'),
    plant: replaceOne(/^## (?=API|Options|Change the settings)/m, '#### '),
  },
  {
    name: 'repeated heading',
    rule: at('structure'),
    plant: ({ artifact }) => ({
      artifact: `${artifact}\n## ${/^## (.+)$/m.exec(artifact)![1]}\n\nMore text stands here.\n`,
      line: lineOf(artifact, artifact.length) + 1,
    }),
  },
  {
    name: 'empty section',
    rule: at('structure'),
    plant: replaceOne(/^(?=## (?:Development|Testing|Next steps)$)/m, '## Notes on speed\n\n'),
  },
  {
    name: 'licence first',
    rule: at('structure'),
    plant: ({ artifact }) => {
      const section = /^## License\n[\s\S]*$/m.exec(artifact)?.[0]
      const first = artifact.indexOf('\n## ') + 1
      return section
        ? {
            artifact:
              artifact.slice(0, first) +
              section.trimEnd() +
              '\n\n' +
              artifact.slice(first).replace(section, ''),
            line: null,
          }
        : null
    },
  },
  {
    name: 'wall of text',
    rule: at('structure'),
    plant: addParagraph([
      Array.from(
        { length: 20 },
        (_, index) =>
          `The program reads part ${index + 1} of the input and writes it to the output.`,
      ).join(' '),
    ]),
  },
  {
    name: 'bold text as heading',
    rule: at('structure'),
    plant: replaceOne(
      /^### .*$|^(?=The program prints|The status page|Open <http)/m,
      '**Further notes**\n\n',
    ),
  },
  {
    name: 'text before the title',
    rule: at('structure'),
    plant: ({ artifact }) => ({
      artifact: `Here is the document you asked for.\n\n${artifact}`,
      line: 1,
    }),
  },

  {
    name: 'broken anchor',
    rule: at('cross-refs'),
    plant: replaceOne(/\]\(#[a-z-]+\)/, '](#no-such-heading)'),
  },
  {
    name: 'broken file link',
    rule: at('cross-refs'),
    plant: replaceOne(/\]\((?:CONTRIBUTING\.md|LICENSE|docs\/backup\.md)\)/, '](docs/missing.md)'),
  },
  {
    name: 'broken anchor in a file',
    rule: at('cross-refs'),
    plant: replaceOne(/#daylight-saving/, '#winter-time'),
  },
  {
    name: 'empty link',
    rule: at('cross-refs'),
    plant: replaceOne(/\]\((?:CONTRIBUTING\.md|LICENSE|docs\/backup\.md)\)/, '](#)'),
  },
  {
    name: 'undefined reference',
    rule: at('cross-refs'),
    plant: replaceOne(/\]\((?:CONTRIBUTING\.md|LICENSE|docs\/backup\.md)\)/, '][nowhere]'),
  },
  {
    name: 'malformed address',
    rule: at('cross-refs'),
    plant: addParagraph([
      'More stands on [the site](htps:/example.com).',
      'More stands on [the site](http://).',
      'More stands on [the site](www.acme.com/docs).',
    ]),
  },
  {
    name: 'undefined footnote',
    rule: at('cross-refs'),
    plant: addParagraph(['The limit is high[^limit] on most systems.']),
  },
  {
    name: 'section that is not there',
    rule: at('cross-refs'),
    plant: addParagraph(['See the Deployment section for servers.']),
  },
  {
    name: 'missing image',
    rule: at('cross-refs'),
    plant: addParagraph(['![The main window](docs/window.png)']),
  },

  {
    name: 'Github',
    rule: at('consistency'),
    plant: addParagraph([
      'The code is on Github.',
      'It is written in Javascript.',
      'It runs on NodeJS.',
      'It works on MacOS and on linux.',
    ]),
  },
  {
    name: 'two spellings',
    rule: at('consistency'),
    plant: addParagraph([
      'The file name is short. Each filename is unique.',
      'The behaviour is stable. No other behavior is planned.',
      'Send an email to the team; each e-mail is answered.',
    ]),
  },
  {
    name: 'mixed list markers',
    rule: at('consistency'),
    plant: replaceOne(/^- (?=\[API|A folder|`NOTES)/m, '* '),
  },
  {
    name: 'mixed fences',
    rule: at('consistency'),
    plant: replaceOne(/```(sh|bash)\n([^`]+)```/, (match) => `~~~${match[1]}\n${match[2]}~~~`),
  },
  {
    name: 'mixed heading case',
    rule: at('consistency'),
    plant: ({ artifact, name }) =>
      name === 'guide'
        ? {
            artifact: artifact.replace('## Create the database', '## Create The Database'),
            line: lineOf(artifact, artifact.indexOf('## Create the database')),
          }
        : null,
  },
  {
    name: 'acronym in lower case',
    rule: at('consistency'),
    plant: replaceOne(/Print the result as JSON/, 'Print the result as json'),
  },
  {
    name: 'mixed tags',
    rule: at('consistency'),
    plant: ({ artifact }) => {
      const start = artifact.lastIndexOf('\n## ')
      return {
        artifact: `${artifact.slice(0, start)}\n\`\`\`js\nlet a = 1\n\`\`\`\n\nAnd in one line:\n\n\`\`\`javascript\nlet b = 2\n\`\`\`\n${artifact.slice(start)}`,
        line: null,
      }
    },
  },

  {
    name: 'acronym unknown to developers',
    rule: at('audience'),
    plant: addParagraph(['The result follows the QXR rules.', 'Each ZKP is checked twice.']),
  },
  {
    name: 'acronym not expanded for beginners',
    rule: at('audience'),
    plant: (base, random) =>
      base.name === 'guide'
        ? addParagraph(['The server offers an API for other programs.'])(base, random)
        : null,
  },
  {
    name: 'prerequisites missing for beginners',
    rule: at('audience'),
    plant: (base, random) =>
      base.name === 'guide' ? removeSection(/What you need/)(base, random) : null,
  },
  {
    name: 'command not explained to beginners',
    rule: at('audience'),
    plant: (base, random) =>
      base.name === 'guide'
        ? replaceOne(
            /This command starts the server:\n\n|The server keeps its notes in one file\. This command creates it:\n\n(?=[\s\S]{20,40}The command prints)/,
            '',
          )(base, random)
        : null,
  },
  {
    name: 'talks down to developers',
    rule: at('audience'),
    plant: (base, random) =>
      base.name === 'guide'
        ? null
        : addParagraph(["Don't worry, this is easy.", 'Congratulations, you did it!'])(
            base,
            random,
          ),
  },
]

/** Written after the checks were tuned; the figures of their first run stand in the checks’ README. */
const unseen: readonly Defect[] = [
  {
    name: 'yarn adds another name',
    rule: at('accuracy'),
    plant: replaceOne(/npm install date-span/, 'yarn add datespan'),
  },
  {
    name: 'version in the install command',
    rule: at('accuracy'),
    plant: replaceOne(/(?<=npm install )date-span/, 'date-span@1.0.0'),
  },
  {
    name: 'subpath that is not exported',
    rule: at('accuracy'),
    plant: replaceOne(/(?<=from ')date-span/, 'date-span/parse'),
  },
  {
    name: 'default import without default export',
    rule: at('accuracy'),
    plant: replaceOne(/import \{ addDays, daysBetween \} from/, 'import dateSpan from'),
  },
  {
    name: 'npm start without a start script',
    rule: at('accuracy'),
    plant: (base, random) =>
      base.name === 'library' ? replaceOne(/npm test/, 'npm start')(base, random) : null,
  },
  {
    name: 'asked section renamed away',
    rule: at('sections'),
    plant: (base, random) =>
      base.name === 'tool'
        ? { ...replaceOne(/^## Options$/m, '## Miscellany')(base, random)!, line: null }
        : null,
  },
  {
    name: 'section holds a comment only',
    rule: at('sections'),
    plant: replaceOne(/(?<=## License\n\n)[^\n]+/, '<!-- text follows -->', -2),
  },
  {
    name: 'example below that is missing',
    rule: at('examples'),
    plant: addParagraph(['The example below shows a complete run.']),
  },
  {
    name: 'broken YAML example',
    rule: at('examples'),
    plant: (base, random) => {
      const text = 'A settings file looks like this:\n\n```yaml\nlevel: info\n  depth: 2\n```'
      const planted = addParagraph([text])(base, random)
      return planted && { ...planted, line: (planted.line ?? 0) + 3 }
    },
  },
  {
    name: 'insert marker',
    rule: at('clarity'),
    plant: addParagraph(['The maintainer is [insert name here] of the core team.']),
  },
  {
    name: 'somehow',
    rule: at('clarity'),
    plant: addParagraph(['The values are merged somehow at the start.']),
  },
  {
    name: 'headings only, no text between',
    rule: at('structure'),
    plant: replaceOne(
      /^(?=## (?:License|Next steps)$)/m,
      '## Speed\n\n## Memory\n\nIt needs 20 MB.\n\n',
    ),
  },
  {
    name: 'level jump at the start',
    rule: at('structure'),
    plant: replaceOne(/^## (?=Requirements|Prerequisites|What you need)/m, '### '),
  },
  {
    name: 'wrong case of a file',
    rule: at('cross-refs'),
    plant: replaceOne(/\]\((?:CONTRIBUTING\.md|LICENSE)\)/, (match) => match[0].toLowerCase()),
  },
  {
    name: 'address with a blank',
    rule: at('cross-refs'),
    plant: addParagraph(['More stands on [the site](<https://acme.com/a page>).']),
  },
  {
    name: 'link to a mail without host',
    rule: at('cross-refs'),
    plant: addParagraph(['Write to [the team](mailto:team).']),
  },
  {
    name: 'product names',
    rule: at('consistency'),
    plant: addParagraph([
      'It stores rows in Postgresql.',
      'It has a Graphql end point.',
      'Works in VSCode.',
    ]),
  },
  { name: 'numbered markers mixed', rule: at('consistency'), plant: replaceOne(/^2\. /m, '2) ') },
  {
    name: 'consolation for developers',
    rule: at('audience'),
    plant: (base, random) =>
      base.name === 'guide'
        ? null
        : addParagraph(["Don't worry if this looks hard."])(base, random),
  },
]

const benign: readonly Benign[] = [
  {
    name: 'extra sentence',
    change: ({ artifact }) =>
      artifact.replace(/\n\n## /, '\n\nIt is stable and in daily use.\n\n## '),
  },
  { name: 'Windows line ends', change: ({ artifact }) => artifact.replaceAll('\n', '\r\n') },
  {
    name: 'badge above the text',
    change: ({ artifact }) =>
      artifact.replace(
        /\n\n/,
        '\n\n![build](https://img.shields.io/badge/build-passing-green.svg)\n\n',
      ),
  },
  { name: 'front matter', change: ({ artifact }) => `---\ntitle: Page\n---\n\n${artifact}` },
  {
    name: 'HTML comment',
    change: ({ artifact }) => `${artifact}\n<!-- kept short on purpose -->\n`,
  },
  {
    name: 'external link',
    change: ({ artifact }) =>
      `${artifact}\nMore about semantic versioning is on [semver.org](https://semver.org/).\n`,
  },
  {
    name: 'reference link',
    change: ({ artifact }) =>
      `${artifact}\nThe format is described in [the standard][iso].\n\n[iso]: https://www.iso.org/iso-8601-date-and-time-format.html\n`,
  },
  {
    name: 'nested list',
    change: ({ artifact }) =>
      artifact.replace(
        /\n## (?=License|Next steps)/,
        '\n## Limits\n\nThe program has two limits:\n\n- Time:\n  - at most one hour per run\n- Space:\n  - at most 100 files\n\n## ',
      ),
  },
  {
    name: 'output block',
    change: ({ artifact }) =>
      artifact.replace(
        /\n## (?=License|Next steps)/,
        '\n## Output\n\nThe last lines of the output are:\n\n```text\n...\ndone in 3 s\n```\n\n## ',
      ),
  },
  {
    name: 'footnote',
    change: ({ artifact }) =>
      `${artifact}\nThe numbers were measured on one machine[^1].\n\n[^1]: With four cores.\n`,
  },
  { name: 'no blank line at the end', change: ({ artifact }) => artifact.trimEnd() },
  {
    name: 'quoted note',
    change: ({ artifact }) =>
      artifact.replace(
        /\n## (?=License|Next steps)/,
        '\n> **Note**\n> Settings are read once, at the start.\n\n## ',
      ),
  },
  {
    name: 'placeholder that is explained',
    change: ({ artifact }) =>
      artifact.replace(
        /\n## (?=License|Next steps)/,
        '\n## Your own page\n\nOpen the address of your team, and replace `<your-team>` with its name:\n\n```text\nhttps://status.test/<your-team>\n```\n\n## ',
      ),
  },
]

export const bench: Bench = {
  checks,
  bases,
  defects: [...defects, ...unseen.map((defect) => ({ ...defect, heldOut: true }))],
  benign,
  seeds: 3,
}

if (import.meta.main) {
  const report = await measure(bench)
  if (process.argv.includes('--json')) console.log(JSON.stringify(report, null, 2))
  else print('Document defects', report)
}
