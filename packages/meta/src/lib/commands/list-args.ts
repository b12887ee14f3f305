/** The arguments that say how to read a list. */
export const LIST_ARGS = {
  mapping: {
    type: 'string',
    description:
      'The file that maps the columns to fields. Default for events.csv: events.mapping.json next to it.',
  },
  zone: {
    type: 'string',
    description: 'The time zone of times without an offset, such as Europe/Moscow.',
  },
  encoding: {
    type: 'string',
    description: 'The encoding of a file that is not UTF-8, such as windows-1251.',
  },
  school: {
    type: 'string',
    description: 'The school in META_SCHOOLS that the events belong to.',
  },
} as const
