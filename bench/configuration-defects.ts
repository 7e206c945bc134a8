import { checks } from '../src/checks/configuration/catalog.ts'
import { bases } from './configuration-defects-bases.ts'
import type { Bench, Benign, Defect } from './document-defects-report.ts'
import { lineOf, measure, print, replaceOne } from './document-defects-report.ts'

const at = (rule: string) => `configuration/${rule}`
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'
const chance = (length: number, random: () => number, alphabet = letters): string =>
  Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')

/** Only for the bases of these names. */
const on =
  (names: string, plant: Defect['plant']): Defect['plant'] =>
  (base, random) =>
    names.split(' ').includes(base.name) ? plant(base, random) : null

/** Adds a line after a line that matches. */
const after =
  (pattern: RegExp, line: (random: () => number) => string): Defect['plant'] =>
  ({ artifact }, random) => {
    const match = pattern.exec(artifact)
    if (!match) return null
    const end = artifact.indexOf('\n', match.index) + 1
    return {
      artifact: `${artifact.slice(0, end)}${line(random)}\n${artifact.slice(end)}`,
      line: lineOf(artifact, end),
    }
  }

/** A setting with a secret, in each flat format. */
const secret =
  (key: string, value: (random: () => number) => string): Defect['plant'] =>
  (base, random) => {
    const made = value(random)
    if (base.name === 'env')
      return (
        after(/^DEBUG=/m, () => `# note on the key below\n${key}=${made}`)(base, random) &&
        shift(after(/^DEBUG=/m, () => `# note on the key below\n${key}=${made}`)(base, random))
      )
    if (base.name === 'yaml')
      return after(/^ {2}ssl: true/m, () => `  ${key.toLowerCase()}: ${made}`)(base, random)
    if (base.name === 'toml')
      return after(/^directory/m, () => `${key.toLowerCase()} = "${made}"`)(base, random)
    return null
  }
const shift = (planted: ReturnType<Defect['plant']>) =>
  planted?.line ? { ...planted, line: planted.line + 1 } : planted

const removeNote =
  (pattern: RegExp): Defect['plant'] =>
  ({ artifact }, random) => {
    const matches = [
      ...artifact.matchAll(
        new RegExp(`^[ \\t]*[#;][^\\n]*\\n(?=[ \\t]*(?:${pattern.source}))`, 'gm'),
      ),
    ]
    const match = matches[Math.floor(random() * matches.length)]
    return match
      ? {
          artifact: artifact.slice(0, match.index) + artifact.slice(match.index + match[0].length),
          line: lineOf(artifact, match.index),
        }
      : null
  }

