import type { Migration } from './migration.ts'

/** Which lesson met which order, and when a lesson was in use. */
export const applications: Migration = {
  version: 3,
  name: 'applications',
  shared: `
create table enhancement_applications (
  {uuid enhancement_id} not null references prompt_enhancements (id),
  enhancement_version integer not null check (enhancement_version >= 1),
  {uuid work_order_id} not null references work_orders (id),
  {time applied_at} not null,
  probability double precision not null check (probability between 0 and 1),
  {flag is_on} not null,
  {flag eligible} not null default true,
  {flag shortlisted} not null,
  complexity_band text not null,
  proposer_name text not null,
  output_type text not null,
  {flag target_failed},
  {flag guardrail_failed},
  outcome text generated always as (case when target_failed is null then 'unknown'
    when target_failed then 'failure' else 'success' end) stored,
  model text not null,
  prompt_hash text not null,
  tool_version text not null default '',
  iteration integer not null default 0 check (iteration >= 0),
  primary key (enhancement_id, enhancement_version, work_order_id),
  check (not is_on or shortlisted)
) {clustered};
create index enhancement_applications_by_order on enhancement_applications (work_order_id);

create table enhancement_activations (
  {uuid enhancement_id} not null references prompt_enhancements (id),
  {time active_from} not null,
  {time active_until},
  primary key (enhancement_id, active_from)
);
create unique index enhancement_activations_one_open
  on enhancement_activations (enhancement_id) where active_until is null;
insert into enhancement_activations (enhancement_id, active_from)
  select id, created_at from prompt_enhancements where is_active;
`,
}
