import { relative, resolve } from 'node:path'

import {
  askYes,
  canAsk,
  CommandError,
  COMMON_ARGS,
  createCommand,
  hasColors,
  showProgress,
  type Streams,
  toLine,
  UsageError,
} from '@conversion-capi/meta/terminal'

import { checkFlags, type FoundAnswers, readAnswers } from '../init/answers.ts'
import { askAboutForms, askAnswers, askBuilder, toFlags } from '../init/ask.ts'
import { describeChanges, describeKept } from '../init/describe-changes.ts'
import { findStart } from '../init/find-start.ts'
import { listNextSteps } from '../init/next-steps.ts'
import type { PlannedFile } from '../init/plan-page.ts'
import { planProject } from '../init/plan-project.ts'
import {
  type Answers,
  type GivenAnswers,
  type Question,
  QUESTIONS,
  readAnswer,
} from '../init/questions.ts'
import { readPublishedPage, refusePagesInRoot } from '../init/read-pages.ts'
import { readSources } from '../init/read-sources.ts'
import { writeFiles } from '../init/write-files.ts'
import { readManifest } from '../project/read-manifest.ts'
import { HOSTS } from '../hosts/hosts.ts'
import { CONFIG_FILE } from '../project/project-folders.ts'

export const init = createCommand({
  args: {
    dir: { ...COMMON_ARGS.dir, description: 'The folder of the project.' },
    json: COMMON_ARGS.json,
    ...questionFlags(),
    yes: {
      type: 'boolean',
      description: 'Accept all that was found, and write the changes to your pages. Asks nothing.',
    },
    'read-site': {
      type: 'boolean',
      description:
        'Read the page of --builder, and its robots.txt, to find answers. --yes does too.',
    },
    'edit-pages': { type: 'boolean', description: 'Write the changes to your pages.' },
    overwrite: { type: 'boolean', description: 'Replace files that have other content.' },
  },
  async run(args, streams) {
    const said: GivenAnswers = {}
    return createProject().catch((error: unknown) => {
      if (!(error instanceof CommandError) || Object.keys(said).length === 0) throw error
      const flags = toFlags(said).join(' ')
      throw new CommandError(`${error.message} To keep your answers, add ${flags}.`, error.findings)
    })

    async function createProject() {
      const given = readFlags(args)
      checkNpm(args._, streams.env)
      if (args['read-site'] && !given.builder) {
        throw new UsageError('--read-site needs --builder with the URL of the site.')
      }
      const isAsked = canAsk(streams) && !args.json && !args.yes
      const start = await findStart(resolve(streams.cwd(), args.dir), given)
      const { root, folder, earlier, program } = start
      if (start.isOpen && program) {
        given.framework = program.framework
        if (!args.json)
          streams.stdout.write(`${program.label} builds the pages. If not, add --pages=public.\n`)
      } else if (isAsked && start.isOpen && !start.hasPages) {
        refusePagesInRoot(root, folder.value)
        const builder = await askBuilder()
        if (builder !== undefined) said.builder = given.builder = builder
      }
      const read = await readSources(start, given, chooseFolder, readSite)
      const { known, sources, found } = read
      const answers = readAnswers(
        isAsked ? await askAnswers(known, found, said, earlier && unsettled(found)) : known,
        found,
        args.yes === true,
      )
      if (isAsked) await askAboutForms(sources)
      const changed = Object.fromEntries(
        Object.entries(answers).filter(
          ([key, answer]) => answer && answer !== earlier?.answers[key as keyof Answers],
        ),
      )
      const plan = await planProject(root, answers, sources, { earlier, changed })
      const agreed = await agree(plan.files)
      const written = plan.files.filter(({ kind }) => agreed[kind])
      const kept = plan.files.filter(({ kind }) => !agreed[kind])
      await writeFiles(root, written)

      const { scripts } = (await readManifest(root)) ?? {}
      const devScript = ['dev', 'start', 'serve'].find((name) => scripts?.[name])
      const path = relative(streams.cwd(), root)
      const isKept = kept.some((file) => file.path === CONFIG_FILE)
      return {
        findings: [...kept.map(describeKept), ...plan.findings],
        summary: [
          ...written.map(
            ({ kind, path }) => `${kind === 'create' ? 'Created' : 'Changed'} ${toLine(path)}`,
          ),
          ...(isAsked || earlier ? [] : describeProposals(known, found)),
          ...(isAsked || args.json
            ? []
            : showChanges(kept.filter(({ kind }) => kind !== 'replace'))),
          '',
          ...listNextSteps(answers, plan, path.startsWith('..') ? root : path, isKept, {
            program,
            platform: read.platform,
            pages: sources.pages,
            devScript,
            buildScript: scripts?.['build'],
          }),
        ].join('\n'),
        data: {
          written: written.map(({ path }) => path),
          kept: kept.map(({ path }) => path),
          found,
          missing: plan.missing,
          byHand: plan.byHand,
        },
      }

      async function chooseFolder(): Promise<string> {
        const asked = isAsked ? await askAnswers(given, { pages: folder }, said, ['pages']) : {}
        return asked.pages ?? folder.value
      }

      async function readSite(url: string) {
        const question = `Read ${url} and its robots.txt to find the pixel and the site builder?`
        const isRead = args['read-site'] || args.yes || (isAsked && (await askYes(question, true)))
        if (!isRead) return undefined
        return showProgress(`Requesting ${url}`, readPublishedPage(url), streams)
      }

      /** Returns which kinds of files are written. */
      async function agree(files: PlannedFile[]): Promise<Record<PlannedFile['kind'], boolean>> {
        const edited = files.filter(({ kind }) => /^(?:page|config|extend)$/.test(kind))
        const replaced = files.filter(({ kind }) => kind === 'replace')
        const isAgreed =
          args['edit-pages'] || args.yes || (await ask(edited, 'Write these changes?', true))
        return {
          page: isAgreed,
          config: isAgreed || args.overwrite === true,
          replace: args.overwrite || (await ask(replaced, 'Replace these files?', false)),
          create: true,
          extend: isAgreed || !isAsked,
        }
      }

      async function ask(
        changes: PlannedFile[],
        question: string,
        initialValue: boolean,
      ): Promise<boolean> {
        if (!isAsked || changes.length === 0) return false
        streams.stdout.write(`${showChanges(changes).join('\n')}\n`)
        return askYes(question, initialValue)
      }

      function showChanges(changes: PlannedFile[]): string[] {
        return describeChanges(changes, hasColors(streams.stdout, streams.env))
      }
    }
  },
})

