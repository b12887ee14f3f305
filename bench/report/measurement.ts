import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

/** Where and when a part was measured. */
export type Measurement = ReturnType<typeof describeMeasurement>

/** Describes the machine without its name. Call it before the part, which is a load itself. */
export function describeMeasurement() {
  const model = cpus()[0]?.model.trim() ?? 'unknown CPU'
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${model}, ${availableParallelism()} cores, ${gigabytes} GB of memory, load ${loadavg()[0]!.toFixed(1)}`,
    runtime: `Node ${process.versions.node}`,
  }
}

/** Returns the names and installed versions of the bench's dependencies, for example `hono 4.13.19`. */
export function packageVersions(names: string[]): string[] {
  return names.map((name) => {
    const path = findPackageJSON(name, import.meta.url)!
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string }
    return `${name} ${version}`
  })
}
