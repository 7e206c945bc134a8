import type { Migration } from './migration.ts'

const band = `complexity_band text not null`

/** Orders, and the six tables that proposers are learned about from. */
export const proposerLearning: Migration = {
  version: 1,
  name: 'proposer-learning',
  shared: `
create table work_orders (
  {uuid id} primary key,
  {time created_at} not null,
  {time updated_at} not null,
  title text not null,
  description text not null,
  status text not null default 'pending' check (status in ('pending', 'in_progress', 'needs_review',
    'needs_rework', 'completed', 'failed', 'escalated', 'cancelled')),
  risk_level text not null default 'low' check (risk_level in ('low', 'medium', 'high')),
  project_name text,
  proposer_id text,
  {decimal estimated_cost 10,4} check (estimated_cost >= 0),
  {decimal actual_cost 10,4} check (actual_cost >= 0),
  {decimal pattern_confidence 4,3} check (pattern_confidence between 0 and 1),
  {json metadata} not null default '{}',
  {json acceptance_criteria} not null default '[]',
  {json files_in_scope} not null default '[]',
  context_budget_estimate integer not null default 2000 check (context_budget_estimate >= 0),
  {decimal complexity_score 6,3} check (complexity_score >= 0),
  retry_count integer not null default 0 check (retry_count >= 0),
  github_pr_number integer,
  github_pr_url text,
  github_branch text
);
create index work_orders_by_status on work_orders (status);

create table proposer_failures (
  {uuid id} primary key,
  {time created_at} not null,
  {uuid work_order_id} not null references work_orders (id),
  proposer_name text not null,
  {decimal complexity_score 4,3} not null check (complexity_score between 0 and 1),
  ${band},
  initial_errors integer not null default 0 check (initial_errors >= 0),
  final_errors integer not null default 0 check (final_errors >= 0),
  raw_errors integer check (raw_errors >= 0),
  refinement_count integer not null default 0 check (refinement_count >= 0),
  {flag refinement_success} not null default false,
  {texts error_codes} not null,
  {json error_samples} not null default '[]',
  {texts sanitizer_changes} not null,
  sanitizer_functions_triggered integer not null default 0 check (sanitizer_functions_triggered >= 0),
  {flag is_success} not null default false,
  failure_category text check (failure_category in ('contract_violation', 'syntax_error',
    'import_error', 'type_error', 'compile_error', 'unknown_failure'))
);
create index proposer_failures_by_proposer on proposer_failures (proposer_name);
create index proposer_failures_by_band on proposer_failures (complexity_band);
create index proposer_failures_by_time on proposer_failures (created_at);
create index proposer_failures_failed on proposer_failures (final_errors) where final_errors > 0;

create table prompt_enhancements (
  {uuid id} primary key,
  {time created_at} not null,
  {time updated_at} not null,
  error_code text not null,
  error_pattern text,
  enhancement_text text not null,
  enhancement_version integer not null default 1 check (enhancement_version >= 1),
  {flag is_active} not null default true,
  applications_count integer not null default 0 check (applications_count >= 0),
  success_count integer not null default 0 check (success_count >= 0),
  failure_count integer not null default 0 check (failure_count >= 0),
  {decimal reduction_rate 4,3} check (reduction_rate is null or reduction_rate between 0 and 1),
  {decimal raw_reduction_rate 10,4} check (raw_reduction_rate <= 1),
  {uuid parent_enhancement_id} references prompt_enhancements (id),
  improvement_reason text,
  {time last_effectiveness_check},
  {texts target_proposer_names},
  {decimal target_complexity_min 4,3} check (target_complexity_min between 0 and 1),
  {decimal target_complexity_max 4,3} check (target_complexity_max between 0 and 1),
  {texts target_output_types},
  stage text not null default 'proposed',
  stage_reason text,
  {time stage_since},
  token_count integer not null default 0 check (token_count >= 0),
  origin text not null default 'catalogue'
);
create index prompt_enhancements_by_code on prompt_enhancements (error_code);
create index prompt_enhancements_in_use on prompt_enhancements (error_code) where is_active;

insert into prompt_enhancements (id, created_at, updated_at, error_code, error_pattern,
  enhancement_text, stage, token_count) values
  ('6c9a1a52-0c0e-8b1e-9a57-144300000001', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z',
   'TS1443', 'quoted module name',
   'Use only the plain ASCII quotes '' and " in code. Curly quotes from a word processor do not compile.',
   'candidate', 25),
  ('6c9a1a52-0c0e-8b1e-9a57-230400000001', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z',
   'TS2304', 'Cannot find name',
   'Import or declare every name before you use it, types included. Look where the project exports it from.',
   'candidate', 26);

create table proposer_success_metrics (
  {uuid id} primary key,
  proposer_name text not null,
  ${band},
  {time window_start} not null,
  {time window_end} not null,
  total_attempts integer not null default 0 check (total_attempts >= 0),
  successful_attempts integer not null default 0 check (successful_attempts >= 0),
  failed_attempts integer not null default 0 check (failed_attempts >= 0),
  {decimal success_rate 4,3} check (success_rate between 0 and 1),
  {decimal avg_initial_errors 10,4} check (avg_initial_errors >= 0),
  {decimal avg_final_errors 10,4} check (avg_final_errors >= 0),
  {decimal avg_improvement_rate 10,4} check (avg_improvement_rate <= 1),
  {decimal avg_refinement_cycles 10,4} check (avg_refinement_cycles >= 0),
  {decimal zero_refinement_success_rate 4,3} check (zero_refinement_success_rate between 0 and 1),
  {json top_error_codes} not null default '[]',
  unique (proposer_name, complexity_band, window_start)
);

create table proposer_attempts (
  {serial sequence_num},
  {uuid id} not null unique,
  {time created_at} not null,
  proposer_name text not null,
  ${band},
  {uuid work_order_id} not null references work_orders (id),
  {flag was_success} not null,
  final_errors integer not null default 0 check (final_errors >= 0),
  refinement_count integer not null default 0 check (refinement_count >= 0)
);
create index proposer_attempts_window
  on proposer_attempts (proposer_name, complexity_band, created_at, id);

create table prompt_versions (
  {uuid id} primary key,
  {time created_at} not null,
  prompt_type text not null,
  version_number integer not null check (version_number >= 1),
  version_tag text,
  prompt_template text not null,
  {json template_variables} not null default '{}',
  {flag is_active} not null default false,
  {time activated_at},
  {time deactivated_at},
  author text not null default 'system',
  change_notes text,
  {uuid parent_version_id} references prompt_versions (id),
  usage_count integer not null default 0 check (usage_count >= 0),
  {decimal avg_success_rate 4,3} check (avg_success_rate between 0 and 1),
  unique (prompt_type, version_number)
);
create unique index prompt_versions_one_in_use on prompt_versions (prompt_type) where is_active;

create table threshold_experiments (
  {uuid id} primary key,
  proposer_name text not null,
  {decimal current_threshold 4,3} not null check (current_threshold between 0 and 1),
  {decimal experimental_threshold 4,3} not null check (experimental_threshold between 0 and 1),
  ${band},
  status text not null default 'running' check (status in ('running', 'promoted', 'rejected', 'paused')),
  {time started_at} not null,
  {time completed_at},
  attempts_count integer not null default 0 check (attempts_count >= 0),
  success_count integer not null default 0 check (success_count >= 0),
  failure_count integer not null default 0 check (failure_count >= 0),
  {decimal success_rate 4,3} check (success_rate between 0 and 1),
  {decimal target_success_rate 4,3} not null default 0.70 check (target_success_rate between 0 and 1),
  min_attempts integer not null default 30 check (min_attempts >= 0),
  experiment_notes text,
  promotion_reason text,
  {time archived_at},
  check (experimental_threshold > current_threshold)
);
create index threshold_experiments_by_status on threshold_experiments (status);
`,
  sqlite: `
create trigger prompt_enhancements_touched after update on prompt_enhancements
for each row when new.updated_at = old.updated_at
begin
  update prompt_enhancements set updated_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') where id = new.id;
end;
`,
  postgres: `
create index proposer_failures_codes on proposer_failures using gin (error_codes);
create function prompt_enhancements_touch() returns trigger language plpgsql as $body$
begin
  if new.updated_at = old.updated_at then new.updated_at = now(); end if;
  return new;
end
$body$;
create trigger prompt_enhancements_touched before update on prompt_enhancements
  for each row execute function prompt_enhancements_touch();
`,
}
