import type { Idea, Spot } from './idea.ts'
import { listOf, methods, optional } from './operators-calls.ts'
import { boundaries, logicals, negatable, opposites, sums, swapped } from './operators-signs.ts'
import { arrow, awaited, returned, statement, throwing } from './operators-statements.ts'
import { literal, template } from './operators-texts.ts'

/** All bugs that can be planted at one node. */
export function ideasAt(spot: Spot): readonly Idea[] {
  return (makers[spot.node.type] ?? []).flatMap((make) => make(spot))
}

const makers: Readonly<Record<string, readonly ((spot: Spot) => readonly Idea[])[]>> = {
  IfStatement: [negatable],
  ConditionalExpression: [negatable],
  WhileStatement: [negatable],
  BinaryExpression: [
    (spot) => swapped(spot, 'comparison', opposites),
    (spot) => swapped(spot, 'boundary', boundaries),
    (spot) => swapped(spot, 'arithmetic', sums),
  ],
  AssignmentExpression: [(spot) => swapped(spot, 'arithmetic', sums)],
  LogicalExpression: [(spot) => swapped(spot, 'logical', logicals)],
  Literal: [literal],
  TemplateLiteral: [template],
  ExpressionStatement: [statement],
  ThrowStatement: [throwing],
  ReturnStatement: [returned],
  ArrowFunctionExpression: [arrow],
  AwaitExpression: [awaited],
  MemberExpression: [optional],
  CallExpression: [methods, optional],
  ArrayExpression: [listOf],
}
