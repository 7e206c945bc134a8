/** A task, the name of its file, one file that does it, and files that do not. */
type Case = {
  readonly name: string
  readonly task: string
  readonly path: string
  readonly right: string
  readonly wrong: Readonly<Record<string, string>>
}

const compose = `services:
  web:
    image: ghcr.io/acme/shop:1.4.2
    ports:
      - "8080:3000"
    environment:
      DATABASE_URL: postgres://db:5432/shop
    depends_on:
      db:
        condition: service_healthy
    restart: unless-stopped
  db:
    image: postgres:16-alpine
    volumes:
      - data:/var/lib/postgresql/data
    healthcheck:
      test: ["CMD-SHELL", "pg_isready -U postgres"]
      interval: 10s
    restart: unless-stopped
volumes:
  data:
`
const ci = `name: CI
on:
  push:
    branches: [main]
  pull_request:
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        node-version: [20, 22]
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: \${{ matrix.node-version }}
          cache: npm
      - run: npm ci
      - run: npm test
`
const k8s = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: api
  namespace: shop
spec:
  replicas: 3
  selector:
    matchLabels: { app: api }
  template:
    metadata:
      labels: { app: api }
    spec:
      securityContext:
        runAsNonRoot: true
      containers:
        - name: api
          image: ghcr.io/acme/api:2.1.0
          ports:
            - containerPort: 8080
          resources:
            limits:
              memory: 512Mi
              cpu: 500m
          readinessProbe:
            httpGet: { path: /healthz, port: 8080 }
          livenessProbe:
            httpGet: { path: /healthz, port: 8080 }
---
apiVersion: v1
kind: Service
metadata:
  name: api
  namespace: shop
spec:
  type: ClusterIP
  selector: { app: api }
  ports:
    - port: 80
      targetPort: 8080
`
const nginx = `server {
  listen 80;
  server_name example.org;
  return 301 https://$host$request_uri;
}
server {
  listen 443 ssl;
  server_name example.org;
  ssl_certificate /etc/ssl/example.crt;
  ssl_certificate_key /etc/ssl/example.key;
  gzip on;
  client_max_body_size 10m;
  location /api/ {
    proxy_pass http://backend:3000;
  }
  location / {
    root /srv/www;
    try_files $uri /index.html;
  }
}
`
const env = `# Port the server listens on
PORT=3000
# Least severe level that is logged
LOG_LEVEL=info
# Address of the database, provided by the host
DATABASE_URL=postgres://localhost:5432/app
`
const tsconfig = `{
  "compilerOptions": {
    // modern output
    "target": "ES2022",
    "module": "NodeNext",
    "moduleResolution": "NodeNext",
    "strict": true,
    "outDir": "dist",
    "declaration": true
  },
  "include": ["src"]
}
`
const dockerfile = `FROM node:22-alpine AS build
WORKDIR /app
COPY package*.json ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:22-alpine
WORKDIR /app
COPY --from=build /app/dist ./dist
USER node
EXPOSE 3000
HEALTHCHECK CMD wget -qO- http://localhost:3000/healthz || exit 1
CMD ["node", "dist/main.js"]
`
const unrelated = `services:
  minecraft:
    image: itzg/minecraft-server:2024.1
    ports:
      - "25565:25565"
`
const tested = `name: test
on:
  push:
    branches:
      - main
  pull_request:
    branches:
      - main
jobs:
  unit:
    runs-on: ubuntu-latest
    steps:
      - name: Checkout
        uses: actions/checkout@v4
      - name: Node
        uses: actions/setup-node@v4
        with:
          node-version: "22.x"
      - name: Install
        run: npm ci
      - name: Test
        run: |
          npm run build
          npm test
`
const anchored = `x-common: &common
  restart: unless-stopped
  logging:
    driver: json-file
services:
  api:
    <<: *common
    image: acme/api:2.0.1
    ports:
      - target: 3000
        published: "8080"
  worker:
    <<: *common
    image: acme/worker:2.0.1
