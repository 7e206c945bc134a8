import type { PageRule } from '../page-rule.ts'
import { callLeads } from './calls.ts'
import { clickThrows, coveredControl, deadButton, deafToKeys, onePrimaryCall } from './clicks.ts'
import { fieldRules } from './fields.ts'
import { deadForm, formThrows, formValidation, formWithoutSubmit } from './forms.ts'
import { documentRules } from './document.ts'
import { deadLink, deadLinkInSource, linkAsButton, missingFile } from './links.ts'
import { sourceRules } from './source.ts'
import {
  brokenImage,
  consoleError,
  failedRequest,
  pageError,
  thirdParty,
  unaskedAttempt,
} from './traffic.ts'

export const interactionRules: readonly PageRule[] = [
  deadLink,
  deadLinkInSource,
  callLeads,
  missingFile,
  linkAsButton,
  deadButton,
  clickThrows,
  deafToKeys,
  coveredControl,
  onePrimaryCall,
  deadForm,
  formThrows,
  formValidation,
  formWithoutSubmit,
  failedRequest,
  brokenImage,
  thirdParty,
  consoleError,
  pageError,
  unaskedAttempt,
  ...fieldRules,
  ...documentRules,
  ...sourceRules,
]
