import { expect, it } from 'vitest'

import { until, useSchools } from './use-schools.ts'

const schools = useSchools()

it('sends each of 20 stored events once, with six tabs at the same time', async () => {
  let isDown = true
  const school = await schools.open({
    options: { pageView: false },
    onPost: ({ response }) =>
      response.writeHead(isDown ? 503 : 200).end(isDown ? 'Down' : '{"ok":true}'),
  })
  for (let n = 0; n < 20; n++) await school.track('Lead')
  await until(async () => (await school.stored()).length === 20)
  isDown = false
  school.posts.length = 0
  const tabs = await Promise.all(Array.from({ length: 6 }, () => school.context.newPage()))
  await Promise.all(tabs.map((tab) => school.go('/next', tab)))
  await until(async () => {
    const retry = () => void dispatchEvent(new Event('online'))
    await Promise.all(tabs.map((tab) => tab.evaluate(retry)))
    return (await school.stored()).length === 0
  })
  await Promise.all(tabs.map((tab) => tab.evaluate(() => fetch('/catch-up'))))
  const ids = school.posts.map(({ event }) => event.event_id)
  expect(ids.length).toBe(new Set(ids).size)
  await school.close()
})