`
const threeParts = `services:
  frontend:
    image: acme/ui:1.0.0
    ports: ["80:80"]
  backend:
    image: acme/api:1.0.0
    environment:
      - PORT=4000
  db:
    image: postgres:15.6
    environment:
      POSTGRES_DB: app
    volumes:
      - pg:/var/lib/postgresql/data
volumes:
  pg: {}
`
/** The file with one thing changed; a change that does not happen is a mistake of the sample. */
function but(text: string, ...changes: readonly (readonly [string | RegExp, string])[]): string {
  return changes.reduce((now, [from, to]) => {
    const next = now.replace(from, to)
    if (next === now) throw new Error(`nothing to change: ${String(from)}`)
    return next
  }, text)
}

export const cases: readonly Case[] = [
  {
    name: 'compose prose',
    path: 'compose.yaml',
    task: 'Write a docker compose file with a web service on port 8080 and a postgres 16 database. The web service depends on the database being healthy. Every service restarts unless stopped. The database keeps its data in a named volume.',
    right: compose,
    wrong: {
      port: but(compose, ['8080:3000', '9090:3000']),
      version: but(compose, ['postgres:16', 'postgres:15']),
      half: compose.split('  db:\n    image')[0]!.replace(/    depends_on:[\s\S]*healthy\n/, ''),
      unrelated,
      restart: but(compose, ['    restart: unless-stopped\n  db', '  db']),
      workflow: ci,
    },
  },
  {
    name: 'compose list',
    path: 'docker-compose.yml',
    task: 'Docker compose file for the shop:\n\n- `web`: image `ghcr.io/acme/shop:1.4.2`, port 8080\n- `db`: postgres 16 with a healthcheck\n- no redis\n- must not use `latest`\n- restart policy `unless-stopped`\n',
    right: compose,
    wrong: {
      redis: compose.replace(
        'volumes:\n  data:',
        '  cache:\n    image: redis:7\nvolumes:\n  data:',
      ),
      latest: but(compose, ['postgres:16-alpine', 'postgres:latest']),
      image: but(compose, ['shop:1.4.2', 'shop:1.4.1']),
      nohealth: but(compose, [/    healthcheck:[\s\S]*?interval: 10s\n/, '']),
      unrelated,
    },
  },
  {
    name: 'compose memory',
    path: 'compose.yml',
    task: 'A compose file with the services `api` and `cache`. `api` is built from `./api` and publishes port 3000. `cache` is redis 7 with a memory limit of 256 MB. `cache` must not publish a port.',
    right: `services:
  api:
    build: ./api
    ports: ["3000:3000"]
    depends_on: [cache]
  cache:
    image: redis:7-alpine
    mem_limit: 256m
`,
    wrong: {
      mem: `services:
  api:
    build: ./api
    ports: ["3000:3000"]
  cache:
    image: redis:7-alpine
    mem_limit: 512m
`,
      port: `services:
  api:
    build: ./api
    ports: ["3000:3000"]
  cache:
    image: redis:7-alpine
    mem_limit: 256m
    ports: ["6379:6379"]
`,
      name: `services:
  api:
    build: ./api
    ports: ["3000:3000"]
  redis:
    image: redis:7-alpine
    mem_limit: 256m
