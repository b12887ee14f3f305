/** Arguments that several commands have. */
export const COMMON_ARGS = {
  dir: {
    type: 'positional',
    required: false,
    default: '.',
    description: 'The folder with school.config.ts.',
  },
  json: { type: 'boolean', description: 'Print one JSON document instead of words.' },
  strict: { type: 'boolean', description: 'Exit with 1 if there is a warning.' },
} as const
