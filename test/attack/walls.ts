import type { attackers, Patch } from './attackers.ts'

type Wall = Patch & {
  readonly wall: string
  /** Who fails because of it. */
  readonly attacker: keyof typeof attackers
  /** Tried in the ordinary suite, too. */
  readonly quick?: true
}

const agents = 'adapters/agent-command/walls.ts'
const git = 'adapters/repository-git/run-git.ts'

/** Every wall with an attacker who succeeds as soon as it is taken down. */
export const walls: readonly Wall[] = [
  {
    wall: 'agents do not see histories and caches',
    file: agents,
    from: '...plan.hidden.filter((path) => existsSync(path)).flatMap(emptyFolder),',
    to: '',
    attacker: 'reads the histories',
  },
  {
    wall: 'agents have temporary folders of their own',
    file: agents,
    from: '...inMemory.flatMap(inSize(Math.floor((memory_mb * megabyte) / inMemory.length))),',
    to: "'--bind', '/tmp', '/tmp',",
    attacker: 'reads the key',
  },
  {
    wall: 'agents may only read the project',
    file: agents,
    from: "'--ro-bind',\n    root,",
    to: "'--bind',\n    root,",
    attacker: 'writes into the project',
  },
  {
    wall: 'agents see their own processes alone',
    file: agents,
    from: '--unshare-pid ',
    to: '',
    attacker: 'sees other processes',
  },
  {
    wall: 'agents end with Loopwright',
    file: agents,
    from: '--die-with-parent ',
    to: '',
    attacker: 'outlives Loopwright',
  },
  {
    wall: 'agents have a network only where their binding says so',
    file: agents,
    from: "...(plan.network ? [] : ['--unshare-net']),",
    to: '',
    attacker: 'reaches the network',
  },
  {
    wall: 'agents get the variables that their binding names',
    file: 'adapters/agent-command/open-program.ts',
    from: 'const names = [...alwaysSeen, ...env]',
    to: 'const names = [...Object.keys(environment), ...env]',
    attacker: 'reads variables',
  },
  {
    wall: 'agents are not started without bubblewrap',
    file: 'app/program-agents.ts',
    from: "if (config.walls === 'none')",
    to: 'if (config.walls)',
    attacker: 'runs without bubblewrap',
  },
  {
    wall: 'what is kept carries a seal',
    file: 'kit/seal.ts',
    from: 'return written === seal(`${about}\\n${body}`) ? body : null',
    to: 'return body',
    attacker: 'flips a cached verdict',
    quick: true,
  },
  {
    wall: 'events are chained',
    file: 'adapters/journal-files/journal.ts',
    from: 'return chainHash(previous.hash, body) === entry.hash',
    to: 'return entry',
    attacker: 'edits a history',
  },
  {
    wall: 'heads are kept outside of the workspace',
    file: 'adapters/state-folder/state-folder.ts',
    from: 'return Head.parse(',
    to: 'if (history) return null\n return Head.parse(',
    attacker: 'writes a history anew',
  },
  {
    wall: 'gates are for people',
    file: 'entrypoints/cli/inside-agent.ts',
    from: "export function isInsideAgent(env: Call['env'], pid = process.ppid): boolean {",
    to: "export function isInsideAgent(env: Call['env'], pid = process.ppid): boolean { if (env) return false",
    attacker: 'answers its own gate',
    quick: true,
  },
  {
    wall: 'an answer is to a question that was there before',
    file: 'adapters/run-files/run-store.ts',
    from: 'movedOn: () => place.movedOn?.() ?? false,',
    to: 'movedOn: () => false,',
    attacker: 'answers questions nobody saw',
  },
  {
    wall: 'control characters are not obeyed',
    file: 'entrypoints/cli/terminal.ts',
    from: 'text.replaceAll(steering, (match) => {',
    to: 'text.replaceAll(steering, (match) => { if (match) return match;',
    attacker: 'steers the terminal',
  },
  {
    wall: 'the log follows no link',
    file: 'adapters/agent-log-file/agent-log.ts',
    from: ' | O_NOFOLLOW',
    to: '',
    attacker: 'writes through the log',
  },
  {
    wall: 'state follows no link',
    file: 'adapters/disk-node/disk.ts',
    from: 'refuseLinks(root, path)\n',
    to: 'void [root, path]\n',
    attacker: 'writes through a folder of state',
  },
  {
    wall: 'a saved file stays in the project',
    file: 'engine/user-files.ts',
    from: 'if (isInside(root, folder) &&',
    to: 'if (root === folder &&',
    attacker: 'writes through a saved path',
  },
  {
    wall: 'git starts no filter of a repository',
    file: git,
    from: 'set: { ...call.set, ...filters.value }',
    to: 'set: { ...call.set }',
    attacker: 'springs a filter',
  },
  {
    wall: 'git starts no hook of a repository',
    file: git,
    from: '`core.hooksPath=${devNull}`,',
    to: '',
    attacker: 'springs a hook',
  },
  {
    wall: 'git starts no monitor of a repository',
    file: git,
    from: "'core.fsmonitor=false',",
    to: '',
    attacker: 'springs a monitor',
  },
  {
    wall: 'checks have no network',
    file: 'adapters/sandbox-bwrap/bwrap-arguments.ts',
    from: '--unshare-all --unshare-user',
    to: '--unshare-user --unshare-pid --unshare-ipc --unshare-uts',
    attacker: 'talks to the machine from a check',
  },
]
