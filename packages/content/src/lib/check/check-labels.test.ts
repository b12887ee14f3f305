import { describe, expect, it } from 'vitest'

import { BUILT_IN } from '../school/labels.ts'
import type { School } from '../school/school-schema.ts'
import { smallSchool, TRANSLATED } from '../school.fixture.ts'
import { checkLabels } from './check-labels.ts'

describe('checkLabels()', () => {
  it('reports labels that are not translated in one warning', () => {
    const labels = { ...TRANSLATED, price: '', home: undefined }
    expect(find({ language: 'th', labels })).toEqual([
      {
        level: 'warning',
        code: 'content-labels',
        message:
          '2 of 71 labels are not translated, and "th" has no built-in ones: price, home. The files that need them are left out: /llms.txt, /llms-full.txt and /for-llm/.',
        fix: 'Write them in labels.',
      },
    ])
  })

  it('reports the first names if no label is translated', () => {
    expect(find({ language: 'th', labels: undefined })).toMatchObject([
      {
        message: expect.stringMatching(
          /^71 of 71 labels .*: facts, about, whenToUse, useFor, otherQuestions and 66 more\. /,
        ),
      },
    ])
  })

  it.each<[language: string, labels: School['labels']]>([
    ['th', TRANSLATED],
    ...[...BUILT_IN.keys()].map((language): [string, undefined] => [language, undefined]),
  ])('reports nothing for %s', (language, labels) => {
    expect(find({ language, labels })).toEqual([])
  })
})

function find(changes: Pick<School, 'language' | 'labels'>): unknown[] {
  return [...checkLabels({ ...smallSchool(), ...changes })]
}
