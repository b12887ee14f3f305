/** Arguments that several commands have. */
export const COMMON_ARGS = {
  dir: {
    type: 'positional',
    required: false,
    default: '.',
    description: 'The folder with school.config.ts.',
  },
  'env-file': {
    type: 'string',
    description: 'A file with variables, such as .env. Those of the shell take precedence.',
  },
  json: { type: 'boolean', description: 'Print one JSON document instead of words.' },
  strict: { type: 'boolean', description: 'Exit with 1 if there is a warning.' },
} as const
