import type { Option } from '../command.ts'

export const codeOptions = {
  base: {
    type: 'string',
    value: 'REF',
    help: 'with a folder of code: judge the change since this commit or folder',
  },
  mutation: {
    type: 'string',
    value: 'S',
    help: 'with --base: plant bugs in the change for so many seconds',
  },
  'build-command': { type: 'string', value: 'CMD', help: 'with a folder of code: how it is built' },
  'test-command': { type: 'string', value: 'CMD', help: 'with a folder of code: how it is tested' },
  'lint-command': { type: 'string', value: 'CMD', help: 'with a folder of code: how it is linted' },
} as const satisfies Record<string, Option>
