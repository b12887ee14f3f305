import type { Writing } from './writing.ts'

/**
 * Measures a call of `write` and prints a `Writing` as JSON. The time excludes loading the program, the memory
 * includes it.
 *
 * The command line arguments are the number of URLs, `variants` or an empty string, and an empty folder.
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
