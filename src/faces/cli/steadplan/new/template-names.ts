/** Apart from the templates, because the command line names them before any is wanted. */
export const templateNames = ['feature', 'bugfix', 'refactor', 'blank'] as const
export type TemplateName = (typeof templateNames)[number]