`,
      unrelated,
    },
  },
  {
    name: 'ci prose',
    path: '.github/workflows/ci.yml',
    task: 'Write a GitHub Actions workflow that runs the tests on push to main and on pull requests, with Node 20 and 22, and fails the build when a test fails. Cache npm dependencies.',
    right: ci,
    wrong: {
      swallow: but(ci, ['npm test', 'npm test || true']),
      coe: but(ci, ['- run: npm test', '- run: npm test\n        continue-on-error: true']),
      sete: but(ci, [
        '- run: npm test',
        '- run: |\n          set +e\n          npm test\n          echo done',
      ]),
      pipe: but(ci, ['npm test', 'npm test | tee out.txt']),
      exit0: but(ci, ['npm test', 'npm test || exit 0']),
      node: but(ci, ['[20, 22]', '[18, 20]']),
      branch: but(ci, ['[main]', '[develop]']),
      nopr: but(ci, ['  pull_request:\n', '']),
      notests: but(ci, ['      - run: npm test\n', '']),
      nocache: but(ci, ['          cache: npm\n', '']),
      unrelated,
    },
  },
  {
    name: 'ci list',
    path: 'ci.yml',
    task: '# Task\nA GitHub workflow:\n- triggers: push to `main`, pull requests, manually\n- job `test` on ubuntu\n- runs `npm ci` and `npm test`\n- timeout of 10 minutes\n- read-only permissions\n',
    right: but(
      ci,
      ['  pull_request:\n', '  pull_request:\n  workflow_dispatch:\n'],
      ['    runs-on: ubuntu-latest\n', '    runs-on: ubuntu-latest\n    timeout-minutes: 10\n'],
    ),
    wrong: {
      timeout: but(
        ci,
        ['  pull_request:\n', '  pull_request:\n  workflow_dispatch:\n'],
        ['    runs-on: ubuntu-latest\n', '    runs-on: ubuntu-latest\n    timeout-minutes: 60\n'],
      ),
      perms: but(
        ci,
        ['  pull_request:\n', '  pull_request:\n  workflow_dispatch:\n'],
        ['    runs-on: ubuntu-latest\n', '    runs-on: ubuntu-latest\n    timeout-minutes: 10\n'],
        ['contents: read', 'contents: write'],
      ),
      half: ci,
      unrelated,
    },
  },
  {
    name: 'nightly',
    path: 'nightly.yml',
    task: 'GitHub Actions workflow that runs every night at 03:00 UTC and can be started manually. It runs `npm audit --audit-level=high`.',
    right: `name: audit
on:
  schedule:
    - cron: "0 3 * * *"
  workflow_dispatch:
jobs:
  audit:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: npm audit --audit-level=high
`,
    wrong: {
      time: `name: audit
on:
  schedule:
    - cron: "0 15 * * *"
  workflow_dispatch:
jobs:
  audit:
    runs-on: ubuntu-latest
    steps:
      - run: npm audit --audit-level=high
`,
      push: `name: audit
on: push
jobs:
  audit:
    runs-on: ubuntu-latest
    steps:
      - run: npm audit --audit-level=high
