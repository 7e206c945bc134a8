import type { PageRule } from '../page-rule.ts'
import { callLeads } from './calls.ts'
import { clickThrows, coveredControl, deadButton, onePrimaryCall } from './clicks.ts'
import { deadForm, formThrows, formValidation } from './forms.ts'
import { documentRules } from './document.ts'
import { deadLink, deadLinkInSource, missingFile } from './links.ts'
import { sourceRules } from './source.ts'
import { consoleError, failedRequest, pageError, thirdParty, unaskedAttempt } from './traffic.ts'

export const interactionRules: readonly PageRule[] = [
  deadLink,
  deadLinkInSource,
  callLeads,
  missingFile,
  deadButton,
  clickThrows,
  coveredControl,
  onePrimaryCall,
  deadForm,
  formThrows,
  formValidation,
  failedRequest,
  thirdParty,
  consoleError,
  pageError,
  unaskedAttempt,
  ...documentRules,
  ...sourceRules,
]
