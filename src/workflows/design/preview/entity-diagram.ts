import type { Cardinality, Entity } from '../../../checks/design/intent.ts'
import { counted } from '../../../model/counted.ts'
import type { Box, Link, Point, Size } from './entity-layers.ts'
import { layOut } from './entity-layout.ts'
import { clip, html, type Html } from './escape.ts'
import { lengths, most } from './limits.ts'
import { cardinalityWords, relationshipWords } from './relationships.ts'
import type { Sheet } from './sheet.ts'

const row = { head: 34, line: 22, foot: 8 }
const font = { name: 13, attribute: 12 }

type Line = Link & { readonly number: number; readonly cardinality: Cardinality }

/** Entities as boxes and their relationships as lines with crow's feet. */
export function entityDiagram(sheet: Sheet): Html {
  const { entities, relationships } = sheet.intent.dataModel
  const lines = relationships.flatMap(({ from, to, cardinality }, index): readonly Line[] => {
    const [a, b] = [sheet.entityAt.get(from), sheet.entityAt.get(to)]
    return a === undefined || b === undefined
      ? []
      : [{ from: a, to: b, number: index + 1, cardinality }]
  })
  const width = Math.max(...entities.map(widthOf))
  const { boxes, routes, ...size } = layOut(
    entities.map((entity): Size => ({ width, height: heightOf(entity) })),
    lines,
  )
  const pad = 12
  const view = { width: size.width + 2 * pad, height: size.height + 2 * pad }
  return html`<div class="scroll" role="region" tabindex="0" aria-label="Diagram of the data model">
      <svg
        class="er"
        viewBox="${-pad} ${-pad} ${view.width} ${view.height}"
        style="max-inline-size:${view.width}px;min-inline-size:${Math.round(view.width * 0.86)}px"
        role="img"
        aria-labelledby="er-title er-desc"
      >
        <title id="er-title">Entity-relationship diagram</title>
        <desc id="er-desc">${describe(sheet)}</desc>
        ${routes.map(({ points }, index) => lineOf(points, lines[index]))}
        ${boxes.map((box, index) => boxOf(box, entities[index]))}
      </svg>
    </div>
    <p class="legend">
      A bar means one, a crow's foot many. A filled dot marks a required attribute. R1, R2 … are the
      rows of the table of relationships.
    </p>`
}

function describe(sheet: Sheet): string {
  const { entities, relationships } = sheet.intent.dataModel
  const names = entities.map(({ name }) => clip(name, lengths.sketch)).join(', ')
  const links = relationships
    .map((each) => relationshipWords(sheet, each, lengths.sketch))
    .join('; ')
  return `${counted(entities.length, 'entity', 'entities')}: ${names}. ${links === '' ? 'No relationships' : `Relationships: ${links}`}. The tables below say the same.`
}

function boxOf({ x, y, width, height }: Box, entity: Entity | undefined): Html {
  if (entity === undefined) return html``
  const rows = rowsOf(entity)
  const room = width - 52
  return html`<g
    ><rect class="er-box" x="${x}" y="${y}" width="${width}" height="${height}" rx="8" /><path
      class="er-head"
      d="M${x} ${y + row.head}h${width}"
    /><text class="er-name" x="${x + 12}" y="${y + 22}"
      >${fitted(entity.name, width - 24, font.name)}</text
    >${rows.map(({ name, type, required }, index) => {
      const at = y + row.head + index * row.line + 16
      const typeWidth = measured(type, font.attribute)
      return html`<circle
          class="${required === true ? 'er-must' : 'er-may'}"
          cx="${x + 16}"
          cy="${at - 4}"
          r="3"
        /><text class="er-attribute" x="${x + 26}" y="${at}"
          >${fitted(name, room - typeWidth, font.attribute)}</text
        ><text class="er-type" x="${x + width - 12}" y="${at}" text-anchor="end">${type}</text>`
    })}${
      entity.attributes.length > rows.length
        ? html`<text class="er-type" x="${x + 26}" y="${y + row.head + rows.length * row.line + 16}"
            >+ ${entity.attributes.length - rows.length} more</text
          >`
        : null
    }</g
  > `
}

