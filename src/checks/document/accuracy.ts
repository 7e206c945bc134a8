import type { Finding } from '../../model/finding.ts'
import { notApplicable, outcomeOf, undecided } from '../outcome.ts'
import { named } from './claim.ts'
import { claimsOfCode } from './claims-code.ts'
import { claimsOfCommands } from './claims-commands.ts'
import { claimsOfLinks } from './claims-links.ts'
import { claimsOfStatements } from './claims-statements.ts'
import { documentCheck, findingAt } from './document-check.ts'
import { gatherFacts } from './facts.ts'

/** Holds what the document says against the project's own files. */
export const accuracy = documentCheck(
  { id: 'document/accuracy', title: 'Statements match the project', readsProject: true },
  async (document, { project }) => {
    const facts = await gatherFacts(project)
    const claims = [
      ...claimsOfCommands(document, facts),
      ...named('name', claimsOfCode(document, facts)),
      ...claimsOfStatements(document, facts),
      ...named('link', claimsOfLinks(document, facts)),
    ]
    const findingsOf = (doubtful: boolean) =>
      claims.flatMap((claim): readonly Finding[] =>
        claim.problem === null || (claim.doubtful ?? false) !== doubtful
          ? []
          : [
              {
                ...(claim.rule === undefined ? {} : { rule: claim.rule }),
                ...findingAt(document, claim.at, claim.problem),
              },
            ],
      )
    const findings = findingsOf(false)
    const doubts = findingsOf(true)
    if (findings.length === 0 && doubts.length > 0)
      return {
        ...undecided(`line ${doubts[0]!.place.line}: ${doubts[0]!.message}`),
        findings: [...doubts],
      }
    if (claims.length === 0)
      return notApplicable(
        facts.files.length === 0
          ? 'the project has no files to hold the document against'
          : 'the document makes no statement that the project’s files can confirm or deny',
      )
    return outcomeOf(
      inReadingOrder(findings),
      `${claims.length} statements were held against the project and agree`,
    )
  },
)

const inReadingOrder = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((a, b) => (a.place.line ?? 0) - (b.place.line ?? 0))
