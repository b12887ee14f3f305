import { describe, expect, it } from 'vitest'

import { until, useSchools } from './use-schools.ts'

describe.concurrent('PageView, in Chromium', () => {
  const { open } = useSchools()

  it('is sent when the fragment changes', async () => {
    const school = await open({
      options: { singlePage: true },
      body: '<a href="#/physics">Physics</a>',
    })
    await until(() => school.posts.length === 1)
    await school.page.getByRole('link').click()
    await until(() => school.posts.length === 2)
    await school.page.getByRole('link').click()
    await school.catchUp()
    expect(school.events('PageView')).toHaveLength(2)
    await school.close()
  })
})
