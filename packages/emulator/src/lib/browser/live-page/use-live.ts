import { useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks'

import type { Faults } from '../../faults/faults.ts'
import type { LiveUpdate } from '../../record/records.ts'
import { createStore, type LiveRow } from './model/store.ts'

export interface Live {
  rows: readonly LiveRow[]
  faults: Faults
  connection: 'connecting' | 'live' | 'lost'
  /** Everything recorded before the connection has arrived. */
  isComplete: boolean
}

export function useLive(maxEvents: number): Live {
  const store = useMemo(() => createStore(maxEvents), [maxEvents])
  const [, render] = useReducer((count: number) => count + 1, 0)
  const [connection, setConnection] = useState<Live['connection']>('connecting')
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
