import { workFolder, type SandboxJob, type SandboxLimits } from '../../ports/sandbox.ts'
import type { JobFolder } from './job-folder.ts'
import { nobody, type Bwrap } from './probe.ts'

type Wrapped = {
  readonly job: SandboxJob
  readonly folder: JobFolder
  readonly limits: SandboxLimits
  readonly bwrap: Bwrap
}

const nodeAt = '/opt/node'

const words = (line: string): readonly string[] => line.split(' ')

/** Where bubblewrap writes what became of the job; see run-limited.ts. */
export const statusDescriptor = 3

/** The whole command line for bubblewrap: what the job sees, may do, and how it is started. */
export function bwrapArguments({ job, folder, limits, bwrap }: Wrapped): readonly string[] {
  const megabyte = 1024 * 1024
  const space = `${Math.max(64, limits.fileMb * 2) * megabyte + folder.bytes * 2}`
  const environment = {
    ...scrubbedEnvironment('/tmp'),
    PATH: [...(job.path ?? []), ...(bwrap.nodeFolder === null ? [] : [nodeAt]), systemPath].join(
      ':',
    ),
    ...job.env,
  }
  return [
    ...words(`--unshare-all --unshare-user --die-with-parent --new-session`),
    ...words(`--uid ${nobody} --gid ${nobody} --hostname sandbox --cap-drop ALL`),
    ...(bwrap.bounds.namespaces ? ['--disable-userns'] : []),
    ...words(`--json-status-fd ${statusDescriptor}`),
    ...readOnlySystem.flatMap((path) => ['--ro-bind-try', path, path]),
    '--ro-bind',
    folder.passwd,
    '/etc/passwd',
    '--ro-bind',
    folder.hosts,
    '/etc/hosts',
    '--ro-bind',
    folder.files,
    '/input',
    ...(bwrap.nodeFolder === null ? [] : ['--ro-bind', bwrap.nodeFolder, nodeAt]),
    ...(job.show ?? []).flatMap(({ from, at }) => ['--ro-bind', from, at]),
    ...words('--proc /proc --dev /dev'),
    ...['/tmp', ...(job.folder === undefined ? [workFolder] : []), '/dev/shm'].flatMap((at) => [
      ...(bwrap.bounds.fileSystems ? ['--size', space] : []),
      '--tmpfs',
      at,
    ]),
    ...(job.folder === undefined ? [] : ['--bind', job.folder, workFolder]),
    // the tree bubblewrap builds is a memory file system too: nothing may be piled up in it
    ...words('--remount-ro /dev --remount-ro / --clearenv'),
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...words(`--chdir ${workFolder} --`),
    // threads count as processes for the kernel; the watch counts processes exactly
    ...words(`prlimit --nproc=${limits.processes * 4} --fsize=${limits.fileMb * megabyte}`),
    ...words('--nofile=1024 --core=0 -- sh -c'),
    'cp -R /input/. . || kill -9 $$; exec "$@"',
    'sh',
    ...job.argv,
  ]
}

const systemPath = '/usr/local/bin:/usr/bin:/bin'

/** The only variables a job sees beside its own. */
export const scrubbedEnvironment = (home: string): Readonly<Record<string, string>> => ({
  PATH: systemPath,
  HOME: home,
  LANG: 'C.UTF-8',
})

const readOnlySystem = words(
  '/usr /bin /sbin /lib /lib32 /lib64 /libx32 ' +
    '/etc/alternatives /etc/ld.so.cache /etc/ld.so.conf /etc/localtime',
)
