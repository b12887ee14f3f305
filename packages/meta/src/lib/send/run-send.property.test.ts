import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createFolder } from '@conversion-capi/test-support/vitest'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { CommandError } from '../terminal/errors.ts'
import { NOW, send } from './send.fixture.ts'

/** What happens to a request. `lost`: Meta accepts its events, but its response does not arrive. */
type Fate = 'accepted' | 'lost' | 'unreachable' | 500 | 429

it('sends each event of overlapping files, and none twice unless it names its line', async () => {
  const file = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 20 })
  const fate = fc.constantFrom<Fate>('accepted', 'accepted', 'lost', 'unreachable', 500, 429)
  const run = fc.record({ file: fc.nat(), fates: fc.array(fate, { maxLength: 12 }) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(file, { minLength: 1, maxLength: 4 }),
      fc.array(run, { maxLength: 6 }),
      async (files, runs) => {
        const folder = await createFolder()
        const counts = new Map<string, number>()
        const named = new Set<string>()
        for (const [index, ids] of files.entries()) {
          const lines = ids.map(
            (id) => `Contract,${id},${NOW / 1000 - 60},system_generated,${id}@example.com`,
          )
          const header = 'event_name,event_id,event_time,action_source,user_data.em'
          await writeFile(join(folder, `${index}.csv`), [header, ...lines].join('\n'))
        }
        for (const each of runs) await sendFile(each.file % files.length, each.fates)
        for (const index of files.keys()) await sendFile(index, [])
        for (const index of files.keys()) {
          expect((await sendFile(index, []))!.data).toMatchObject({ acceptedNow: 0, failed: 0 })
        }
        expect([...counts.keys()].toSorted()).toEqual(
          [...new Set(files.flat().map(String))].toSorted(),
        )
        const twice = [...counts].filter(([, count]) => count > 1).map(([id]) => id)
        expect(twice.filter((id) => !named.has(id))).toEqual([])

        async function sendFile(index: number, fates: Fate[]) {
          const rest = [...fates]
          const run = send({
            file: join(folder, `${index}.csv`),
            maxWaitMs: 10 * 60_000,
            onNotice({ code, message }) {
              if (!code?.startsWith('lines-')) return
              for (const id of readLines(message)) named.add(String(files[index]![id - 2]))
            },
            async fetch(_url, init) {
              const next = rest.shift() ?? 'accepted'
              if (typeof next === 'number') return Response.json({}, { status: next })
              const { data } = JSON.parse(String(init!.body)) as { data: { event_id: string }[] }
              if (next !== 'unreachable') {
                for (const { event_id: id } of data) counts.set(id, (counts.get(id) ?? 0) + 1)
              }
              if (next !== 'accepted') throw new TypeError('fetch failed')
              return Response.json({ events_received: data.length })
            },
          })
          return run.catch((error: unknown) => expect(error).toBeInstanceOf(CommandError) as never)
        }
      },
    ),
    { numRuns: 15 },
  )
})

/** Reads the numbers of `Lines 2; 4 to 6: …`. */
function readLines(message: string): number[] {
  const ranges = /^Lines? ([^:]+):/.exec(message)![1]!.split('; ')
  return ranges.flatMap((range) => {
    const [first = 0, last = first] = range.split(' to ').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}
