import { useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks'

import type { Faults } from '../../faults/faults.ts'
import type { LiveUpdate } from '../../record/records.ts'
import { createStore } from './model/store.ts'

export type Live = ReturnType<typeof useLive>

export function useLive(maxEvents: number) {
  const store = useMemo(() => createStore(maxEvents), [maxEvents])
  const [, render] = useReducer((count: number) => count + 1, 0)
  const [connection, setConnection] = useState<'connecting' | 'live' | 'lost'>('connecting')
  const [faults, setFaults] = useState<Faults>({})
  const state = useRef({ isComplete: false, frame: 0 })

  useEffect(() => {
    const source = new EventSource('stream')
    source.addEventListener('open', () => setConnection('live'))
    source.addEventListener('error', () => setConnection('lost'))
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      receive(JSON.parse(data) as LiveUpdate)
    })
    return () => source.close()
  }, [store])

  return {
    rows: store.rows(),
    faults,
    connection,
    /** Everything recorded before the connection has arrived. */
    isComplete: state.current.isComplete,
  }

  function receive(update: LiveUpdate): void {
    const { current } = state
    if (update.faults) setFaults(update.faults)
    if (update.reset) current.isComplete = false
    if (update.complete) current.isComplete = true
    store.apply(update)
    current.frame ||= requestAnimationFrame(() => {
      current.frame = 0
      render(undefined)
    })
  }
}

/** Sends a command to the emulator, whose stream then contains the change. If the emulator has stopped, the page shows it. */
export function post(path: 'clear' | 'faults', body?: unknown): void {
  const init = body === undefined ? {} : { body: JSON.stringify(body) }
  fetch(path, { method: 'POST', ...init }).catch(() => {})
}
