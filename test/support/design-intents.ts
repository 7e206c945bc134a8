import type { DesignIntent } from '../../src/checks/design/intent.ts'

/** A small design that no rule holds anything against. */
export function cleanIntent(featureId: string, changes: Partial<DesignIntent> = {}): DesignIntent {
  return {
    schemaVersion: '1.0.0',
    featureId,
    version: '1.0.0',
    title: 'Meter readings',
    goals: [
      'Let a tenant send the meter reading once a year without a technician',
      'Refuse a reading that is lower than the last one',
    ],
    userFlows: [
      {
        id: 'send-reading',
        name: 'Send a meter reading',
        actor: 'Tenant',
        goal: 'Send the reading of this year from home',
        steps: [
          {
            id: 'type-reading',
            action: 'The tenant types the reading of the meter in kilowatt hours',
            componentIds: ['reading-page', 'reading-field'],
            entityIds: ['meter', 'reading'],
            outcome: 'The number stands in the field, ready to be sent',
          },
          {
            id: 'send',
            action: 'The tenant sends the reading',
            componentIds: ['send-key'],
            entityIds: ['reading'],
            outcome: 'The reading is stored with the day it was taken',
          },
        ],
      },
    ],
    components: [
      {
        id: 'reading-page',
        name: 'Reading page',
        type: 'view',
        description: "Shows the number of the meter and last year's reading.",
        children: ['reading-field', 'send-key'],
        binds: ['meter.serial', 'reading.kilowattHours'],
      },
      {
        id: 'reading-field',
        name: 'Reading field',
        type: 'control',
        description: 'Takes five digits before the comma and one after it.',
      },
      {
        id: 'send-key',
        name: 'Send key',
        type: 'control',
        description: "Sends the reading unless it is lower than last year's.",
      },
    ],
    dataModel: {
      entities: [
        {
          id: 'meter',
          name: 'Meter',
          attributes: [
            { name: 'serial', type: 'string' },
            { name: 'flat', type: 'string' },
          ],
        },
        {
          id: 'reading',
          name: 'Reading',
          attributes: [
            { name: 'kilowattHours', type: 'number' },
            { name: 'takenOn', type: 'date' },
            { name: 'meter', type: 'reference' },
          ],
        },
      ],
      relationships: [{ from: 'meter', to: 'reading', cardinality: 'one-to-many' }],
    },
    interactions: [
      {
        id: 'check-reading',
        trigger: 'The tenant leaves the reading field',
        response: "A reading below last year's is marked with both numbers",
        componentIds: ['reading-field', 'reading-page'],
      },
      {
        id: 'press-send',
        trigger: 'The tenant presses the send key',
        response: 'The page thanks the tenant and shows the use since last year',
        componentIds: ['send-key'],
      },
    ],
    ...changes,
  }
}

type Flaws = { readonly flow: number; readonly data: number }

/**
 * The same design with references that lead nowhere, in the flow and in the data model: the more of
 * them, the lower the score. Machine repairs drop them, so they are off where this is used.
 */
export function weakIntent(featureId: string, flaws: number | Flaws): DesignIntent {
  const { flow, data } = typeof flaws === 'number' ? { flow: flaws, data: flaws } : flaws
  const { userFlows, dataModel, ...rest } = cleanIntent(featureId)
  const lost = (count: number) => Array.from({ length: count }, (_, index) => `gone-${index}`)
  const broken = lost(data).map(
    (to) => ({ from: 'meter', to, cardinality: 'one-to-many' }) as const,
  )
  return {
    ...rest,
    userFlows: userFlows.map((each) => ({
      ...each,
      steps: each.steps.map((step, index) =>
        index === 0 ? { ...step, componentIds: [...step.componentIds, ...lost(flow)] } : step,
      ),
    })),
    dataModel: { ...dataModel, relationships: [...dataModel.relationships, ...broken] },
  }
}

/** The same design in other words that change no score: another value, and so another checksum. */
export const reworded = (intent: DesignIntent): DesignIntent => ({ ...intent, version: '1.1.0' })
