import type { Migration } from './migration.ts'

const score = `cast(acceptance_result ->> 'acceptance_score' as numeric)`
const rubric = (dimension: string) =>
  `${dimension}_score integer check (${dimension}_score between 1 and 10)`

/** What acceptance measured, and whole projects built again and again. */
export const acceptanceAndIterations: Migration = {
  version: 2,
  name: 'acceptance-and-iterations',
  shared: `
alter table work_orders add column {json acceptance_result};
create index work_orders_by_score on work_orders ((${score})) where acceptance_result is not null;
create index work_orders_to_review on work_orders (status, (${score})) where status = 'needs_review';

create table test_iterations (
  {uuid id} primary key,
  iteration_number integer not null check (iteration_number >= 1),
  project_name text not null,
  moose_version text,
  {time started_at} not null,
  {time completed_at},
  status text not null default 'running' check (status in ('running', 'completed', 'failed')),
  total_work_orders integer not null default 0 check (total_work_orders >= 0),
  work_orders_succeeded integer not null default 0 check (work_orders_succeeded >= 0),
  work_orders_failed integer not null default 0 check (work_orders_failed >= 0),
  total_execution_time_seconds integer check (total_execution_time_seconds >= 0),
  {decimal total_cost_usd 10,4} check (total_cost_usd >= 0),
  ${['architecture', 'readability', 'completeness', 'test_coverage', 'user_experience'].map(rubric).join(',\n  ')},
  {decimal overall_score 3,1} check (overall_score between 0 and 10),
  ${rubric('human_quality')},
  {flag builds_successfully},
  {flag tests_pass},
  lint_errors integer check (lint_errors >= 0),
  {flag moose_files_modified} not null default false,
  {flag isolation_verified} not null default false,
  {json scoring_details},
  {json analysis_summary},
  {json analysis_details},
  {json failures_by_class},
  what_worked text,
  what_failed text,
  improvements_made text,
  unique (project_name, iteration_number),
  check (not (moose_files_modified and isolation_verified))
);

create table iteration_work_order_logs (
  {uuid id} primary key,
  {uuid iteration_id} not null references test_iterations (id),
  {uuid work_order_id} not null references work_orders (id),
  execution_order integer not null check (execution_order >= 0),
  {time started_at},
  {time completed_at},
  duration_seconds double precision check (duration_seconds >= 0),
  status text not null,
  {texts files_modified} not null,
  lines_added integer not null default 0 check (lines_added >= 0),
  lines_deleted integer not null default 0 check (lines_deleted >= 0),
  pr_url text,
  {flag pr_merged} not null default false,
  proposer_used text,
  aider_model text,
  prompt_tokens integer not null default 0 check (prompt_tokens >= 0),
  completion_tokens integer not null default 0 check (completion_tokens >= 0),
  {decimal cost_usd 10,4} check (cost_usd >= 0),
  compilation_errors integer check (compilation_errors >= 0),
  {json test_results},
  {json acceptance_result},
  unique (iteration_id, work_order_id)
);

create table moose_improvements (
  {uuid id} primary key,
  {uuid from_iteration_id} references test_iterations (id),
  {uuid to_iteration_id} references test_iterations (id),
  improvement_type text not null check (improvement_type in ('bug_fix', 'feature_add',
    'prompt_tuning', 'architecture_change', 'config_change', 'contract_addition', 'dependency_fix',
    'code_change')),
  description text not null,
  {texts files_changed} not null,
  git_commit_hash text,
  expected_impact text,
  actual_impact text,
  {time proposed_at} not null,
  {time approved_at},
  approved_by text,
  {json proposal_details} not null default '{}',
  status text not null default 'pending_approval'
    check (status in ('pending_approval', 'approved', 'rejected', 'applied')),
  decision_reason text
);
create index moose_improvements_by_status on moose_improvements (status);
create unique index moose_improvements_one_pending
  on moose_improvements ((proposal_details ->> 'enhancement_id')) where status = 'pending_approval';

create view iteration_progress as
select id, iteration_number, project_name, moose_version, status, started_at, completed_at,
  score,
  lag(score) over history as previous_score,
  score - lag(score) over history as score_change,
  case when total_work_orders > 0
    then cast(work_orders_succeeded as double precision) / total_work_orders end as success_rate,
  builds_successfully, tests_pass, lint_errors, isolation_verified, total_cost_usd
from (
  select test_iterations.*, coalesce(human_quality_score, overall_score) as score
  from test_iterations
) as scored
window history as (partition by project_name order by iteration_number);

create view improvement_impact_report as
select improvement.id, improvement.improvement_type, improvement.description, improvement.status,
  improvement.proposed_at, improvement.git_commit_hash,
  source.iteration_number as from_iteration,
  target.iteration_number as to_iteration,
  coalesce(source.human_quality_score, source.overall_score) as score_before,
  coalesce(target.human_quality_score, target.overall_score) as score_after,
  coalesce(target.human_quality_score, target.overall_score)
    - coalesce(source.human_quality_score, source.overall_score) as score_delta,
  improvement.expected_impact, improvement.actual_impact
from moose_improvements as improvement
left join test_iterations as source on source.id = improvement.from_iteration_id
left join test_iterations as target on target.id = improvement.to_iteration_id;
`,
}
