import type { DesignIntent } from '../../../src/checks/design/intent.ts'

const tags = '<script>alert(1)</script><img src=x onerror=alert(1)>"\'`&amp;</style></title>'
const turned = 'שלום \u202eevil\u202c مرحبا'
const endless = 'W'.repeat(5000)

/** A design that means harm: markup in every field, endless words, circles, strangers, doubles. */
export const hostileIntent: DesignIntent = {
  schemaVersion: '1.0.0',
  featureId: 'hostile-one',
  version: '1.0.0',
  title: `${tags} ${turned}`,
  goals: [tags, endless, turned, '👩‍👩‍👧 \ud800 \u0000 \u{e0041}', '-->]]>{{x}}${x}'],
  userFlows: [
    {
      id: '"><b>',
      name: tags,
      actor: turned,
      goal: endless,
      steps: [
        {
          id: tags,
          action: endless,
          componentIds: ['a b', 'a"><script>', 'nobody<i>'],
          entityIds: ['nothing', 'e<1>'],
          outcome: tags,
        },
        { id: 'same', action: turned, componentIds: ['loop-1'] },
        { id: 'same', action: tags, componentIds: Array.from({ length: 80 }, (_, at) => `c${at}`) },
      ],
    },
    { id: '"><b>', name: endless, steps: [{ id: '', action: '', componentIds: ['self'] }] },
  ],
  components: [
    {
      id: 'a b',
      name: tags,
      type: 'view',
      description: endless,
      children: ['a"><script>', 'nobody<i>', 'loop-1', 'a b', 'shared', 'shared'],
      binds: ['e<1>.x', 'nothing.q', '.', '', endless, tags],
    },
    { id: 'a"><script>', name: endless, type: 'control', description: tags },
    { id: 'loop-1', name: 'Loop', type: 'container', description: turned, children: ['loop-2'] },
    {
      id: 'loop-2',
      name: turned,
      type: 'container',
      description: '',
      children: ['loop-1', 'shared'],
    },
    { id: 'ring-1', name: 'Ring', type: 'container', description: 'x', children: ['ring-2'] },
    { id: 'ring-2', name: 'Ring', type: 'container', description: 'x', children: ['ring-1'] },
    { id: 'self', name: 'Self', type: 'view', description: 'x', children: ['self'] },
    { id: 'shared', name: turned, type: 'data', description: 'x' },
    { id: 'shared', name: 'Double', type: 'utility', description: 'x' },
    {
      id: '__proto__',
      name: 'constructor',
      type: 'utility',
      description: 'x',
      binds: ['__proto__.x'],
    },
  ],
  dataModel: {
    entities: [
      {
        id: 'e<1>',
        name: tags,
        attributes: [
          { name: tags, type: 'string', required: true, description: endless },
          { name: turned, type: 'reference' },
        ],
      },
      {
        id: 'e2',
        name: endless,
        attributes: Array.from({ length: 40 }, (_, at) => ({ name: `a${at}`, type: 'enum' })),
      },
      { id: 'constructor', name: turned, attributes: [{ name: 'x', type: 'date' }] },
    ],
    relationships: [
      { from: 'e<1>', to: 'e<1>', cardinality: 'many-to-many', description: tags },
      { from: 'e<1>', to: 'nothing', cardinality: 'one-to-one' },
      { from: 'e2', to: 'e<1>', cardinality: 'one-to-many' },
      { from: 'e2', to: 'e<1>', cardinality: 'one-to-many' },
    ],
  },
  interactions: [
    {
      id: tags,
      trigger: tags,
      response: endless,
      componentIds: ['nobody', 'a b'],
      states: [tags, turned, endless],
    },
  ],
}
