import { taskTypes } from '../../../check/files/criteria.ts'
import type { Command } from '../command.ts'
import { codeOptions } from './check-code-options.ts'
import { pageOptions } from './check-page-options.ts'
import { fileFormats } from './check-show.ts'

/** What can be checked, in a few words each. */
export const meanings: Readonly<Record<string, string>> = {
  artifact: 'recognised by its content, or --type',
  openapi: 'a description of an API',
  docs: 'a document; a folder means its README.md',
  config: 'a configuration file of any kind',
  code: 'files, or the folder of a project',
  design: 'an intent.json',
  text: 'any text: only rules of your own',
  page: 'a folder, a .html, or an address on this machine',
  track: 'the folder of a track: spec.md, plan.md, metadata.json',
}
const general =
  'Rules of your own (docs/rules.md) are asked of every kind. "-" reads standard input.\nExit 0 if all are accepted, 1 if one is not, 3 if something nobody decided is left, 5 if a check itself broke.\nWithout --task only general rules are asked. Agents are asked only if loopwright.yaml binds a reader or a judge.'
export const kinds = Object.keys(meanings)
const ofFiles = ['artifact', 'openapi', 'docs', 'config', 'code']
const allButText = [...ofFiles, 'design', 'page']
/** Options that are for some kinds only. */
const only = (kindsOf: readonly string[], options: Command['options']): Command['options'] =>
  Object.fromEntries(
    Object.entries(options).map(([name, option]) => [name, { ...option, kinds: kindsOf }]),
  )

export const about = `Holds files that exist against the gates and against what was asked. Kinds: ${kinds
  .map((kind) => `${kind} (${meanings[kind]})`)
  .join(', ')}.\n${general}`

export const options: Command['options'] = {
  type: {
    type: 'string',
    value: 'TYPE',
    choices: taskTypes,
    kinds: ['artifact'],
    help: 'api-spec, code, docs or config',
  },
  task: {
    type: 'string',
    kinds: allButText,
    help: 'what was asked for; every sentence of it must be met',
  },
  'task-file': { type: 'string', value: 'FILE', kinds: allButText, help: 'the same, from a file' },
  requirements: {
    type: 'string',
    value: 'FILE',
    kinds: ['design'],
    help: 'what a design is made for',
  },
  level: {
    type: 'string',
    value: 'A|B',
    choices: ['A', 'B'],
    kinds: ofFiles,
    help: 'A: the basics; B (default): all rules',
  },
  criteria: {
    type: 'string',
    value: 'FILE',
    kinds: allButText,
    help: 'your own rules (YAML, JSON), or criteria in your own words (.md, .txt)',
  },
  met: {
    type: 'string',
    value: 'IDS',
    kinds: allButText,
    help: 'you decide: these undecided obligations are met',
  },
  unmet: {
    type: 'string',
    value: 'IDS',
    kinds: allButText,
    help: 'you decide: these are not; "all" means all',
  },
  by: { type: 'string', value: 'NAME', kinds: allButText, help: 'who decides (you)' },
  threshold: {
    type: 'string',
    value: 'N',
    kinds: ['design', 'page', 'code'],
    help: 'the score to reach: design 0 to 100 (80), page 0 to 1 (0.75), a folder of code 0 to 10 (7)',
  },
  fix: {
    type: 'boolean',
    kinds: allButText,
    help: 'repair what a machine can, verified, and write the file',
  },
  only: {
    type: 'string',
    value: 'RULES',
    help: 'only these rules or families of rules, by comma',
  },
  'no-write': {
    type: 'boolean',
    kinds: ['track'],
    help: 'with track: change neither metadata.json nor the report',
  },
  watch: { type: 'boolean', help: 'check again whenever a file changes, until Ctrl-C' },
  all: { type: 'boolean', help: 'show every finding, not the first ten of a rule' },
  ...only(['page'], pageOptions),
  ...only(['code'], codeOptions),
  format: {
    type: 'string',
    value: 'F',
    choices: [...fileFormats, 'html'],
    help: `${fileFormats.join(', ')}; html for pages`,
  },
  output: { type: 'string', short: 'o', value: 'FILE', help: 'write the report there' },
  report: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'also write it there, as its name says: .json, .sarif, .xml (JUnit), .md',
  },
}
