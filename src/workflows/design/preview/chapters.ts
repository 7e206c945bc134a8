import type { Component, Entity, FlowStep, UserFlow } from '../../../checks/design/intent.ts'
import { counted } from '../../../model/counted.ts'
import { clip, html, nothing, prose, type Html } from './escape.ts'
import { chapter, idOf, leftOut, lengths, notesOn, references, type Sheet, upTo } from './sheet.ts'

/** Every flow as its steps, in the order they happen. */
export function flowsChapter(sheet: Sheet): Html {
  const { userFlows } = sheet.intent
  const { drawn, left } = upTo(userFlows, 350_000, (flow, at) => flowCard(sheet, flow, at))
  const heading = `Flows (${userFlows.length})`
  return chapter(sheet, 'flows', heading, html`${drawn}${leftOut(left, 'flow')}`)
}

function flowCard(sheet: Sheet, { name, actor, goal, steps }: UserFlow, index: number): Html {
  const key = `/userFlows/${index}`
  const { drawn, left } = upTo(steps, 100_000, (step, at) =>
    stepCard(sheet, step, `${key}/steps/${at}`),
  )
  return html`<article class="card" id="${idOf(key)}">
    <h3 dir="auto">${clip(name, lengths.heading)}</h3>
    ${labelled('Actor', actor)}${labelled('Goal', goal)}${notesOn(sheet, key)}
    <ol class="steps">
      ${drawn}
    </ol>
    ${leftOut(left, 'step')}
  </article> `
}

const labelled = (label: string, text: string | undefined): Html =>
  text === undefined
    ? nothing
    : html`<p><span class="muted">${label}</span> <span dir="auto">${prose(text)}</span></p>`

const stepCard = (sheet: Sheet, step: FlowStep, key: string): Html =>
  html`<li id="${idOf(key)}">
    <p dir="auto">${prose(step.action)}</p>
    ${labelled('Outcome', step.outcome)}
    ${references('Components', step.componentIds, sheet.intent.components)}
    ${references('Data', step.entityIds ?? [], sheet.intent.dataModel.entities)}
    ${notesOn(sheet, key)}
  </li> `

/** Levels of containment in one tree; what lies deeper starts a tree of its own. */
const mostDepth = 8

/** Containment as nested lists. Each component is drawn once, whatever contains what; elsewhere it is only named. */
export function componentsChapter(sheet: Sheet): Html {
  const { components } = sheet.intent
  const at = new Map(components.map(({ id }, index) => [id, index] as const).toReversed())
  const drawn = new Set<number>()
  let room = 500_000
  const grow = (component: Component, index: number, depth: number): Html | null => {
    const row = componentRow(sheet, component, index)
    room -= Buffer.byteLength(row.markup)
    if (room < 0) return null
    drawn.add(index)
    const inside: Html[] = []
    const named: string[] = []
    for (const id of component.children ?? []) {
      const child = at.get(id) ?? -1
      const part = components[child]
      if (part === undefined || drawn.has(child) || depth === mostDepth) named.push(id)
      else {
        const branch = grow(part, child, depth + 1)
        if (branch !== null) inside.push(html`<li>${branch}</li>`)
      }
    }
    return html`${row}${
      inside.length === 0
        ? null
        : html`<ul class="parts">
            ${inside}
          </ul>`
    }${references('Contains', named, components)}`
  }
  const contained = new Set(
    components.flatMap(({ children = [] }, index) =>
      children.map((id) => at.get(id)).filter((child) => child !== index),
    ),
  )
  const all = components.map((component, index) => ({ component, index }))
  const roots = all.filter(({ index }) => !contained.has(index))
  const trees = [...roots, ...all].flatMap(({ component, index }) => {
    const tree = drawn.has(index) ? null : grow(component, index, 1)
    return tree === null ? [] : [html`<div class="card">${tree}</div>`]
  })
  return chapter(
    sheet,
    'components',
    `Components (${components.length})`,
    html`${trees}${leftOut(components.length - drawn.size, 'component')}`,
  )
}

function componentRow(sheet: Sheet, component: Component, index: number): Html {
  const key = `/components/${index}`
  const { name, type, description, binds = [] } = component
  const bound = sheet.intent.dataModel.entities.map(({ id, name: entity }) => ({
    id,
    name: entity,
  }))
  return html`<div id="${idOf(key)}">
    <p>
      <strong dir="auto">${clip(name, lengths.heading)}</strong> <span class="muted">${type}</span>
    </p>
    <p dir="auto">${prose(description)}</p>
    ${references(
      'Binds',
      binds.map((each) => each.replace(/\.[^.]*$/, '')),
      bound,
    )}
    ${notesOn(sheet, key)}
  </div>`
}

/** The data model in tables. */
export function dataChapter(sheet: Sheet): Html {
  const { entities, relationships } = sheet.intent.dataModel
  const cards = upTo(entities, 200_000, (entity, index) => entityCard(sheet, entity, index))
  const lines = upTo(relationships, 60_000, (each, index) => {
    const key = `/dataModel/relationships/${index}`
    return html`<li id="${idOf(key)}">
      ${references('', [each.from], entities)} ${each.cardinality.replaceAll('-', ' ')}
      ${references('', [each.to], entities)}
      <p dir="auto">${prose(each.description ?? '')}</p>
      ${notesOn(sheet, key)}
    </li>`
  })
  return chapter(
    sheet,
    'data',
    `Data model (${counted(entities.length, 'entity', 'entities')}, ${counted(relationships.length, 'relationship')})`,
    html`${cards.drawn}${leftOut(cards.left, 'entity', 'entities')}
      <ul class="relationships">
        ${lines.drawn}
      </ul>
      ${leftOut(lines.left, 'relationship')}`,
  )
}

function entityCard(sheet: Sheet, { name, attributes }: Entity, index: number): Html {
  const key = `/dataModel/entities/${index}`
  const rows = upTo(
    attributes,
    50_000,
    ({ name: attribute, type, required, description = '' }) =>
      html`<tr>
        <th scope="row"><bdi>${attribute}</bdi></th>
        <td>${type}${required === true ? ', required' : null}</td>
        <td dir="auto">${prose(description, lengths.message)}</td>
      </tr> `,
  )
  return html`<div class="card" id="${idOf(key)}">
    <h3 dir="auto">${clip(name, lengths.heading)}</h3>
    <table>
      <caption>
        Attributes of
        <bdi>${clip(name, lengths.name)}</bdi>
      </caption>
      <thead>
        <tr>
          <th scope="col">Attribute</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${rows.drawn}
      </tbody>
    </table>
    ${leftOut(rows.left, 'attribute')}${notesOn(sheet, key)}
  </div> `
}

export function interactionsChapter(sheet: Sheet): Html {
  const { interactions, components } = sheet.intent
  const { drawn, left } = upTo(interactions, 150_000, (each, index) => {
    const key = `/interactions/${index}`
    return html`<div class="card" id="${idOf(key)}">
      ${labelled('When', each.trigger)}${labelled('Then', each.response)}
      ${labelled('States', each.states?.map((state) => clip(state, lengths.name)).join(', '))}
      ${references('Components', each.componentIds, components)}${notesOn(sheet, key)}
    </div> `
  })
  return chapter(
    sheet,
    'interactions',
    `Interactions (${interactions.length})`,
    html`${drawn}${leftOut(left, 'interaction')}`,
  )
}
