import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'

import { CommandError, UsageError } from '../output/errors.ts'
import type { Prompts } from '../output/prompts.ts'
import { askMapping, type Sample } from './ask-mapping.ts'
import { isValue, parseColumns } from './csv-columns.ts'
import { openInput } from './input-file.ts'
import { checkSetting, type Mapping, readMapping } from './mapping.ts'
import { findDelimiter, splitCells } from './parse-csv-line.ts'
import { EncodingError } from './read-lines.ts'

const MAX_ROWS = 1000

/** Reads the mapping of a file. If its columns are unknown, asks for them if it can, and writes the mapping file. */
export async function prepareMapping(
  file: string,
  {
    mapping: path,
    encoding,
    zone,
  }: Partial<Record<'mapping' | 'encoding' | 'zone', string | undefined>>,
  prompts?: Prompts,
): Promise<Mapping> {
  const mappingFile = path ?? `${file.replace(/\.[^./\\]*$/, '')}.mapping.json`
  const mapping = await readMapping(mappingFile, path !== undefined && !prompts)
  for (const [key, value] of Object.entries({ encoding, zone })) {
    if (value === undefined) continue
    const problem = checkSetting(key as keyof Mapping, value)
    if (problem !== undefined) throw new UsageError(`--${problem}`)
    Object.assign(mapping, { [key]: value })
  }
  if (!/\.csv$/i.test(file)) return mapping
  const sample = await readSample(file, mapping, prompts)
  const columns = parseColumns(sample.names, mapping)
  if (columns.ok) return mapping
  if (sample.names.length < 2 || sample.names.some(isValue)) throw new CommandError(columns.error)
  if (!prompts) {
    throw new CommandError(
      `${columns.error} Or map them in ${basename(mappingFile)}, which the command writes if it runs in a terminal.`,
    )
  }
  const asked = await askMapping(sample, mapping, prompts)
  await writeFile(mappingFile, `${JSON.stringify(asked, null, 2)}\n`)
  return asked
}

/** Reads up to 1,000 lines, only the first one if it names the columns, and asks for the encoding if it is not UTF-8. */
async function readSample(file: string, mapping: Mapping, prompts?: Prompts): Promise<Sample> {
  const input = await openInput(file, Date.now, mapping)
  const sample: Sample = { names: [], rows: [] }
  let delimiter: ReturnType<typeof findDelimiter> | undefined
  try {
    for await (const { text = '' } of input.readLines()) {
      if (text.trim() === '') continue
      const isHeader = delimiter === undefined
      delimiter ??= findDelimiter(text)
      const cells = splitCells(text, delimiter)
      if (isHeader) {
        if (!cells.ok) throw new CommandError(cells.error)
        sample.names = cells.value
        if (!prompts || parseColumns(cells.value, mapping).ok) break
      } else if (cells.ok && sample.rows.length < MAX_ROWS) sample.rows.push(cells.value)
    }
    return sample
  } catch (error) {
    if (!(error instanceof EncodingError) || !prompts) throw error
    mapping.encoding = await prompts.write(
      'The file is not UTF-8. What is its encoding, such as windows-1251 (Cyrillic) or windows-1252 (Western Europe)?',
      '',
      (value) => checkSetting('encoding', value),
    )
    return readSample(file, mapping, prompts)
  } finally {
    await input.close()
  }
}
