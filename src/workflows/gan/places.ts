import { join } from 'node:path'
import type { OpenRun } from '../../engine/workflow.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { ganFiles, type GanFiles } from './files.ts'
import type { GanLive, GanState } from './state.ts'

export type GanRun = OpenRun<GanState>

/** `<project>-<number>`: the number counts the runs of a project. */
export const projectOf = (runId: string): string => runId.replace(/-\d+$/, '')
export const numberOf = (runId: string): number => Number(/-(\d+)$/.exec(runId)?.[1] ?? 0)

export const filesOf = ({ root }: Pick<Workspace, 'root'>, { setup, runId }: GanLive): GanFiles =>
  ganFiles(join(root, setup.artifactDir), runId)
