import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const known = new Map<string, ReadonlySet<string>>()

/** What some place where scripts run has of its own: pages, workers, hosts; read from the compiler's declarations. */
export function platformNames(lib: string): ReadonlySet<string> {
  const names = known.get(lib) ?? readNames(lib)
  known.set(lib, names)
  return names
}

function readNames(lib: string): ReadonlySet<string> {
  const files = readdirSync(lib).filter((name) => /^lib\.(?:dom|webworker|scripthost)\b/.test(name))
  const texts = files.map((name) => readFileSync(join(lib, name), 'utf8'))
  return new Set(
    texts.flatMap((text) => [
      ...Array.from(
        text.matchAll(/^(?:declare (?:var|function|const|class)|interface|type) (\w+)/gm),
        ([, name = '']) => name,
      ),
      ...Array.from(
        text.matchAll(/^interface \w*GlobalScope\b[^{]*\{([^]*?)^\}/gm),
        ([, body = '']) =>
          Array.from(
            body.matchAll(/^ {4}(?:readonly )?(\w+)[(:?<]/gm),
            ([, member = '']) => member,
          ),
      ).flat(),
    ]),
  )
}

const ofWorker = /\b(?:self|importScripts|addEventListener|postMessage)\b/

/** Short names such as `name` and `status` are more often forgotten than meant, unless the code is at home there. */
export const isOfPlatform = (name: string, content: string, lib: string): boolean =>
  name in Object.prototype ||
  (platformNames(lib).has(name) && (/[A-Z]/.test(name) || ofWorker.test(content)))