const defects: readonly Defect[] = [
  {
    name: 'tab in YAML',
    rule: at('syntax'),
    plant: on('yaml compose', replaceOne(/^ {2}(?=host:|image:)/m, '\t')),
  },
  {
    name: 'bad YAML indentation',
    rule: at('syntax'),
    plant: on(
      'yaml compose kubernetes',
      replaceOne(/^ {2}(?=port: 8080|ports:$|replicas)/m, '   '),
    ),
  },
  {
    name: 'duplicate YAML key',
    rule: at('syntax'),
    plant: on(
      'yaml',
      after(/^ {2}port: 8080/m, () => '  host: 10.0.0.5'),
    ),
  },
  {
    name: 'duplicate variable',
    rule: at('syntax'),
    plant: on(
      'env',
      after(/^HOST=/m, () => 'PORT=4000'),
    ),
  },
  {
    name: 'trailing comma',
    rule: at('syntax'),
    plant: replaceOne(/"maxItems": 100 \}/, '"maxItems": 100, }'),
  },
  {
    name: 'missing comma',
    rule: at('syntax'),
    plant: replaceOne(/"port": 8080,/, '"port": 8080', 1),
  },
  {
    name: 'single quotes in JSON',
    rule: at('syntax'),
    plant: replaceOne(/"127\.0\.0\.1"(?=,\n)/, "'127.0.0.1'"),
  },
  {
    name: 'duplicate JSON key',
    rule: at('syntax'),
    plant: replaceOne(/ {2}"retries": 3,\n/, '  "retries": 3,\n  "retries": 5,\n', 1),
  },
  {
    name: 'comment in JSON',
    rule: at('syntax'),
    plant: replaceOne(/"port": 8080,/, '"port": 8080, // main port'),
  },
  {
    name: 'unclosed quote',
    rule: at('syntax'),
    plant: on(
      'toml json',
      replaceOne(/"jobs"|"\.\/data"/, (match) => match[0].slice(0, -1)),
    ),
  },
  {
    name: 'unclosed quote in .env',
    rule: at('syntax'),
    plant: on('env', replaceOne(/LOG_LEVEL=info/, 'LOG_LEVEL="info')),
  },
  {
    name: 'no equals sign',
    rule: at('syntax'),
    plant: on(
      'env',
      replaceOne(/^(PORT|HOST|LOG_LEVEL)=/m, (match) => `${match[1]} `),
    ),
  },
  {
    name: 'spaces around equals',
    rule: at('syntax'),
    plant: on(
      'env',
      replaceOne(/^(PORT|HOST|LOG_LEVEL)=/m, (match) => `${match[1]} = `),
    ),
  },
  {
    name: 'bad variable name',
    rule: at('syntax'),
    plant: on('env', replaceOne(/^LOG_LEVEL=/m, 'LOG-LEVEL=')),
  },
  {
    name: 'colon instead of equals',
    rule: at('syntax'),
    plant: on('env', replaceOne(/^HOST=/m, 'HOST: ')),
  },
  {
    name: 'unquoted TOML string',
    rule: at('syntax'),
    plant: on('toml', replaceOne(/"jobs"/, 'jobs')),
  },
  {
    name: 'duplicate TOML key',
    rule: at('syntax'),
    plant: on(
      'toml',
      after(/^name = /m, () => 'name = "mail"'),
    ),
  },
  {
    name: 'unclosed section header',
    rule: at('syntax'),
    plant: on(
      'toml ini',
      replaceOne(/^\[(queue|metrics|server|smtp)\]$/m, (match) => `[${match[1]}`),
    ),
  },
  {
    name: 'port out of range',
    rule: at('syntax'),
    plant: on(
      'yaml toml env',
      replaceOne(/(?:(?<=port: )8080|(?<=port = )9100|(?<=^PORT=)3000)/m, '99999'),
    ),
  },
  {
    name: 'nginx without semicolon',
    rule: at('syntax'),
    plant: on(
      'nginx',
      replaceOne(
        /(server_tokens off|root \/var\/www\/shop|proxy_read_timeout 60s);/,
        (match) => match[1]!,
      ),
    ),
  },
  {
    name: 'nginx unbalanced',
    rule: at('syntax'),
    plant: on('nginx', ({ artifact }) => ({ artifact: artifact.replace(/\}\n$/, ''), line: 1 })),
  },
  {
    name: 'unknown instruction',
    rule: at('syntax'),
    plant: on('dockerfile', replaceOne(/^WORKDIR(?= \/app\n# PORT)/m, 'WORKDIRR')),
  },
  {
    name: 'text where a number belongs',
    rule: at('syntax'),
    plant: on('kubernetes', replaceOne(/replicas: 2/, 'replicas: two')),
  },
  {
    name: 'unknown compose key',
    rule: at('syntax'),
    plant: on('compose', replaceOne(/depends_on:/, 'depend_on:')),
  },
  {
    name: 'missing space after colon',
    rule: at('syntax'),
    plant: on('yaml', replaceOne(/level: info/, 'level:info')),
  },

  {
    name: 'asked key missing',
    rule: at('required'),
    plant: on('env', ({ artifact }, random) => {
      const key = ['PORT', 'LOG_LEVEL', 'JWT_SECRET', 'DEBUG'][Math.floor(random() * 4)]!
      return { artifact: artifact.replace(new RegExp(`^${key}=.*\\n`, 'm'), ''), line: null }
    }),
  },
  {
    name: 'asked nested key missing',
    rule: at('required'),
    plant: on('yaml', ({ artifact }) => ({
      artifact: artifact.replace(
        /^ {2}# how long an entry stays valid, in seconds\n {2}ttl: 600\n/m,
        '',
      ),
      line: null,
    })),
  },
  {
    name: 'asked JSON key missing',
    rule: at('required'),
    plant: on('json', ({ artifact }) => ({
      artifact: artifact.replace(/ {2}"retries": 3,\n/, ''),
      line: null,
    })),
  },
  {
    name: 'asked key without value',
    rule: at('required'),
    plant: on('env', replaceOne(/# Port the HTTP[^\n]*\nPORT=3000/, 'PORT=')),
  },
  {
    name: 'service without image',
    rule: at('required'),
    plant: on('compose', ({ artifact }) => ({
      artifact: artifact.replace(/ {4}image: postgres:17\.2\n/, ''),
      line: null,
    })),
  },
  {
    name: 'job without runs-on',
    rule: at('required'),
    plant: on('actions', ({ artifact }) => ({
      artifact: artifact.replace(/ {4}runs-on: [^\n]+\n/, ''),
      line: null,
    })),
  },
  {
    name: 'manifest without kind',
    rule: at('required'),
    plant: on('kubernetes', ({ artifact }) => ({
      artifact: artifact.replace(/kind: Service\n/, ''),
      line: null,
    })),
  },
  {
    name: 'container without image',
    rule: at('required'),
    plant: on('kubernetes', ({ artifact }) => ({
      artifact: artifact.replace(/ {10}image: [^\n]+\n/, ''),
      line: null,
    })),
  },
  {
    name: 'workflow without trigger',
    rule: at('required'),
    plant: on('actions', ({ artifact }) => ({
      artifact: artifact.replace(/on:\n[\s\S]*?(?=permissions)/, ''),
      line: null,
    })),
  },

  {
    name: 'variable without note',
    rule: at('env-vars'),
    plant: on('env', removeNote(/PORT|HOST|LOG_LEVEL|DEBUG/)),
  },
  {
    name: 'reference without note',
    rule: at('env-vars'),
    plant: on('yaml compose', removeNote(/url: \$|DATABASE_PASSWORD: \$/)),
  },
  {
    name: 'new reference without note',
    rule: at('env-vars'),
    plant: on(
      'yaml compose',
      replaceOne(/(?:(?<=path: )\.\/cache|(?<=LOG_LEVEL: )info)/, '${SOME_VALUE:-x}'),
    ),
  },
  {
    name: 'variable missing from the table',
    rule: at('env-vars'),
    plant: on('json', ({ artifact }) => ({
      artifact: artifact.replace(/\| `API_KEY`[^\n]+\n/, ''),
      line: lineOf(artifact, artifact.indexOf('"apiKey"')),
    })),
  },
  {
    name: 'image variable without note',
    rule: at('env-vars'),
    plant: on('dockerfile', removeNote(/ENV PORT/)),
  },

  {
    name: 'AWS key',
    rule: at('no-secrets'),
    plant: secret(
      'AWS_ID',
      (random) => `AKIA${chance(16, random, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`,
    ),
  },
  {
    name: 'GitHub token',
    rule: at('no-secrets'),
    plant: secret('GH_AUTH', (random) => `ghp_${chance(36, random)}`),
  },
  {
    name: 'Stripe key',
    rule: at('no-secrets'),
    plant: secret('PAYMENTS', (random) => `sk_live_${chance(24, random)}`),
  },
  {
    name: 'Slack token',
    rule: at('no-secrets'),
    plant: secret(
      'CHAT',
      (random) => `xoxb-${chance(12, random, '0123456789')}-${chance(24, random)}`,
    ),
  },
  {
    name: 'OpenAI key',
    rule: at('no-secrets'),
    plant: secret('MODEL_ACCESS', (random) => `sk-proj-${chance(48, random)}`),
  },
  {
    name: 'password written out',
    rule: at('no-secrets'),
    plant: secret('SMTP_PASSWORD', (random) => `Tr0ub4dor-${chance(6, random)}`),
  },
  {
    name: 'random signing key',
    rule: at('no-secrets'),
    plant: secret('SESSION_SECRET', (random) => chance(40, random)),
  },
  {
    name: 'password in an address',
    rule: at('no-secrets'),
    plant: on(
      'env yaml',
      replaceOne(
        /\$\{DATABASE_URL\}|postgres:\/\/app:\$\{DB_PASSWORD\}@localhost:5432\/app/,
        'postgres://app:n0tSoS3cret@db.example.com:5432/app',
      ),
    ),
  },
  {
    name: 'private key',
    rule: at('no-secrets'),
    plant: on(
      'yaml',
      after(
        /^ {2}ssl: true/m,
        (random) =>
          `  certificate: |\n    -----BEGIN RSA PRIVATE KEY-----\n    ${chance(60, random)}\n    -----END RSA PRIVATE KEY-----`,
      ),
    ),
  },
  {
    name: 'web token',
    rule: at('no-secrets'),
    plant: secret(
      'ACCESS',
      (random) => `eyJhbGciOiJIUzI1NiJ9.eyJ${chance(30, random)}.${chance(43, random)}`,
    ),
  },
  {
    name: 'secret in compose',
    rule: at('no-secrets'),
    plant: on('compose', replaceOne(/\$\{DATABASE_PASSWORD\}/, 'pg-S3cure-4711')),
  },
  {
    name: 'secret in a Dockerfile',
    rule: at('no-secrets'),
    plant: on(
      'dockerfile',
      after(/^ENV PORT/m, (random) => `ENV API_TOKEN=${chance(32, random)}`),
    ),
  },
  {
    name: 'secret in a manifest',
    rule: at('no-secrets'),
    plant: on(
      'kubernetes',
      replaceOne(
        /- name: LOG_LEVEL\n {14}value: "info"/,
        '- name: DB_PASSWORD\n              value: "q9X-kk21-zZ"',
        1,
      ),
    ),
  },

  {
    name: 'debug on',
    rule: at('defaults'),
    plant: on('env', replaceOne(/DEBUG=false/, 'DEBUG=true')),
  },
  {
    name: 'debug log level',
    rule: at('defaults'),
    plant: on('env yaml', replaceOne(/(?<=LOG_LEVEL=|level: )info/, 'debug')),
  },
  {
    name: 'TLS verification off',
    rule: at('defaults'),
    plant: on('json', replaceOne(/"verify": true/, '"verify": false')),
  },
  {
    name: 'TLS off',
    rule: at('defaults'),
    plant: on(
      'yaml ini json',
      replaceOne(/ssl: true|tls = true|"enabled": true/, (match) =>
        match[0].replace('true', 'false'),
      ),
    ),
  },
  {
    name: 'binds to everything',
    rule: at('defaults'),
    plant: on('env yaml json ini', replaceOne(/127\.0\.0\.1/, '0.0.0.0')),
  },
  {
    name: 'no timeout',
    rule: at('defaults'),
    plant: on(
      'env yaml toml',
      replaceOne(/(?<=TIMEOUT_MS=)30000|(?<=timeout: )30|(?<=timeout = )120/, '0'),
    ),
  },
  {
    name: 'latest image',
    rule: at('defaults'),
    plant: on(
      'compose kubernetes dockerfile',
      replaceOne(/(?<=postgres|web|node):[\d.]+(?:-slim)?(?=\n)/, ':latest'),
    ),
  },
  {
    name: 'image without tag',
    rule: at('defaults'),
    plant: on('compose kubernetes', replaceOne(/(?<=postgres|web):[\d.]+(?=\n)/, '')),
  },
  {
    name: 'wildcard CORS',
    rule: at('defaults'),
    plant: on('yaml', replaceOne(/https:\/\/shop\.example\.com/, '"*"')),
  },
  {
    name: 'default password',
    rule: at('defaults'),
    plant: on(
      'env ini',
      replaceOne(/(?<=^DB_PASSWORD=)$|(?<=password = )\$\{SMTP_PASSWORD\}/m, 'admin'),
    ),
  },
  {
    name: 'action on a branch',
    rule: at('defaults'),
    plant: on('actions', replaceOne(/(?<=actions\/checkout@)v5/, 'main')),
  },
  {
    name: 'no resource limits',
    rule: at('defaults'),
    plant: on('kubernetes', ({ artifact }) => ({
      artifact: artifact.replace(/ {10}resources:\n[\s\S]*?256Mi\n/, ''),
      line: null,
    })),
  },
  {
    name: 'old TLS in nginx',
    rule: at('defaults'),
    plant: on('nginx', replaceOne(/TLSv1\.2 TLSv1\.3/, 'TLSv1 TLSv1.1 TLSv1.2')),
  },
  {
    name: 'endless retries',
    rule: at('defaults'),
    plant: on('json', replaceOne(/"retries": 3/, '"retries": 9999')),
  },

  {
    name: 'timeout without note',
    rule: at('comments'),
    plant: on('yaml toml ini', removeNote(/timeout/)),
  },
  {
    name: 'pool size without note',
    rule: at('comments'),
    plant: on('yaml toml', removeNote(/pool_size|concurrency/)),
  },
  {
    name: 'lifetime without note',
    rule: at('comments'),
    plant: on('yaml', removeNote(/ttl/)),
  },
  {
    name: 'cron line without note',
    rule: at('comments'),
    plant: on('yaml actions', removeNote(/cleanup|- cron/)),
  },
  {
    name: 'switch without note',
    rule: at('comments'),
    plant: on('yaml toml', removeNote(/new_checkout|enabled/)),
  },
  {
    name: 'file mode without note',
    rule: at('comments'),
    plant: on('toml', removeNote(/file_mode/)),
  },

  {
    name: 'home folder',
    rule: at('portability'),
    plant: on(
      'yaml toml compose',
      replaceOne(/\.\/(?:cache|data|config)(?=["\n:])/, '/home/maria/data'),
    ),
  },
  {
    name: 'Mac home folder',
    rule: at('portability'),
    plant: on('yaml toml', replaceOne(/\.\/(?:cache|data)/, '/Users/sam/work')),
  },
  {
    name: 'drive letter',
    rule: at('portability'),
    plant: on('yaml', replaceOne(/\.\/cache/, 'C:\\data\\cache')),
  },
  {
    name: 'private address',
    rule: at('portability'),
    plant: on('env yaml ini', replaceOne(/127\.0\.0\.1/, '192.168.1.20')),
  },
  {
    name: 'internal host',
    rule: at('portability'),
    plant: on(
      'ini toml',
      replaceOne(/smtp\.example\.com|(?<=name = ")jobs/, 'mail01.corp.internal'),
    ),
  },
  {
    name: 'production host',
    rule: at('portability'),
    plant: on('env', replaceOne(/localhost:5432/, 'prod-db.acme.com:5432')),
  },
  {
    name: 'tilde path',
    rule: at('portability'),
    plant: on('toml yaml', replaceOne(/\.\/(?:data|cache)/, '~/data')),
  },

  {
    name: 'privileged container',
    rule: at('permissions'),
    plant: on(
      'compose',
      after(/^ {4}image: ghcr/m, () => '    privileged: true'),
    ),
  },
  {
    name: 'root user',
    rule: at('permissions'),
    plant: on('compose dockerfile', replaceOne(/(?<=user: )"1000:1000"|(?<=USER )node/, 'root')),
  },
  {
    name: 'no USER in the image',
    rule: at('permissions'),
    plant: on('dockerfile', ({ artifact }) => ({
      artifact: artifact.replace('USER node\n', ''),
      line: null,
    })),
  },
  {
    name: 'engine socket',
    rule: at('permissions'),
    plant: on(
      'compose',
      replaceOne(/\.\/config:\/app\/config:ro/, '/var/run/docker.sock:/var/run/docker.sock'),
    ),
  },
  {
    name: 'dangerous capability',
    rule: at('permissions'),
    plant: on(
      'compose',
      after(/^ {4}image: ghcr/m, () => '    cap_add: [SYS_ADMIN]'),
    ),
  },
  {
    name: 'write-all',
    rule: at('permissions'),
    plant: on('actions', replaceOne(/permissions:\n {2}contents: read/, 'permissions: write-all')),
  },
  {
    name: 'host network',
    rule: at('permissions'),
    plant: on(
      'kubernetes',
      replaceOne(/ {6}containers:/, '      hostNetwork: true\n      containers:'),
    ),
  },
  {
    name: 'root in the pod',
    rule: at('permissions'),
    plant: on('kubernetes', replaceOne(/runAsNonRoot: true/, 'runAsUser: 0')),
  },
  {
    name: 'privilege escalation',
    rule: at('permissions'),
    plant: on(
      'kubernetes',
      replaceOne(/allowPrivilegeEscalation: false/, 'allowPrivilegeEscalation: true'),
    ),
  },
  {
    name: 'everyone may write',
    rule: at('permissions'),
    plant: on('toml', replaceOne(/0640/, '0777')),
  },
  {
    name: 'chmod 777',
    rule: at('permissions'),
    plant: on(
      'dockerfile',
      replaceOne(/RUN npm run build/, 'RUN npm run build && chmod -R 777 /app'),
    ),
  },
]

/** Written after the checks were tuned; the figures of their first run stand in the checks’ README. */
const unseen: readonly Defect[] = [
  {
    name: 'Python literals in JSON',
    rule: at('syntax'),
    plant: on('json', replaceOne(/"verify": true/, '"verify": True')),
  },
  {
    name: 'unquoted JSON key',
    rule: at('syntax'),
    plant: on('json', replaceOne(/"port"(?=: 8080)/, 'port')),
  },
  {
    name: 'list instead of a map',
    rule: at('syntax'),
    plant: on('actions', replaceOne(/^ {2}test:$/m, '  - test:')),
  },
  {
    name: 'TOML array never closed',
    rule: at('syntax'),
    plant: on(
      'toml',
      after(/^name = /m, () => 'tags = ["a", "b"'),
    ),
  },
  {
    name: 'asked INI key missing',
    rule: at('required'),
    plant: on('ini', ({ artifact }) => ({
      artifact: artifact.replace(/^workers = 4\n/m, ''),
      line: null,
    })),
  },
  {
    name: 'deployment without selector',
    rule: at('required'),
    plant: on('kubernetes', ({ artifact }) => ({
      artifact: artifact.replace(/ {2}selector:\n {4}matchLabels:\n {6}app: web\n/, ''),
      line: null,
    })),
  },
  {
    name: 'step that does nothing',
    rule: at('required'),
    plant: on(
      'actions',
      after(/^ {6}- uses: actions\/checkout/m, () => '      - name: Nothing'),
    ),
  },
  {
    name: 'variable in a TOML value',
    rule: at('env-vars'),
    plant: on('toml', replaceOne(/"\.\/data"/, '"${DATA_DIR}"')),
  },
  {
    name: 'Google key',
    rule: at('no-secrets'),
    plant: secret('MAPS', (random) => `AIza${chance(35, random)}`),
  },
  {
    name: 'token in a header',
    rule: at('no-secrets'),
    plant: on(
      'nginx',
      after(
        /proxy_set_header Host/,
        (random) => `        proxy_set_header Authorization "Bearer ${chance(40, random)}";`,
      ),
    ),
  },
  {
    name: 'webhook address',
    rule: at('no-secrets'),
    plant: secret(
      'NOTIFY',
      (random) =>
        `https://hooks.slack.com/services/T${chance(8, random)}/B${chance(8, random)}/${chance(24, random)}`,
    ),
  },
  {
    name: 'certificates ignored',
    rule: at('defaults'),
    plant: on(
      'env',
      after(/^DEBUG=/m, () => '# checks of certificates\nNODE_TLS_REJECT_UNAUTHORIZED=0'),
    ),
  },
  {
    name: 'directory listing on',
    rule: at('defaults'),
    plant: on(
      'nginx',
      after(/server_tokens off/, () => '    autoindex on;'),
    ),
  },
  {
    name: 'unlimited size',
    rule: at('defaults'),
    plant: on('json', replaceOne(/"maxItems": 100/, '"maxItems": -1')),
  },
  {
    name: 'retention without note',
    rule: at('comments'),
    plant: on(
      'yaml',
      after(/^ {2}path: \.\/cache/m, () => '  retention_days: 45'),
    ),
  },
  {
    name: 'Windows share',
    rule: at('portability'),
    plant: on('toml', replaceOne(/"\.\/data"/, "'\\\\files\\data'")),
  },
  {
    name: 'Homebrew path',
    rule: at('portability'),
    plant: on('yaml', replaceOne(/\.\/cache/, '/opt/homebrew/var/cache')),
  },
  {
    name: 'host PID',
    rule: at('permissions'),
    plant: on(
      'compose',
      after(/^ {4}image: ghcr/m, () => '    pid: host'),
    ),
  },
  {
    name: 'root mounts',
    rule: at('permissions'),
    plant: on('compose', replaceOne(/\.\/config:\/app\/config:ro/, '/:/host')),
  },
  {
    name: 'database administrator',
    rule: at('permissions'),
    plant: on(
      'yaml',
      after(/^ {2}ssl: true/m, () => '  user: root'),
    ),
  },
]

const benign: readonly Benign[] = [
  { name: 'Windows line ends', change: ({ artifact }) => artifact.replaceAll('\n', '\r\n') },
  { name: 'no newline at the end', change: ({ artifact }) => artifact.trimEnd() },
  {
    name: 'fenced',
    change: ({ artifact, name }) =>
      name === 'json'
        ? null
        : `Here are the settings.\n\n\`\`\`${{ compose: 'yaml', kubernetes: 'yaml', actions: 'yaml' }[name] ?? name}\n${artifact}\`\`\`\n`,
  },
  {
    name: 'fenced without a tag',
    change: ({ artifact, name }) => (name === 'json' ? null : `\`\`\`\n${artifact}\`\`\`\n`),
  },
  { name: 'blank lines', change: ({ artifact }) => `${artifact}\n\n` },
  {
    name: 'quoted values',
    change: ({ artifact, name }) =>
      name === 'env'
        ? artifact.replace('LOG_LEVEL=info', 'LOG_LEVEL="info"')
        : name === 'yaml'
          ? artifact.replace('level: info', "level: 'info'")
          : null,
  },
  {
    name: 'placeholder secrets',
    change: ({ artifact, name }) =>
      name === 'env'
        ? `${artifact}# Token for the mail service, provided by the host\nMAIL_TOKEN=your-token-here\n# Token for the chat service, masked here\nCHAT_TOKEN=xxxxxxxxxxxxxxxx\n`
        : null,
  },
  {
    name: 'documented AWS example',
    change: ({ artifact, name }) =>
      name === 'env'
        ? `${artifact}# Key id of the storage user, an example from the manual\nAWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE\n`
        : null,
  },
  {
    name: 'long harmless value',
    change: ({ artifact, name }) =>
      name === 'yaml'
        ? `${artifact}checksum: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\n`
        : null,
  },
  {
    name: 'anchors',
    change: ({ artifact, name }) =>
      name === 'compose' ? `x-shared: &shared\n  restart: always\n${artifact}` : null,
  },
  {
    name: 'digest',
    change: ({ artifact, name }) =>
      name === 'kubernetes'
        ? artifact.replace(
            ':1.4.2',
            '@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
          )
        : null,
  },
  {
    name: 'network ranges',
    change: ({ artifact, name }) =>
      name === 'nginx'
        ? artifact.replace(
            '    server_tokens off;',
            '    server_tokens off;\n    allow 10.0.0.0/8;\n    deny all;',
          )
        : null,
  },
  {
    name: 'trailing notes',
    change: ({ artifact, name }) =>
      name === 'toml'
        ? artifact.replace(
            /# how many jobs run at the same time\nconcurrency = 4/,
            'concurrency = 4 # how many jobs run at the same time',
          )
        : null,
  },
]

export const bench: Bench = {
  checks,
  bases,
  defects: [...defects, ...unseen.map((defect) => ({ ...defect, heldOut: true }))],
  benign,
  seeds: 3,
}

if (import.meta.main) {
  const report = await measure(bench)
  if (process.argv.includes('--json')) console.log(JSON.stringify(report, null, 2))
  else print('Configuration defects', report)
}
