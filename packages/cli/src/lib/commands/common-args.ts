/** The arguments of every command that works on a project. */
export const COMMON_ARGS = {
  dir: {
    type: 'positional',
    required: false,
    default: '.',
    description: 'The folder with school.config.ts.',
  },
  json: { type: 'boolean', description: 'Print one JSON document instead of words.' },
} as const
