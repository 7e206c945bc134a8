import { keyWords } from './configuration-check.ts'

const guesses: readonly (readonly [RegExp, string])[] = [
  [/(?:^|_)(?:pg|postgres|db|database)_port$/, '5432'],
  [/(?:^|_)redis_port$/, '6379'],
  [/(?:^|_)port$/, '3000'],
  [/(?:^|_)(?:bind|listen)?_?(?:host|address)$/, '127.0.0.1'],
  [/log_?level$|^level$/, 'info'],
  [/log_?format$/, 'json'],
  [/(?:^|_)(?:node_env|app_env|environment|env)$/, 'production'],
  [/(?:^|_)debug$/, 'false'],
  [/(?:verify|tls|ssl|secure|https|auth|csrf)(?:_enabled)?$|^(?:tls|ssl)_/, 'true'],
  [/(?:database|db|postgres|pg)_url$/, 'postgres://localhost:5432/app'],
  [/mysql_url$/, 'mysql://localhost:3306/app'],
  [/mongo(?:db)?_ur[li]$/, 'mongodb://localhost:27017/app'],
  [/redis_url$|cache_url$/, 'redis://localhost:6379'],
  [/amqp_url$|rabbitmq_url$|broker_url$|queue_url$/, 'amqp://localhost:5672'],
  [/(?:^|_)(?:url|uri|endpoint)$/, 'http://localhost:3000'],
  [/(?:timeout|delay|wait)_ms$/, '30000'],
  [/interval_ms$/, '60000'],
  [/(?:^|_)timeout(?:_s|_seconds)?$/, '30'],
  [/(?:interval|period)(?:_s|_seconds)?$/, '60'],
  [/ttl(?:_s|_seconds)?$|max_age$|expir\w*$/, '3600'],
  [/retries$|retry$|attempts$/, '3'],
  [/pool(?:_size|_max)?$|max_connections$/, '10'],
  [/pool_min$/, '2'],
  [/workers$|concurrency$|threads$/, '4'],
  [/(?:rate_?limit|max_requests|requests_per_minute)\w*$/, '100'],
  [/(?:size|limit)_mb$/, '10'],
  [/(?:size|bytes|limit)$/, '1048576'],
  [/(?:^|_)(?:max|limit)\w*$/, '100'],
  [/(?:cron|schedule)$/, '0 3 * * *'],
  [/(?:cors_?)?(?:allowed_)?origins?$/, 'http://localhost:3000'],
  [/time_?zone$|^tz$/, 'UTC'],
  [/region$/, '${REGION}'],
  [/bucket(?:_name)?$/, '${BUCKET}'],
  [/(?:^|_)(?:enable|enabled|use|feature)\w*$/, 'false'],
  [/locale$|language$|^lang$/, 'en'],
  [/(?:^|_)(?:path|dir|directory|folder)$/, './data'],
  [/prefix$/, 'app'],
  [/(?:^|_)name$/, 'app'],
  [/(?:user|username)$/, 'app'],
  [/(?:email|mail|from)$/, 'noreply@example.com'],
]

/** A safe value for a key, from its name alone. A key that tells nothing gets a reference to be filled from outside. */
export function guessValue(key: string): string {
  const name = keyWords(key).join('_')
  return guesses.find(([pattern]) => pattern.test(name))?.[1] ?? `\${${name.toUpperCase()}}`
}
