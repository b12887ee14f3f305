import type { Writing } from './writing.ts'

/**
 * Times what a program was started for, and prints a `Writing`: how long it took and how large the process
 * became. Loading the program is not timed, and its memory counts.
 *
 * Started with the number of addresses, `variants` or nothing, and an empty folder.
 */
export async function timeWriting(
  write: (urls: number, hasVariants: boolean, folder: string) => Promise<void>,
): Promise<void> {
  const [urls, variants, folder] = process.argv.slice(2)
  const start = performance.now()
  await write(Number(urls), variants === 'variants', folder!)
  const ms = performance.now() - start
  const writing: Writing = { ms, mebibytes: process.resourceUsage().maxRSS / 1024 }
  console.log(JSON.stringify(writing))
}
