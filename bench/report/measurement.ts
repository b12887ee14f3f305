import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

/** Where and when a part was measured. */
export interface Measurement {
  /** For example `2026-11-21`. */
  date: string
  /** For example `AMD EPYC, 2 cores, 24 GB of memory, load 0.3`. */
  machine: string
  /** For example `Node 24.21.0`. */
  runtime: string
}

/** Describes the machine without its name. Call it before the part, which is a load itself. */
export function describeMeasurement(): Measurement {
  const model = cpus()[0]?.model.trim() ?? 'unknown CPU'
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${model}, ${availableParallelism()} cores, ${gigabytes} GB of memory, load ${loadavg()[0]!.toFixed(1)}`,
    runtime: `Node ${process.versions.node}`,
  }
}
