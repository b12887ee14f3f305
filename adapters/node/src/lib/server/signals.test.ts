import { afterEach, describe, expect, it } from 'vitest'

import { killChildren, startChild } from './child.fixture.ts'

const HELD_SERVER = new URL('held-server.fixture.ts', import.meta.url)

afterEach(killChildren)

// On Windows, a signal ends the process at once.
describe.skipIf(process.platform === 'win32')(
  'a server in a child process',
  { timeout: 30_000 },
  () => {
    it.each(['SIGTERM', 'SIGINT'] as const)('exits with code 0 on %s', async (signal) => {
      const { child, exited } = await startChild(HELD_SERVER)
      child.kill(signal)
      expect(await exited).toEqual([0, null])
    })

    it('finishes a pending response before it exits', async () => {
      const { child, port, exited, nextLine } = await startChild(HELD_SERVER)
      const response = fetch(`http://127.0.0.1:${port}/held`)
      expect(await nextLine()).toBe('requested')

      child.kill('SIGTERM')
      expect(await (await response).text()).toBe('held')
      expect(await exited).toEqual([0, null])
    })

    it('closes pending connections on a second SIGINT', async () => {
      const { child, port, exited, nextLine } = await startChild(HELD_SERVER)
      const response = fetch(`http://127.0.0.1:${port}/held`)
      expect(await nextLine()).toBe('requested')

      child.kill('SIGINT')
      const again = setInterval(() => child.kill('SIGINT'), 50)
      await expect(response).rejects.toThrow('fetch failed')
      clearInterval(again)
      expect(await exited).toEqual([0, null])
    })

    it('treats a SIGINT that npm repeats as one', async () => {
      const { child, port, exited, nextLine } = await startChild(HELD_SERVER, ['--twice'])
      const response = fetch(`http://127.0.0.1:${port}/held`)
      expect(await nextLine()).toBe('requested')

      child.kill('SIGINT')
      // Both SIGINT listeners run in the same turn, so SIGTERM arrives after both.
      child.kill('SIGTERM')
      expect(await (await response).text()).toBe('held')
      expect(await exited).toEqual([0, null])
    })
  },
)
