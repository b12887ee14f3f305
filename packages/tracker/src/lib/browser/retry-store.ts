import { quietly } from './quietly.ts'

/** An event that is to be delivered: its body, since when, and how often it was tried. */
export type Delivery = [body: string, since: number, tries: number]

const DAY = 86400000

/** The deliveries that failed and may be tried again: for a day, which is well within Meta's 48 hours. */
export function readStored(key: string): Delivery[] {
  return (
    quietly(() =>
      (JSON.parse(localStorage[key]) as Delivery[]).filter(([, since]) => Date.now() - since < DAY),
    ) ?? []
  )
}

/** Keeps the last 20. */
export function writeStored(key: string, deliveries: Delivery[]): void {
  quietly(() => (localStorage[key] = JSON.stringify(deliveries.slice(-20))))
}
