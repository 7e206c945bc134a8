import type { Option } from '../command.ts'

export const pageFormats = ['pretty', 'json', 'sarif', 'junit', 'markdown', 'html'] as const

export const pageOptions = {
  copy: { type: 'string', value: 'FILE', help: 'with page: the texts it must show, a copy.json' },
  tokens: { type: 'string', value: 'FILE', help: 'with page: the design tokens, a tokens.json' },
  brief: { type: 'string', value: 'FILE', help: 'with page: the BRIEF.md with its sections' },
  brand: { type: 'string', value: 'DIR', help: 'with page: the folder of visual-identity.md' },
  static: { type: 'boolean', help: 'with page: read the files only, without a browser' },
  'fail-fast': {
    type: 'boolean',
    help: 'with page: do not look at it if its files alone have errors',
  },
  screenshots: {
    type: 'string',
    value: 'DIR',
    help: 'with page: write 1280x720, 375x667 and a cut-out per finding there',
  },
  'all-pages': { type: 'boolean', help: 'with page: every .html of the folder, at most 20' },
  root: { type: 'string', value: 'DIR', help: 'with page: where the site of a page begins' },
  timeout: { type: 'string', value: 'S', help: 'with page: seconds a look may take (30)' },
} as const satisfies Record<string, Option>
