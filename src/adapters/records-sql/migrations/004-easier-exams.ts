import type { Migration } from './migration.ts'

/** What made the exam easier has scores before and after, and no difference that could be read as a gain. */
export const easierExams: Migration = {
  version: 4,
  name: 'easier-exams',
  shared: `
drop view improvement_impact_report;
create view improvement_impact_report as
select id, improvement_type, description, status, proposed_at, git_commit_hash, from_iteration,
  to_iteration, score_before, score_after,
  case when easier = '[]' then score_after - score_before end as score_delta,
  expected_impact, actual_impact
from (
  select improvement.*,
    coalesce(improvement.proposal_details ->> 'easier', '[]') as easier,
    source.iteration_number as from_iteration,
    target.iteration_number as to_iteration,
    coalesce(source.human_quality_score, source.overall_score) as score_before,
    coalesce(target.human_quality_score, target.overall_score) as score_after
  from moose_improvements as improvement
  left join test_iterations as source on source.id = improvement.from_iteration_id
  left join test_iterations as target on target.id = improvement.to_iteration_id
) as measured;
`,
}
