export const reportFormats = ['pretty', 'markdown', 'json', 'html', 'sarif', 'junit'] as const

export type ReportFormat = (typeof reportFormats)[number]
