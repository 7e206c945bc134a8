import type { Base } from './document-defects-report.ts'

const library: Base = {
  name: 'library',
  task: {
    prompt: 'Write the README of this package for developers',
    ideal_result: 'A README that a developer can follow',
  },
  files: {
    'package.json': JSON.stringify({
      name: 'date-span',
      version: '2.3.1',
      description: 'Counts days between dates',
      license: 'MIT',
      type: 'module',
      exports: { '.': './src/index.ts', './format': './src/format.ts' },
      engines: { node: '>=20' },
      scripts: { test: 'vitest run', build: 'tsc', lint: 'oxlint' },
      repository: 'github:acme/date-span',
    }),
    'src/index.ts':
      '/** Counts the days between two dates. */\nexport function daysBetween(from: Date, to: Date): number {\n  return 0\n}\n\n/** Adds days to a date. */\nexport function addDays(date: Date, days: number): Date {\n  return date\n}\n',
    'src/format.ts':
      'export function formatSpan(days: number): string {\n  return `${days} days`\n}\n',
    'examples/basic.ts': "import { daysBetween } from 'date-span'\n",
    'docs/time-zones.md': '# Time zones\n\n## Daylight saving\n\nText.\n',
    'CONTRIBUTING.md': '# Contributing\n\nText.\n',
    LICENSE: 'MIT License\n',
  },
  artifact: `# date-span

Counts days between dates and adds days to a date. It has no dependencies and ships its own types.

- [Installation](#installation)
- [Usage](#usage)
- [API](#api)

## Requirements

You need Node.js 20 or later.

## Installation

Install the package from npm:

\`\`\`sh
npm install date-span
\`\`\`

## Usage

Count the days of a holiday:

\`\`\`js
import { addDays, daysBetween } from 'date-span'

const start = new Date('2026-01-01')
const end = addDays(start, 14)
console.log(daysBetween(start, end))
\`\`\`

The program prints \`14\`. A longer example stands in \`examples/basic.ts\`.

## API

| Function | Result |
| --- | --- |
| \`daysBetween(from, to)\` | Number of whole days |
| \`addDays(date, days)\` | A new date |

Dates are compared in UTC. The page on [time zones](docs/time-zones.md#daylight-saving) explains what that means for local dates.

## Development

1. Clone the repository with \`git clone https://github.com/acme/date-span.git\`.
2. Install the dependencies with \`npm install\`.
3. Run the tests with \`npm test\` and the linter with \`npm run lint\`.

Read [the contribution guide](CONTRIBUTING.md) before you open a pull request on GitHub.

## License

Released under the MIT license, see [LICENSE](LICENSE). The current version is 2.3.1.
`,
}

const tool: Base = {
  name: 'tool',
  task: {
    prompt:
      'Write a README with sections Installation, Usage, Options, Configuration and License for this command line tool',
    ideal_result: 'Every option is documented',
  },
  files: {
    'package.json': JSON.stringify({
      name: '@acme/logsift',
      version: '0.9.0',
      description: 'Filters log files',
      license: 'Apache-2.0',
      type: 'module',
      bin: { logsift: 'bin/logsift.js' },
      engines: { node: '>=22.12' },
      dependencies: { kleur: '^4.0.0' },
      scripts: { start: 'node bin/logsift.js', test: 'node --test' },
    }),
    'bin/logsift.js':
      "import { parseArgs } from 'node:util'\nconst { values } = parseArgs({ options: { level: { type: 'string' }, since: { type: 'string' }, json: { type: 'boolean' } } })\nconst folder = process.env.LOGSIFT_FOLDER ?? './logs'\nconst port = Number(process.env.LOGSIFT_PORT ?? 4100)\n",
    'src/filter.js': 'export const filter = (lines) => lines\n',
    LICENSE: 'Apache License\nVersion 2.0\n',
  },
  artifact: `# Logsift

Logsift reads log files and prints the lines that matter. Use it on JSON logs and on plain text.

## Prerequisites

- Node.js 22.12 or later
- A folder with log files

## Installation

Install the command for all your projects:

\`\`\`bash
npm install --global @acme/logsift
\`\`\`

## Usage

Show every error of the last hour:

\`\`\`bash
logsift --level error --since 1h
\`\`\`

Print the result as JSON for other programs:

\`\`\`bash
logsift --level warn --json > warnings.json
\`\`\`

Each line of the result looks like this:

\`\`\`json
{ "level": "warn", "message": "disk almost full", "time": "2026-01-01T10:00:00Z" }
\`\`\`

## Options

| Option | Meaning | Default |
| --- | --- | --- |
| \`--level\` | Lowest level to show | \`info\` |
| \`--since\` | How far to look back | all lines |
| \`--json\` | Print JSON instead of text | off |

## Configuration

Set these environment variables before you start the tool:

| Variable | Meaning | Default |
| --- | --- | --- |
| \`LOGSIFT_FOLDER\` | Folder with the log files | \`./logs\` |
| \`LOGSIFT_PORT\` | Port of the status page | \`4100\` |

The status page is at <http://localhost:4100>. See the Options section for flags that win over the variables.

## Testing

Run the tests of the project:

\`\`\`bash
npm test
\`\`\`

## License

Logsift is available under the Apache-2.0 license. The full text is in [LICENSE](LICENSE).
`,
}

const guide: Base = {
  name: 'guide',
  task: {
    prompt: 'Write a getting started guide for beginners who run this server for the first time',
    ideal_result: 'A beginner reaches a running server',
  },
  files: {
    'package.json': JSON.stringify({
      name: 'note-server',
      version: '1.0.0',
      license: 'ISC',
      private: true,
      engines: { node: '>=24' },
      scripts: { start: 'node src/server.js', migrate: 'node src/migrate.js', test: 'node --test' },
    }),
    'src/server.js':
      'const port = Number(process.env.PORT ?? 8080)\nconst file = process.env.NOTES_FILE ?? "notes.db"\n',
    'src/migrate.js': 'console.log("done")\n',
    'docs/backup.md': '# Backup\n\nText.\n',
    LICENSE: 'ISC License\n',
  },
  artifact: `# Getting started with note-server

This guide takes you from an empty folder to a running server that stores notes. It takes about ten minutes.

## What you need

You need Node.js 24 or later. A terminal is the window in which you type commands.

## Install the server

1. Download the code into a new folder with \`git clone https://github.com/acme/note-server\`.
2. Go to the folder with \`cd note-server\`.
3. Install the parts that the server is made of with \`npm install\`.

## Create the database

The server keeps its notes in one file. This command creates it:

\`\`\`sh
npm run migrate
\`\`\`

The command prints \`done\` when the file is ready.

## Start the server

This command starts the server:

\`\`\`sh
npm start
\`\`\`

Open <http://localhost:8080> in your browser. You see an empty list of notes.

## Change the settings

The server reads two environment variables:

- \`PORT\` is the number of the network port, with the default \`8080\`.
- \`NOTES_FILE\` is the file that holds the notes, with the default \`notes.db\`.

To use another port, set the variable in front of the command:

\`\`\`sh
PORT=9000 npm start
\`\`\`

## Next steps

Read [how to back up your notes](docs/backup.md) before you store anything important. Look up the words you do not know in the [settings](#change-the-settings) above.
`,
}

export const bases: readonly Base[] = [library, tool, guide]