const rowsOf = ({ attributes }: Entity) =>
  attributes.length > most.rows ? attributes.slice(0, most.rows - 1) : attributes

const heightOf = ({ attributes }: Entity): number =>
  row.head + Math.min(attributes.length, most.rows) * row.line + row.foot

const widthOf = (entity: Entity): number => {
  const lines = rowsOf(entity).map(
    ({ name, type }) => measured(name, font.attribute) + measured(type, font.attribute) + 56,
  )
  const widest = Math.max(measured(entity.name, font.name) + 28, ...lines)
  return Math.ceil(Math.min(256, Math.max(168, widest)) / 8) * 8
}

/** What a text probably takes, on the wide side: no font can be asked here. */
const measured = (text: string, size: number): number => {
  let ems = 0
  for (const each of text.slice(0, 200)) ems += emOf(each)
  return Math.ceil(ems * size)
}

const emOf = (character: string): number => {
  if ((character.codePointAt(0) ?? 0) >= 0x1100) return 1.1
  if (/[MW@%]/.test(character)) return 0.98
  return /[A-Zmw]/.test(character) ? 0.84 : 0.6
}

function fitted(text: string, room: number, size: number): string {
  if (measured(text, size) <= room && text.length <= 200) return text
  let limit = Math.min(text.length, 200)
  while (limit > 1 && measured(clip(text, limit), size) > room) limit -= 1
  return clip(text, limit)
}

function lineOf(points: readonly Point[], line: Line | undefined): Html {
  const [start, second] = points
  const [before, stop] = points.slice(-2)
  if (line === undefined || !start || !second || !before || !stop) return html``
  const [from, to] = [Math.sign(second.x - start.x), Math.sign(before.x - stop.x)]
  const [one, other] = sides[line.cardinality]
  return html`<g class="er-line"
    ><title>${cardinalityWords[line.cardinality]}</title><path d="${pathOf(points)}" /><path
      d="${footOf(one, start, from)}${footOf(other, stop, to)}"
    /><text x="${start.x + from * 29}" y="${start.y + 4}" text-anchor="middle"
      >R${line.number}</text
    ></g
  > `
}

const sides: Record<Cardinality, readonly ['one' | 'many', 'one' | 'many']> = {
  'one-to-one': ['one', 'one'],
  'one-to-many': ['one', 'many'],
  'many-to-many': ['many', 'many'],
}

/** The mark at an end: a bar across for one, three toes for many. */
const footOf = (kind: 'one' | 'many', { x, y }: Point, away: number): string =>
  kind === 'one'
    ? `M${x + away * 9} ${y - 6}v12`
    : `M${x} ${y - 7}L${x + away * 13} ${y}L${x} ${y + 7}`

/** Level and upright pieces with soft corners. */
function pathOf(points: readonly Point[]): string {
  const [start, ...rest] = points
  if (start === undefined) return ''
  return rest.reduce((path, point, index) => {
    const before = points[index] ?? start
    const after = points[index + 2]
    if (after === undefined) return `${path}L${point.x} ${point.y}`
    const [near, far] = [toward(point, before), toward(point, after)]
    return `${path}L${near.x} ${near.y}Q${point.x} ${point.y} ${far.x} ${far.y}`
  }, `M${start.x} ${start.y}`)
}

/** A little way from a corner to its neighbour, at most half of the way. */
const toward = (corner: Point, other: Point): Point => {
  const step = (length: number) => Math.sign(length) * Math.min(6, Math.floor(Math.abs(length) / 2))
  return { x: corner.x + step(other.x - corner.x), y: corner.y + step(other.y - corner.y) }
}
