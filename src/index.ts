/** The public API. The only barrel. */
export { openLoopwright, type Loopwright, type LoopwrightOptions } from './app/library.ts'
export type { CheckFinding, CheckRequest, CheckResult } from './check/check.ts'
export {
  defineWorkflow,
  type AnyRun,
  type Rested,
  type Workflow,
} from './engine/define-workflow.ts'
export type { Runs, Workflows } from './engine/runs.ts'
export type { OpenRun, RunShow, Watch, WorkflowDefinition } from './engine/workflow.ts'
export { defineCommand, type WorkflowCommand } from './engine/workflow-command.ts'
export { keptPlace, keptRuns } from './engine/kept-runs.ts'
export { openAgents } from './engine/open-agents.ts'
export { startRun } from './engine/command-run.ts'
export { refuse, type Due, type Ending, type Machine, type Refusal } from './loop/machine.ts'
export { AgentAnswer, AgentRequest, type AgentFailure } from './model/agent.ts'
export type { Choice } from './model/choice.ts'
export { Config } from './model/config.ts'
export { Entry, type Fact } from './model/entry.ts'
export { Gate, GateAnswer } from './model/gate.ts'
export { exitCodes, type ExitCode, type Problem } from './model/problem.ts'
export { err, ok, type AsyncResult, type Result } from './model/result.ts'
export type { RunView } from './model/run-view.ts'
export type { Agent } from './ports/agent.ts'
export type { Workspace } from './ports/workspace.ts'
