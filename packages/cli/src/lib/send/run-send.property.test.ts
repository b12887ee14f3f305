import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { expect, it } from 'vitest'

import { CommandError } from '../output/errors.ts'
import { runSend } from './run-send.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const ENV = { META_PIXEL_ID: '1234567890', META_ACCESS_TOKEN: 'token' }

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
        const folder = await mkdtemp(join(tmpdir(), 'conversion-capi-send-'))
        const counts = new Map<string, number>()
        const named = new Set<string>()
        try {
          for (const [index, ids] of files.entries()) {
            const lines = ids.map(
              (id) => `Contract,${id},${NOW / 1000 - 60},system_generated,${id}@example.com`,
            )
            const header = 'event_name,event_id,event_time,action_source,user_data.em'
            await writeFile(join(folder, `${index}.csv`), [header, ...lines].join('\n'))
          }
          for (const each of runs) await send(each.file % files.length, each.fates)
          for (const index of files.keys()) await send(index, [])
          for (const index of files.keys()) {
            expect((await send(index, []))!.data).toMatchObject({ acceptedNow: 0, failed: 0 })
          }
        } finally {
          await rm(folder, { recursive: true })
        }
        expect([...counts.keys()].toSorted()).toEqual(
          [...new Set(files.flat().map(String))].toSorted(),
        )
        const twice = [...counts].filter(([, count]) => count > 1).map(([id]) => id)
        expect(twice.filter((id) => !named.has(id))).toEqual([])

        async function send(index: number, fates: Fate[]) {
          const rest = [...fates]
          const run = runSend({
            file: join(folder, `${index}.csv`),
            env: ENV,
            maxWaitMs: 10 * 60_000,
            onNotice({ code, message }) {
              if (!code?.startsWith('lines-')) return
              for (const id of readLines(message)) named.add(String(files[index]![id - 2]))
            },
            onProgress: () => {},
            signal: new AbortController().signal,
            now: () => NOW,
            sleep: async () => {},
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
    { numRuns: 30 },
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
