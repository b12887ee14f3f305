import { relative, resolve } from 'node:path'

import type { Finding } from '@conversion-capi/content'
import { defineCommand } from 'citty'
import { createTwoFilesPatch } from 'diff'

import { type Answers, QUESTIONS, readAnswers } from '../init/answers.ts'
import { askAnswers, askYes, canAsk } from '../init/ask.ts'
import { type PlannedFile, planProject } from '../init/plan-project.ts'
import { writeFiles } from '../init/write-files.ts'
import { HOSTS } from '../project/site-options.ts'
import type { Report } from '../report/report.ts'
import { type Streams, hasColors, paint, toLine } from '../report/terminal.ts'
import { COMMON_ARGS } from './common-args.ts'

/** `conversion-capi init`. */
export const init = defineCommand({
  meta: {
    name: 'init',
    description: 'Create a project around your pages. Asks for what the flags leave open.',
  },
  args: {
    dir: { ...COMMON_ARGS.dir, description: 'The folder of the project.' },
    json: COMMON_ARGS.json,
    ...questionFlags(),
    'edit-pages': { type: 'boolean', description: 'Write the changes to your pages.' },
    overwrite: { type: 'boolean', description: 'Replace files that have other content.' },
  },
  async run({ args, data }): Promise<Report> {
    const streams = data as Streams
    const flags = args as Record<string, unknown>
    const root = resolve(streams.cwd(), args.dir)
    const given = Object.fromEntries(
      QUESTIONS.map(({ key, flag }) => [key, flags[flag]]).filter(([, value]) => value),
    ) as Partial<Record<keyof Answers, string>>
    const isAsked = canAsk(streams) && !args.json
    const answers = readAnswers(isAsked ? await askAnswers(given) : given)

    const { files, guessed, findings } = await planProject(root, answers)
    const pages = files.filter(({ kind }) => kind === 'page')
    const replaced = files.filter(({ kind }) => kind === 'replace')
    const agreed = {
      page: args['edit-pages'] || (await ask(pages, 'Write these changes to your pages?')),
      replace: args.overwrite || (await ask(replaced, 'Replace these files?')),
      create: true,
      extend: true,
    }
    const written = files.filter(({ kind }) => agreed[kind])
    await writeFiles(root, written)

    const kept = files.filter(({ kind }) => !agreed[kind])
    return {
      findings: [...kept.map(describeKept), ...findings],
      summary: [
        ...written.map(
          ({ kind, path }) => `${kind === 'create' ? 'Created' : 'Changed'} ${toLine(path)}`,
        ),
        ...(isAsked || args.json ? [] : showDiffs(kept.filter(({ kind }) => kind === 'page'))),
        '',
        ...nextSteps(guessed),
      ].join('\n'),
      data: {
        written: written.map(({ path }) => path),
        kept: kept.map(({ path }) => path),
        guessed,
      },
    }

    async function ask(changed: PlannedFile[], question: string): Promise<boolean> {
      if (!isAsked || changed.length === 0) return false
      streams.stdout.write(`${showDiffs(changed).join('\n')}\n`)
      return askYes(question)
    }

    function showDiffs(changed: PlannedFile[]): string[] {
      const colors = hasColors(streams.stdout, streams.env)
      return changed.map((file) => `\n${formatDiff(file, colors)}`)
    }

    function nextSteps(facts: string[]): string[] {
      const path = relative(streams.cwd(), root)
      const folder = path.startsWith('..') ? root : path
      const isKnown = kept.some(({ path }) => path === 'school.config.ts')
      return [
        ...(isKnown ? [] : [`Check these facts in school.config.ts: ${facts.join(', ')}.`]),
        'Next:',
        ...(folder === '' ? [] : [`  cd ${folder}`]),
        '  npm install',
        '  npm run dev',
      ]
    }
  },
})

function describeKept({ kind, path }: PlannedFile): Finding {
  return kind === 'page'
    ? {
        level: 'warning',
        file: path,
        message: 'The page was not changed, so it may not be tracked, or counted twice.',
        fix: 'Run init again with --edit-pages, or make the changes by hand.',
      }
    : {
        level: 'warning',
        file: path,
        message: 'The file has other content and was kept.',
        fix: 'Run init again with --overwrite to replace it.',
      }
}

function questionFlags(): Record<string, { type: 'string'; description: string }> {
  return Object.fromEntries(
    QUESTIONS.map(({ key, flag, message }) => {
      const description = key === 'host' ? `${message} ${HOSTS.join(', ')}` : message
      return [flag, { type: 'string', description }]
    }),
  )
}

/**
 * Formats the changes of a file as a unified diff.
 *
 * @param file The file, with its current and its new content.
 * @param colors Whether added and removed lines are colored.
 */
function formatDiff(
  { path, current = '', body }: { path: string; current: string | undefined; body: string },
  colors: boolean,
): string {
  const name = toLine(path)
  const patch = createTwoFilesPatch(name, name, current, body, undefined, undefined, { context: 2 })
  const [, ...lines] = patch.trimEnd().split('\n')
  return lines
    .map((line) => {
      if (line.startsWith('+')) return paint(line, 'green', colors)
      return line.startsWith('-') ? paint(line, 'red', colors) : line
    })
    .join('\n')
}
