import { CommandError } from '../terminal/errors.ts'

export interface Line {
  number: number
  /** `undefined` if the line is longer than 262,144 characters. */
  text: string | undefined
}

/** The bytes of a file are not in its encoding. */
export class EncodingError extends CommandError {}

/** More than any event of the proxy. A file without line breaks must not fill the memory. */
const MAX_LINE_LENGTH = 262_144

/**
 * Decodes and splits a file, also into empty lines. They end with LF or CRLF. A byte order mark is removed.
 *
 * @param isStrict Whether bytes that are not in the encoding are an error. Otherwise they become `\uFFFD`.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  encoding = 'utf-8',
  isStrict = true,
): AsyncGenerator<Line> {
  const decoder = new TextDecoder(encoding, { fatal: isStrict })
  let number = 0
  let rest = ''
  let isTooLong = false
  for await (const chunk of chunks) {
    const [first = '', ...others] = decode(chunk, { stream: true }).split('\n')
    rest += first
    for (const next of others) {
      yield toLine()
      rest = next
    }
    if (rest.length <= MAX_LINE_LENGTH) continue
    isTooLong = true
    rest = ''
  }
  rest += decode()
  if (rest !== '' || isTooLong) yield toLine()

  function decode(...input: Parameters<typeof decoder.decode>): string {
    try {
      return decoder.decode(...input)
    } catch {
      throw new EncodingError(
        `The file is not ${encoding.toUpperCase()}. Save it as UTF-8, or write its encoding, such as --encoding=windows-1251.`,
      )
    }
  }

  function toLine(): Line {
    const text = isTooLong || rest.length > MAX_LINE_LENGTH ? undefined : rest.replace(/\r$/, '')
    isTooLong = false
    number += 1
    return { number, text }
  }
}