`,
      unrelated,
      ci,
    },
  },
  {
    name: 'k8s',
    path: 'api.yaml',
    task: 'Kubernetes manifests: a Deployment `api` with 3 replicas in the namespace `shop` and a Service of type ClusterIP. Container port 8080, memory limit 512Mi, readiness and liveness probes on GET /healthz. It must not run as root.',
    right: k8s,
    wrong: {
      replicas: but(k8s, ['replicas: 3', 'replicas: 1']),
      mem: but(k8s, ['512Mi', '2Gi']),
      probe: but(k8s, [/          livenessProbe:\n.*\n/, '']),
      root: but(k8s, ['runAsNonRoot: true', 'runAsUser: 0']),
      noservice: k8s.split('---')[0]!,
      type: but(k8s, ['ClusterIP', 'LoadBalancer']),
      path: k8s.replaceAll('/healthz', '/status'),
      unrelated,
    },
  },
  {
    name: 'nginx',
    path: 'nginx.conf',
    task: 'nginx configuration for example.org. Redirect http to https. Proxy /api/ to http://backend:3000. Serve static files from /srv/www. Enable gzip. Limit request bodies to 10 MB.',
    right: nginx,
    wrong: {
      noredirect: but(nginx, ['  return 301 https://$host$request_uri;\n', '  root /srv/www;\n']),
      target: but(nginx, ['backend:3000', 'backend:8080']),
      size: but(nginx, ['10m', '100m']),
      gzip: but(nginx, ['gzip on', 'gzip off']),
      name: nginx.replaceAll('example.org', 'example.net'),
      unrelated,
    },
  },
  {
    name: 'env',
    path: '.env.example',
    task: 'Write a .env.example with PORT=3000, LOG_LEVEL (default info) and DATABASE_URL. Each variable has a comment. No real secrets.',
    right: env,
    wrong: {
      port: but(env, ['3000', '8080']),
      missing: but(env, [/# Address[\s\S]*$/, '']),
      comment: but(env, ['# Least severe level that is logged\n', '\n']),
      secret:
        env + '# key\nAPI_KEY=' + ['sk_live_', '4eC39HqLyjWDarjtT1zdp7dcAbCd'].join('') + '\n',
      unrelated,
    },
  },
  {
    name: 'env list',
    path: 'app.env',
    task: 'Environment file for the billing worker:\n\n| name | value |\n|---|---|\n| `QUEUE_URL` | `amqp://localhost:5672` |\n| `RETRIES` | `5` |\n| `DRY_RUN` | `false` |\n',
    right: '# billing worker\nQUEUE_URL=amqp://localhost:5672\nRETRIES=5\nDRY_RUN=false\n',
    wrong: {
      retries: 'QUEUE_URL=amqp://localhost:5672\nRETRIES=3\nDRY_RUN=false\n',
      dry: 'QUEUE_URL=amqp://localhost:5672\nRETRIES=5\nDRY_RUN=true\n',
      missing: 'QUEUE_URL=amqp://localhost:5672\nRETRIES=5\n',
      other: 'PORT=3000\nHOST=localhost\n',
    },
  },
  {
    name: 'tsconfig',
    path: 'tsconfig.json',
    task: 'A tsconfig with strict mode, target ES2022, module NodeNext, outDir dist and declarations.',
    right: tsconfig,
    wrong: {
      strict: but(tsconfig, ['"strict": true', '"strict": false']),
      target: but(tsconfig, ['ES2022', 'ES5']),
      nodecl: but(tsconfig, ['"outDir": "dist",\n    "declaration": true', '"outDir": "dist"']),
      outdir: but(tsconfig, ['"dist"', '"build"']),
      pkg: '{"name":"x","version":"1.0.0"}',
      unknown: but(tsconfig, ['"strict": true', '"strict": true, "stricty": true']),
    },
  },
  {
    name: 'dockerfile',
    path: 'Dockerfile',
    task: 'A multi-stage Dockerfile based on `node:22-alpine`. It must not run as root, exposes port 3000 and has a health check. Working directory `/app`.',
    right: dockerfile,
    wrong: {
      root: but(dockerfile, ['USER node\n', '']),
      port: but(dockerfile, ['EXPOSE 3000', 'EXPOSE 8080']),
      base: dockerfile.replaceAll('node:22-alpine', 'node:18'),
      single: dockerfile.slice(dockerfile.indexOf('FROM node:22-alpine\n')),
      nohealth: but(dockerfile, [/HEALTHCHECK.*\n/, '']),
      python: 'FROM python:3.12\nUSER app\nEXPOSE 3000\nCMD ["python"]\n',
    },
  },
  {
    name: 'eslint',
    path: '.eslintrc.json',
    task: 'ESLint config: `no-console` as a warning, `eqeqeq` as an error, `no-unused-vars` off. Extends `eslint:recommended`.',
    right:
      '{\n "root": true,\n "extends": ["eslint:recommended"],\n "rules": { "no-console": "warn", "eqeqeq": ["error", "always"], "no-unused-vars": "off" }\n}\n',
    wrong: {
      sev: '{"extends":["eslint:recommended"],"rules":{"no-console":"error","eqeqeq":"error","no-unused-vars":"off"}}',
      missing:
        '{"extends":["eslint:recommended"],"rules":{"no-console":"warn","no-unused-vars":"off"}}',
      ext: '{"extends":["airbnb"],"rules":{"no-console":"warn","eqeqeq":"error","no-unused-vars":"off"}}',
      prettier: '{"singleQuote":true,"semi":false}',
    },
  },
  {
    name: 'prettier',
    path: '.prettierrc',
    task: 'Prettier config with single quotes, no semicolons, an indentation of 2 spaces and lines of at most 100 characters.',
    right: '{ "singleQuote": true, "semi": false, "tabWidth": 2, "printWidth": 100 }\n',
    wrong: {
      semi: '{ "singleQuote": true, "semi": true, "tabWidth": 2, "printWidth": 100 }',
      quotes: '{ "singleQuote": false, "semi": false, "tabWidth": 2, "printWidth": 100 }',
      width: '{ "singleQuote": true, "semi": false, "tabWidth": 2, "printWidth": 120 }',
      half: '{ "singleQuote": true, "semi": false }',
    },
  },
  {
    name: 'systemd',
    path: 'app.service',
    task: 'A systemd unit that runs `/usr/bin/node /srv/app/main.js` as the user `app`, restarts on failure, starts after the network and at boot.',
    right: `[Unit]
Description=App
After=network-online.target
Wants=network-online.target

[Service]
User=app
ExecStart=/usr/bin/node /srv/app/main.js
Restart=on-failure

[Install]
WantedBy=multi-user.target
`,
    wrong: {
      restart: `[Unit]
After=network.target
[Service]
User=app
ExecStart=/usr/bin/node /srv/app/main.js
Restart=no
[Install]
WantedBy=multi-user.target
`,
      user: `[Unit]
After=network.target
[Service]
User=root
ExecStart=/usr/bin/node /srv/app/main.js
Restart=on-failure
[Install]
WantedBy=multi-user.target
`,
      half: `[Service]
User=app
ExecStart=/usr/bin/node /srv/app/main.js
Restart=on-failure
`,
      unrelated,
    },
  },
  {
    name: 'dependabot',
    path: 'dependabot.yml',
    task: 'A dependabot config: npm weekly and github-actions monthly, with at most 5 open pull requests.',
    right: `version: 2
updates:
  - package-ecosystem: npm
    directory: /
    schedule:
      interval: weekly
    open-pull-requests-limit: 5
  - package-ecosystem: github-actions
    directory: /
    schedule:
      interval: monthly
    open-pull-requests-limit: 5
`,
    wrong: {
      eco: `version: 2
updates:
  - package-ecosystem: npm
    directory: /
    schedule:
      interval: weekly
    open-pull-requests-limit: 5
`,
      limit: `version: 2
updates:
  - package-ecosystem: npm
    directory: /
    schedule:
      interval: weekly
    open-pull-requests-limit: 20
  - package-ecosystem: github-actions
    directory: /
    schedule:
      interval: monthly
`,
      unrelated,
    },
  },
  {
    name: 'gitlab',
    path: '.gitlab-ci.yml',
    task: 'GitLab CI pipeline with the stages `build` and `test`, image `node:22`. The job `test` runs `npm test`, and the pipeline fails when a test fails.',
    right: `image: node:22
stages: [build, test]
build:
  stage: build
  script:
    - npm ci
    - npm run build
test:
  stage: test
  script:
    - npm ci
    - npm test
`,
    wrong: {
      allow: `image: node:22
stages: [build, test]
build:
  stage: build
  script: [npm ci]
test:
  stage: test
  allow_failure: true
  script:
    - npm ci
    - npm test
`,
      image: `image: node:16
stages: [build, test]
build: { stage: build, script: [npm ci] }
test:
  stage: test
  script: [npm test]
`,
      stage: `image: node:22
stages: [test]
test:
  stage: test
  script: [npm test]
`,
      ci,
    },
  },
  {
    name: 'yaml keys',
    path: 'config.yaml',
    task: 'A YAML config with keys `server.host`, `server.port` and `database.url`. `server.port` is 8080.',
    right:
      'server:\n  host: 127.0.0.1 # loopback\n  port: 8080\ndatabase:\n  url: postgres://localhost/app\n',
    wrong: {
      port: 'server:\n  host: 127.0.0.1\n  port: 9090\ndatabase:\n  url: postgres://localhost/app\n',
      missing: 'server:\n  host: 127.0.0.1\n  port: 8080\n',
      md: '# Config\n\nHere it is:\n\n```yaml\nserver:\n  host: 127.0.0.1\n  port: 8080\ndatabase:\n  url: postgres://localhost/app\n```\n',
      unrelated,
    },
  },
  {
    name: 'json',
    path: 'settings.json',
    task: 'JSON settings: `retries` 3, `timeoutMs` 5000, `verbose` false.',
    right: '{ "retries": 3, "timeoutMs": 5000, "verbose": false }\n',
    wrong: {
      retries: '{ "retries": 5, "timeoutMs": 5000, "verbose": false }',
      comment: '{ // x\n "retries": 3, "timeoutMs": 5000, "verbose": false }',
      missing: '{ "retries": 3, "timeoutMs": 5000 }',
    },
  },
  {
    name: 'toml',
    path: 'pyproject.toml',
    task: 'A pyproject.toml for the package `tidy-logs`, version `0.3.0`, requires Python >=3.11, with the dependency `rich`.',
    right:
      '[project]\nname = "tidy-logs"\nversion = "0.3.0"\nrequires-python = ">=3.11"\ndependencies = ["rich>=13"]\n',
    wrong: {
      name: '[project]\nname = "other"\nversion = "0.3.0"\nrequires-python = ">=3.11"\ndependencies = ["rich>=13"]\n',
      dep: '[project]\nname = "tidy-logs"\nversion = "0.3.0"\nrequires-python = ">=3.11"\ndependencies = []\n',
      py: '[project]\nname = "tidy-logs"\nversion = "0.3.0"\nrequires-python = ">=3.8"\ndependencies = ["rich"]\n',
    },
  },
  {
    name: 'package',
    path: 'package.json',
    task: 'A package.json for `tiny-queue` with the scripts `build`, `test` and `lint`, type module and Node 20 or newer in engines.',
    right:
      '{"name":"tiny-queue","version":"1.0.0","type":"module","engines":{"node":">=20"},"scripts":{"build":"tsc","test":"vitest run","lint":"oxlint"}}',
    wrong: {
      script:
        '{"name":"tiny-queue","version":"1.0.0","type":"module","engines":{"node":">=20"},"scripts":{"build":"tsc","test":"vitest run"}}',
      type: '{"name":"tiny-queue","version":"1.0.0","type":"commonjs","engines":{"node":">=20"},"scripts":{"build":"tsc","test":"vitest run","lint":"oxlint"}}',
      engine:
        '{"name":"tiny-queue","version":"1.0.0","type":"module","engines":{"node":">=14"},"scripts":{"build":"tsc","test":"vitest run","lint":"oxlint"}}',
      name: '{"name":"other","version":"1.0.0","type":"module","engines":{"node":">=20"},"scripts":{"build":"tsc","test":"vitest run","lint":"oxlint"}}',
    },
  },

  {
    name: 'cheats of a workflow',
    path: '.github/workflows/test.yml',
    task: 'I need a GitHub Actions workflow for our Node project. It should run on pushes to main and on pull requests against main. Steps: check out the code, set up Node 22, install dependencies with `npm ci`, run the tests with `npm test`. The build must fail if any test fails.',
    right: tested,
    wrong: {
      echo: but(tested, ['          npm test', '          echo "npm test"']),
      off: but(tested, ['      - name: Test', '      - name: Test\n        if: false']),
      comment: but(tested, ['          npm test', '          # npm test']),
      swallow: but(tested, ['npm test', 'npm test || :']),
      semis: but(tested, ['npm test', 'npm test || { echo "tests failed"; }']),
      coejob: but(tested, [
        '    runs-on: ubuntu-latest',
        '    runs-on: ubuntu-latest\n    continue-on-error: true',
      ]),
      master: but(tested, [/- main/g, '- master']),
      install: but(tested, ['run: npm ci', 'run: npm install']),
      trap: but(tested, ['          npm test', '          npm test > log.txt 2>&1 || true']),
    },
  },
  {
    name: 'anchors',
    path: 'compose.yaml',
    task: 'Compose file with the services `api` and `worker`. Every service has `restart: unless-stopped`. `api` publishes port 8080 to container port 3000. Images must not use `latest`.',
    right: anchored,
    wrong: {
      one: but(anchored, ['  worker:\n    <<: *common\n', '  worker:\n']),
      port: but(anchored, ['"8080"', '"8081"']),
      target: but(anchored, ['target: 3000', 'target: 3001']),
      latest: but(anchored, ['acme/worker:2.0.1', 'acme/worker']),
      x: 'x-note: api worker restart unless-stopped 8080:3000\nservices:\n  app:\n    image: a:1\n',
    },
  },
  {
    name: 'three parts',
    path: 'docker-compose.yml',
    task: 'docker-compose file with a frontend, a backend and a PostgreSQL 15 database. The frontend is exposed on port 80. The backend gets `PORT=4000`. The database name is set by `POSTGRES_DB=app` and its data is kept in a named volume.',
    right: threeParts,
    wrong: {
      ver: but(threeParts, ['postgres:15.6', 'postgres:16.1']),
      env: but(threeParts, ['PORT=4000', 'PORT=5000']),
      db: but(threeParts, ['POSTGRES_DB: app', 'POSTGRES_DB: shop']),
      bind: but(threeParts, ['pg:/var', './pg:/var']),
    },
  },
  {
    name: 'health none',
    path: 'compose.yml',
    task: 'Compose: `db` service with mysql 8.4 and a healthcheck, not published on any port',
    right:
      'services:\n  db:\n    image: mysql:8.4\n    healthcheck:\n      test: ["CMD", "mysqladmin", "ping"]\n',
    wrong: {
      none: 'services:\n  db:\n    image: mysql:8.4\n    healthcheck:\n      disable: true\n',
      truthy:
        'services:\n  db:\n    image: mysql:8.4\n    healthcheck:\n      test: ["CMD", "true"]\n',
      pub: 'services:\n  db:\n    image: mysql:8.4\n    ports: ["3306:3306"]\n    healthcheck:\n      test: ["CMD", "mysqladmin", "ping"]\n',
    },
  },
  {
    name: 'env caps',
    path: '.env',
    task: 'Create a .env file with the variables API_URL, API_TIMEOUT_MS (5000), RETRY_COUNT (3) and CACHE_ENABLED (true)',
    right:
      'API_URL=https://api.example.com\nAPI_TIMEOUT_MS=5000\nRETRY_COUNT=3\nCACHE_ENABLED=true\n',
    wrong: {
      t: 'API_URL=https://api.example.com\nAPI_TIMEOUT_MS=500\nRETRY_COUNT=3\nCACHE_ENABLED=true\n',
      r: 'API_URL=x\nAPI_TIMEOUT_MS=5000\nRETRY_COUNT=30\nCACHE_ENABLED=true\n',
      c: 'API_URL=x\nAPI_TIMEOUT_MS=5000\nRETRY_COUNT=3\nCACHE_ENABLED=false\n',
      cm: '# API_URL API_TIMEOUT_MS=5000 RETRY_COUNT=3 CACHE_ENABLED=true\nFOO=bar\n',
    },
  },
  {
    name: 'a table of services by its header',
    task: '`compose.yaml` for the club.\n\n| Service | Image | Port | Remarks |\n|---|---|---|---|\n| `web` | `ghcr.io/acme/shop:1.4.2` | 8080 | starts only when `db` is healthy |\n| `db` | `postgres:16-alpine` | not published | data in the named volume `data` |',
    path: 'compose.yaml',
    right: compose,
    wrong: {
      'another image': compose.replace('1.4.2', '2.0.0'),
      'the images of each other': compose
        .replace('ghcr.io/acme/shop:1.4.2', 'a:1')
        .replace('postgres:16-alpine', 'ghcr.io/acme/shop:1.4.2')
        .replace('a:1', 'postgres:16-alpine'),
      'a published port': compose.replace('    volumes:', '    ports: ["5432:5432"]\n    volumes:'),
      'another volume': compose.replaceAll('data:', 'files:'),
    },
  },
]
