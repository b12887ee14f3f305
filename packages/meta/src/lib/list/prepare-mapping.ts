import { basename } from 'node:path'

import { CommandError, UsageError } from '../terminal/errors.ts'
import { type Counts, formatCount, increase } from '../terminal/format-count.ts'
import type { Prompts } from '../terminal/prompts.ts'
import { writeAtomically } from '../terminal/write-atomically.ts'
import { askMapping } from './ask-mapping.ts'
import { isColumn, isValue, parseColumns, showColumn } from './csv-columns.ts'
import type { Sample } from './guess-column.ts'
import { openInput } from './input-file.ts'
import { checkSetting, type Mapping, readMapping } from './mapping.ts'
import { EncodingError, readRows } from './read-lines.ts'
import { findStatus, MAX_TEXTS, showStatus, type StatusColumn } from './status-column.ts'

const MAX_ROWS = 1000

type FileSample = Sample & { texts: (Counts | undefined)[] }

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
  const name = basename(mappingFile)
  const columns = parseColumns(sample.names, mapping)
  let asked = mapping
  if (!columns.ok) {
    if (sample.names.length < 2 || sample.names.some(isValue)) throw new CommandError(columns.error)
    if (!prompts) {
      throw new CommandError(
        `${columns.error} Or map them in ${name}, which the command writes if it runs in a terminal.`,
      )
    }
    asked = await askMapping(sample, mapping, prompts)
  }
  const status = asked.only ? undefined : findStatus(sample.names, sample.texts)
  if (status) asked = { ...asked, only: await askLines(status, name, prompts) }
  if (asked === mapping) return mapping
  await writeAtomically(mappingFile, `${JSON.stringify(asked, null, 2)}\n`, '--mapping')
  return asked
}

/** Asks which texts of the status mean that the line counts. They are not guessed: failed payments would be sent. */
async function askLines(
  { name, counts, paid }: StatusColumn,
  mappingFile: string,
  prompts?: Prompts,
): Promise<Record<string, string[]>> {
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  if (prompts) {
    const question = `Which lines should be sent, by the column ${name}? Leave out failed, pending and refunded payments.`
    const options = sorted.map(([value, count]) => ({
      value,
      label: `${value || '(empty)'}: ${formatCount(count, 'line')}`,
    }))
    const texts = await prompts.chooseSome(question, options, paid)
    return texts.length === options.length ? {} : { [name]: texts }
  }
  const shown = sorted.map(
    ([text, count]) => `${showStatus(name, text)}: ${formatCount(count, 'line')}`,
  )
  const only = JSON.stringify({ [name]: paid.length > 0 ? paid : ['…'] })
  throw new CommandError(
    `The column ${showColumn(name)} says which lines count (${shown.join(', ')}). Write those to send into ${mappingFile}, such as "only": ${only}, or "only": {} to send all lines.`,
  )
}

/**
 * Reads the names of the columns. Reads the rest too if the names do not tell what to send: up to 1,000 lines, and the
 * texts of columns that have few. Asks for the encoding if it is not UTF-8.
 */
async function readSample(file: string, mapping: Mapping, prompts?: Prompts): Promise<FileSample> {
  const input = await openInput(file, Date.now, mapping)
  const sample: FileSample = { names: [], rows: [], texts: [] }
  try {
    for await (const { cells } of readRows(input.readLines(), mapping)) {
      if (sample.names.length > 0) {
        if (cells.ok) addRow(sample, cells.value)
        continue
      }
      if (!cells.ok) throw new CommandError(cells.error)
      sample.names = cells.value
      sample.texts = cells.value.map(() => new Map())
      const isClear = mapping.only !== undefined || cells.value.every(isColumn)
      if (parseColumns(cells.value, mapping).ok ? isClear : !prompts) break
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

function addRow({ names, rows, texts }: FileSample, cells: string[]): void {
  if (rows.length < MAX_ROWS) rows.push(cells)
  // In a line with missing cells, the text can be in another column.
  if (cells.length !== names.length) return
  for (const [index, counts] of texts.entries()) {
    if (!counts) continue
    increase(counts, cells[index]!)
    if (counts.size > MAX_TEXTS) texts[index] = undefined
  }
}
