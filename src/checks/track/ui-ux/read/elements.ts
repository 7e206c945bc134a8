import { literal, type UiElement } from './ui.ts'

export const isField = (element: UiElement): boolean =>
  /^(?:input|select|textarea)$/.test(element.tag) &&
  !/^(?:hidden|submit|button|reset|image)$/.test(literal(element, 'type') ?? '')

export const isButton = (element: UiElement): boolean =>
  element.tag === 'button' ||
  literal(element, 'role') === 'button' ||
  (element.tag === 'input' && /^(?:submit|button|reset)$/.test(literal(element, 'type') ?? ''))
