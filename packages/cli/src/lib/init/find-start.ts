import { findApp, findProgram, hasBuildScript, type Program } from '../framework/frameworks.ts'
import type { FoundAnswer } from './answers.ts'
import { findFolder } from './find-answers.ts'
import type { GivenAnswers } from './questions.ts'
import { type EarlierConfig, readEarlier } from './read-earlier.ts'

/** What a folder shows before its pages are read. */
export interface Start {
  root: string
  /** The folder of the pages. */
  folder: FoundAnswer
  /** Whether the folder has pages. */
  hasPages: boolean
  earlier?: EarlierConfig | undefined
  /** Whether nothing names what has the pages: no flag, and no earlier configuration. */
  isOpen: boolean
  program?: Program | undefined
}

export async function findStart(start: string, given: GivenAnswers): Promise<Start> {
  const isNamed = (given.builder ?? given.pages ?? given.framework) !== undefined
  const { root, program } = isNamed
    ? { root: start, program: await findProgram(start) }
    : await findApp(start)
  const folder = findFolder(root)
  const hasPages = folder.from !== 'the default'
  const earlier = await readEarlier(root)
  const isBuilt = !program && (await hasBuildScript(root, hasPages ? folder.value : undefined))
  const script = { framework: 'other', label: 'The script "build" of package.json' } as const
  return {
    root,
    folder,
    hasPages,
    earlier,
    isOpen: !earlier && !isNamed,
    program: isBuilt ? script : program,
  }
}
