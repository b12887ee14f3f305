import { describe, expect, it } from 'vitest'

import { smallSchool } from '../school.fixture.ts'
import { readSitemap } from '../sitemap/read-sitemap.fixture.ts'
import { sitemap } from './sitemap.ts'

describe('sitemap()', () => {
  it('lists the school’s pages, their variants and the generated pages', () => {
    const [file] = sitemap(smallSchool({ verified: '2026-11-20' }))

    expect(readSitemap(file!.body).map(({ loc, lastmod }) => [loc, lastmod])).toEqual([
      ['https://polaris.example/', '2026-09-01'],
      ['https://polaris.example/programs/physics.html', '2026-08-20'],
      ['https://polaris.example/ru/programs/physics.html', '2026-08-20'],
      ['https://polaris.example/terms.html', undefined],
      ['https://polaris.example/for-llm/', '2026-11-20'],
      ['https://polaris.example/docs/api.html', undefined],
    ])
  })

  it('omits lastmod of the facts if they have no verification date', () => {
    const [file] = sitemap(smallSchool())

    expect(readSitemap(file!.body)).toContainEqual({ loc: 'https://polaris.example/for-llm/' })
  })

  it('lists a generated page once if the school lists it as well', () => {
    const [file] = sitemap(
      smallSchool({
        verified: '2026-11-20',
        pages: [PHYSICS, { path: '/for-llm/', lastmod: '2026-10-10' }],
      }),
    )

    expect(readSitemap(file!.body)).toEqual([
      { loc: 'https://polaris.example/programs/physics.html' },
      { loc: 'https://polaris.example/for-llm/', lastmod: '2026-10-10' },
      { loc: 'https://polaris.example/docs/api.html' },
    ])
  })
})

const PHYSICS = { path: '/programs/physics.html' }
