import type { Base } from './document-defects-report.ts'

const base = (name: string, prompt: string, artifact: string): Base => ({
  name,
  task: { prompt, ideal_result: '' },
  files: {},
  artifact,
})

export const bases: readonly Base[] = [
  base(
    'env',
    'Write a .env for a Node service. It must set PORT, HOST, LOG_LEVEL, DATABASE_URL, REQUEST_TIMEOUT_MS, JWT_SECRET and DEBUG',
    `# Port the HTTP server listens on, default 3000
PORT=3000
# Address the server binds to, default loopback only
HOST=127.0.0.1
# Least severe level that is logged: error, warn, info or debug
LOG_LEVEL=info
# Address of the database; the password comes from the environment
DATABASE_URL=postgres://app:\${DB_PASSWORD}@localhost:5432/app
# Password of the database user, provided by the secret store
DB_PASSWORD=
# Longest time a request may take, in milliseconds
REQUEST_TIMEOUT_MS=30000
# Key that signs session tokens; generate one per environment
JWT_SECRET=<generate-with-openssl-rand>
# Debugging output, off in production
DEBUG=false
`,
  ),
  base(
    'yaml',
    'Write a YAML configuration with keys server.host, server.port, database.url, cache.ttl and logging.level',
    `# Settings of the order service
server:
  host: 127.0.0.1
  port: 8080
  # longest wait for a client, in seconds
  timeout: 30
  cors:
    origins:
      - https://shop.example.com
database:
  # DATABASE_URL: address of the database, required
  url: \${DATABASE_URL}
  # connections kept open to the database
  pool_size: 10
  ssl: true
cache:
  # how long an entry stays valid, in seconds
  ttl: 600
  path: ./cache
logging:
  level: info
jobs_schedule:
  # every night at three o'clock
  cleanup: "0 3 * * *"
features:
  # shows the new checkout to everybody
  new_checkout: false
`,
  ),
  base(
    'json',
    'Write a JSON configuration file with the keys `host`, `port`, `retries` and `apiKey`',
    `# Configuration

Copy this into \`config.json\`.

\`\`\`json
{
  "host": "127.0.0.1",
  "port": 8080,
  "retries": 3,
  "apiKey": "\${API_KEY}",
  "tls": { "enabled": true, "verify": true },
  "limits": { "maxItems": 100 }
}
\`\`\`

| Key | Meaning |
| --- | --- |
| \`host\` | Address the server binds to |
| \`retries\` | How often a failed call is tried again |
| \`API_KEY\` | Key of the service, provided by the environment, no default |
| \`maxItems\` | Most items on one page |
`,
  ),
  base(
    'toml',
    'Write a TOML configuration for a worker with queue.name, queue.concurrency and metrics.enabled',
    `# Settings of the worker

[queue]
name = "jobs"
# how many jobs run at the same time
concurrency = 4
# longest time one job may take, in seconds
timeout = 120

[metrics]
# sends counters to the collector
enabled = true
port = 9100

[storage]
directory = "./data"
# mode of new files: the owner writes, the group reads
file_mode = "0640"
user = "worker"
`,
  ),
  base(
    'compose',
    'Write a docker-compose file with a web service and a database',
    `services:
  web:
    image: ghcr.io/acme/web:1.4.2
    user: "1000:1000"
    ports:
      - "8080:8080"
    environment:
      # DATABASE_PASSWORD: password of the database, provided by the host, no default
      DATABASE_PASSWORD: \${DATABASE_PASSWORD}
      LOG_LEVEL: info
    volumes:
      - ./config:/app/config:ro
    depends_on:
      - db
    restart: unless-stopped
  db:
    image: postgres:17.2
    volumes:
      - data:/var/lib/postgresql/data
    healthcheck:
      test: ["CMD", "pg_isready"]
      interval: 10s
volumes:
  data: {}
`,
  ),
  base(
    'kubernetes',
    'Write a Kubernetes manifest for a deployment and a service',
    `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 2
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
        - name: web
          image: ghcr.io/acme/web:1.4.2
          ports:
            - containerPort: 8080
          env:
            - name: LOG_LEVEL
              value: "info"
          resources:
            limits:
              cpu: 500m
              memory: 256Mi
          securityContext:
            runAsNonRoot: true
            allowPrivilegeEscalation: false
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector:
    app: web
  ports:
    - port: 80
      targetPort: 8080
`,
  ),
  base(
    'actions',
    'Write a GitHub Actions workflow that tests every push',
    `name: test
on:
  push:
    branches: [main]
  schedule:
    # every Monday at six, to see what changed around us
    - cron: "0 6 * * 1"
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
      - name: Install and test
        run: |
          npm ci
          npm test
`,
  ),
  base(
    'dockerfile',
    'Write a Dockerfile for a Node service',
    `# syntax=docker/dockerfile:1
FROM node:24.1-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24.1-slim
WORKDIR /app
# PORT: port the server listens on, default 8080
ENV PORT=8080
COPY --from=build /app/dist ./dist
USER node
EXPOSE 8080
CMD ["node", "dist/server.js"]
`,
  ),
  base(
    'nginx',
    'Write an nginx configuration that serves a site and passes /api to a back end',
    `server {
    listen 443 ssl;
    server_name shop.example.com;
    server_tokens off;
    ssl_protocols TLSv1.2 TLSv1.3;
    client_max_body_size 10m;

    location / {
        root /var/www/shop;
        try_files $uri /index.html;
    }

    location /api/ {
        proxy_pass http://127.0.0.1:8080;
        proxy_read_timeout 60s;
        proxy_set_header Host $host;
    }
}
`,
  ),
  base(
    'ini',
    'Write an INI file with host, port and workers',
    `; Settings of the mail gateway
[server]
host = 127.0.0.1
port = 2525
; how many mails are sent at the same time
workers = 4

[smtp]
relay = smtp.example.com
tls = true
; longest wait for the relay, in seconds
timeout = 20
password = \${SMTP_PASSWORD} ; SMTP_PASSWORD: password at the relay, no default
`,
  ),
]
