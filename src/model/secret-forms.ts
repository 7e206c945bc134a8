/**
 * The one table of secrets by their form, for all that finds, reports or masks them. Every repetition is
 * bounded, so a long line cannot make it slow.
 */
export const tokenPatterns: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: 'AWS access key id', pattern: /\b(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA)[A-Z0-9]{16}\b/g },
  {
    name: 'GitHub token',
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{40,255})\b/g,
  },
  { name: 'GitLab token', pattern: /\b(?:glpat|gldt|glrt|glcbt|glptt|glft)-[A-Za-z0-9_-]{20,60}/g },
  { name: 'Slack token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,250}/g },
  { name: 'Slack app token', pattern: /\bxapp-\d-[A-Z0-9]{8,20}-\d{8,20}-[a-f0-9]{32,80}\b/g },
  {
    name: 'Slack webhook',
    pattern: /https:\/\/hooks\.slack\.com\/(?:services|workflows)\/[A-Za-z0-9+/]{30,120}/g,
  },
  {
    name: 'Discord webhook',
    pattern:
      /https:\/\/(?:ptb\.|canary\.)?discord(?:app)?\.com\/api\/webhooks\/\d{15,20}\/[\w-]{50,100}/g,
  },
  { name: 'Stripe key', pattern: /\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,250}\b/g },
  { name: 'Stripe webhook secret', pattern: /\bwhsec_[A-Za-z0-9+/]{24,100}/g },
  { name: 'Google API key', pattern: /\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g },
  {
    name: 'Google OAuth token',
    pattern: /\b(?:ya29\.[A-Za-z0-9_-]{20,400}|GOCSPX-[A-Za-z0-9_-]{20,60})/g,
  },
  { name: 'Anthropic key', pattern: /\bsk-ant-[A-Za-z0-9_-]{20,200}/g },
  {
    name: 'OpenAI key',
    pattern: /\bsk-(?:(?:proj|svcacct|admin)-)?(?!ant-)[A-Za-z0-9_-]{20,250}/g,
  },
  { name: 'Hugging Face token', pattern: /\bhf_[A-Za-z0-9]{30,60}\b/g },
  { name: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { name: 'PyPI token', pattern: /\bpypi-[A-Za-z0-9_-]{50,300}/g },
  { name: 'SendGrid key', pattern: /\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}/g },
  { name: 'Mailgun key', pattern: /\bkey-[a-f0-9]{32}\b/g },
  { name: 'Mailchimp key', pattern: /\b[a-f0-9]{32}-us\d{1,2}\b/g },
  { name: 'Twilio key', pattern: /\b(?:SK|AC)[a-f0-9]{32}\b/g },
  { name: 'DigitalOcean token', pattern: /\bdo[opr]_v1_[a-f0-9]{64}\b/g },
  { name: 'Shopify token', pattern: /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b/g },
  {
    name: 'Square token',
    pattern: /\b(?:EAAA[A-Za-z0-9_-]{60}|sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,50})/g,
  },
  { name: 'Telegram bot token', pattern: /\b\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/g },
  { name: 'Databricks token', pattern: /\bdapi[a-f0-9]{32}\b/g },
  { name: 'Vault token', pattern: /\bhv[sbr]\.[A-Za-z0-9_-]{24,200}/g },
  { name: 'Terraform token', pattern: /\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,70}/g },
  { name: 'Linear key', pattern: /\blin_(?:api|oauth)_[A-Za-z0-9]{32,64}\b/g },
  { name: 'Postman key', pattern: /\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}\b/g },
  { name: 'New Relic key', pattern: /\bNRAK-[A-Z0-9]{27}\b/g },
  { name: 'Grafana token', pattern: /\bgls[ap]_[A-Za-z0-9]{32}_[a-f0-9]{8}\b/g },
  { name: 'Sentry token', pattern: /\bsntr[yu]s_[A-Za-z0-9+/=_-]{40,300}/g },
  { name: 'Azure storage key', pattern: /\bAccountKey=[A-Za-z0-9+/]{60,100}={0,2}/g },
  { name: 'age secret key', pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{58}\b/g },
  {
    name: 'JSON Web Token',
    pattern: /\beyJ[A-Za-z0-9_-]{10,1000}\.eyJ[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,1000}/g,
  },
  {
    name: 'private key',
    pattern: /-----BEGIN (?:(?:RSA|EC|DSA|OPENSSH|ENCRYPTED|PGP) )?PRIVATE KEY(?: BLOCK)?-----/g,
  },
]

/** An address with a password in it: the password is the second group. */
export const addressWithPassword =
  /\b([a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'<>]{0,80}:)([^\s/@"']{1,200})@[^\s/"']/gi

/** Beginnings that tokens have in public; what follows one of them may be a secret even where its form is not whole. */
export const secretPrefix =
  'AKIA|ASIA|gh[oprsu]_|github_pat_|glpat-|xox[abeoprs]-|sk_live_|sk_test_|rk_live_|AIza|sk-ant-|sk-|npm_|hf_|SG\\.'