function readFlags(flags: Record<string, unknown>): GivenAnswers {
  const given: GivenAnswers = Object.fromEntries(
    QUESTIONS.filter(({ flag }) => flags[flag]).map(({ key, flag }) => [
      key,
      readAnswer(key, String(flags[flag])),
    ]),
  )
  checkFlags(given)
  return given
}

/** Without `--` after `npm create conversion-capi`, npm reads the flags as its own configuration. */
function checkNpm(positionals: string[], env: Streams['env']): void {
  const flags = QUESTIONS.flatMap(({ key, flag }) => {
    // Tools that build native modules set this one.
    if (key === 'platform') return []
    const value = env[`npm_config_${flag.replaceAll('-', '_')}`]
    return value === undefined ? [] : [`--${flag}=${JSON.stringify(toLine(value))}`]
  })
  if (flags.length === 0) return
  throw new UsageError(
    `npm read ${flags.join(' ')} as its own flags. Write -- before them: npm create conversion-capi@latest ${[...positionals, '--', ...flags].join(' ')}.`,
  )
}

/** The answers that a configuration needs. One without a pixel ID may be meant so, unless pages state one. */
function unsettled(found: FoundAnswers): Question['key'][] {
  const keys = QUESTIONS.filter(({ optional }) => !optional).map(({ key }) => key)
  return keys.filter((key) => key !== 'pixelId' || found.pixelId)
}

/** A person has to read what pages state only in their text. */
function describeProposals(known: GivenAnswers, found: FoundAnswers): string[] {
  return QUESTIONS.flatMap(({ key, label }) => {
    const answer = /^(?:name|language)$/.test(key) && known[key] === undefined && found[key]
    if (!answer) return []
    return `${label}: ${toLine(answer.value)}, from ${toLine(answer.from)}; change it in school.config.ts.`
  })
}

function questionFlags(): Record<string, { type: 'string'; description: string }> {
  return Object.fromEntries(
    QUESTIONS.map(({ key, flag, message }) => {
      const description = key === 'host' ? `${message} ${HOSTS.join(', ')}` : message
      return [flag, { type: 'string', description }]
    }),
  )
}
