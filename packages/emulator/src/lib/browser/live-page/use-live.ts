import { useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks'

import { type Faults, findActiveFaults } from '../../faults/faults.ts'
import { KINDS, type LiveUpdate } from '../../record/records.ts'
import { createStore, type LiveRow } from './model/store.ts'

/** The emulator's data, and the connection to it. */
export interface Live {
  rows: readonly LiveRow[]
  /** Those that are active now. */
  faults: Faults
  connection: 'connecting' | 'live' | 'lost'
  /** Everything recorded before the connection has arrived. */
  isComplete: boolean
  isPaused: boolean
  /** The number of records that arrived while paused. */
  waiting: number
  togglePause: () => void
}

/** Follows the emulator's stream. While paused, new records wait. */
export function useLive(maxEvents: number): Live {
  const store = useMemo(() => createStore(maxEvents), [maxEvents])
  const [, render] = useReducer((count: number) => count + 1, 0)
  const [connection, setConnection] = useState<Live['connection']>('connecting')
  const [isPaused, setPaused] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  const state = useRef({
    isPaused: false,
    isComplete: false,
    waiting: [] as LiveUpdate[],
    frame: 0,
  })

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
    faults: useActiveFaults(faults),
    connection,
    isComplete: state.current.isComplete,
    isPaused,
    waiting: state.current.waiting.reduce((count, update) => count + countRecords(update), 0),
    togglePause,
  }

  function receive(update: LiveUpdate): void {
    const { current } = state
    if (update.faults) setFaults(update.faults)
    if (update.reset) {
      current.waiting = []
      current.isComplete = false
    }
    if (update.complete) current.isComplete = true
    // A pause holds back new records, but not a new start.
    if (current.isPaused && current.isComplete && !update.reset) current.waiting.push(update)
    else store.apply(update)
    current.frame ||= requestAnimationFrame(() => {
      current.frame = 0
      render(undefined)
    })
  }

  function togglePause(): void {
    const { current } = state
    current.isPaused = !current.isPaused
    for (const update of current.waiting.splice(0)) store.apply(update)
    setPaused(current.isPaused)
  }
}

/** Returns the faults that are active now, again every second while one of them will end. */
function useActiveFaults(faults: Faults): Faults {
  const receivedAt = useMemo(() => Date.now(), [faults])
  const [now, setNow] = useState(receivedAt)
  const active = findActiveFaults(faults, Math.max(0, now - receivedAt))
  const willEnd = JSON.stringify(active).includes('"durationMs"')
  useEffect(() => {
    const timer = willEnd ? setInterval(() => setNow(Date.now()), 1000) : undefined
    return () => clearInterval(timer)
  }, [faults, willEnd])
  return active
}

function countRecords(update: LiveUpdate): number {
  return KINDS.reduce((sum, kind) => sum + (update[kind]?.length ?? 0), 0)
}
