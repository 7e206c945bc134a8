const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Known to everyone, or names rather than shortenings. */
export const householdAcronyms = set(
  'OK FAQ PDF USB PC TV ID URL MIT ISC BSD GPL LGPL AGPL MPL UTF ISO README USA UK EU AM PM UTC GMT CEO IT HTML NPM AND OR NOT THE ALL NEW NO YES GET POST PUT PATCH HEAD DELETE ASCII TODO NB PS VS NOTE TIP WARNING IMPORTANT CAUTION INFO DANGER MUST SHOULD MAY AS IS IN TO IF DO ON BASIS WITH ANY KIND DIR TL DR LICENSE DOC DOCS PNG JPG GIF SVG MP3',
)

/** What working developers know without being told. */
export const knownToDevelopers = set(
  'API APIS CLI GUI UI UX JSON YAML TOML XML CSV TSV HTTP HTTPS HTML CSS SQL REST RPC TLS SSL SSH SSO JWT SDK IDE CI CD OS CPU GPU RAM IO IP TCP UDP DNS CDN VM AWS GCP S3 EC2 ORM CRUD DOM ES ESM CJS AST JS TS JSX TSX NPX UUID GUID SHA MD5 AES RSA HMAC CORS CSRF XSS CSP JIT GC REPL STDIN STDOUT INI ENV TTY PR QA RFC SPA SSR SSG MVP MVC PWA NPM LTS EOL IAM ACL RBAC VPN LAN WAN NAT FTP SFTP SMTP IMAP UTF8 BOM KB MB GB TB MS HZ IPV4 IPV6 WAL ADR DDD TDD BDD OOP LLM AI ML NLP OCR GRPC MCP SaaS SAAS KV DB DBMS RDS VPC K8S TTL LRU FIFO LIFO SLA SLO P95 P99 RPS QPS ETL DAG CVE OWASP PID UID GID EOF CRLF LF CR DST MIME WASM SIMD POSIX BASH PATH HOME NULL TRUE FALSE GNU IEEE WCAG ARIA OAS SARIF SPDX URI URIS VLQ MDX GFM ECMA WHATWG IANA BNF EBNF ATX AJV W3C IETF AAAA TC39 DX OSS PHP BSON CST ARM ARM64 X86 X64 GLIBC MUSL LSP LCOV XHR SSE WS WSS EC2 ECS EKS GKE SNS SQS SES KMS NPX PNPM FFI ABI ISR CMS CRM ERP PII GDPR SRE VCS SCM IPC GIL OTP MFA SSD HDD NFS TPS SMS UUIDS PRS URLS IDS TLD SLSA SBOM OCI CNCF',
)

/** Standard meanings, used to spell an acronym out. */
export const expansions: Readonly<Record<string, string>> = {
  API: 'application programming interface',
  CLI: 'command-line interface',
  JSON: 'JavaScript Object Notation',
  YAML: 'YAML Ain’t Markup Language, a text format for settings',
  HTTP: 'Hypertext Transfer Protocol',
  HTTPS: 'secure Hypertext Transfer Protocol',
  CSS: 'Cascading Style Sheets',
  SQL: 'Structured Query Language',
  CSV: 'comma-separated values',
  XML: 'Extensible Markup Language',
  SSH: 'Secure Shell',
  TLS: 'Transport Layer Security',
  CI: 'continuous integration',
  SDK: 'software development kit',
  IDE: 'integrated development environment',
  UI: 'user interface',
  GUI: 'graphical user interface',
  OS: 'operating system',
  REST: 'representational state transfer',
  JWT: 'JSON Web Token',
  UUID: 'universally unique identifier',
  DNS: 'Domain Name System',
  DOM: 'Document Object Model',
  ESM: 'ECMAScript modules',
  ORM: 'object-relational mapper',
}
