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

import { nameOtherSenders } from '../check/check-app.ts'
import { findOtherPixels } from '../check/check-pixel.ts'
import { type ConsentPlatform, findConsentPlatform } from '../check/find-consent-platform.ts'
import { checkFlags, type FoundAnswers, readAnswers } from '../init/answers.ts'
import { askAnswers, askBuilder, toFlags } from '../init/ask.ts'
import { type EarlierConfig, readEarlier } from '../init/read-earlier.ts'
import {
  findAppFolder,
  findFramework,
  findGenerator,
  FRAMEWORK_RECORDS,
} from '../framework/frameworks.ts'
import { readApp, renderShell } from '../framework/read-app.ts'
import { findAnswers, findFolder, findPublishedAnswers } from '../init/find-answers.ts'
import { describeChanges, describeKept } from '../init/describe-changes.ts'
import { findConsentScript } from '../init/find-consent.ts'
import type { PlannedFile } from '../init/plan-page.ts'
import { planProject } from '../init/plan-project.ts'
import { parsePages, type ReadPages, readPages, readPublishedPage } from '../init/read-pages.ts'
import {
  type Answers,
  type GivenAnswers,
  type Question,
  QUESTIONS,
  readAnswer,
} from '../init/questions.ts'
import { writeFiles } from '../init/write-files.ts'
import { readManifest } from '../project/read-manifest.ts'
import { HOSTS } from '../hosts/hosts.ts'
import { type Form, FORM_PURPOSES } from '../site/find-forms.ts'
import { UNKNOWN_URL } from '../project/load-project.ts'

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
      const flags = args as Record<string, unknown>
      const given: GivenAnswers = Object.fromEntries(
        QUESTIONS.filter(({ flag }) => flags[flag]).map(({ key, flag }) => [
          key,
          readAnswer(key, String(flags[flag])),
        ]),
      )
      checkFlags(given)
      const start = resolve(streams.cwd(), args.dir)
      const isNamed = given.builder ?? given.pages ?? given.framework
      const root = isNamed ? start : await findAppFolder(start)
      checkNpm(args._, streams.env)
      const isAsked = canAsk(streams) && !args.json && !args.yes
      if (args['read-site'] && !given.builder) {
        throw new UsageError('--read-site needs --builder with the URL of the site.')
      }
      const folder = findFolder(root)
      const earlier = await readEarlier(root)
      const isOpen = !earlier && !given.builder && !given.pages && !given.framework
      const framework = isOpen ? await findFramework(root) : undefined
      const isFound = folder.from !== 'the default'
      const generator = await findGenerator(root, isFound ? folder.value : undefined)
      const label = framework ? FRAMEWORK_RECORDS[framework].label : isOpen && generator?.label
      if (label) {
        given.framework = framework ?? 'other'
        if (!args.json)
          streams.stdout.write(`${label} builds the pages. If not, add --pages=public.\n`)
      } else if (isAsked && isOpen && !isFound) {
        const builder = await askBuilder()
        if (builder !== undefined) said.builder = given.builder = builder
      }
      let platform: ConsentPlatform | undefined
      // The pages state the other answers.
      const { known, sources, found } = earlier
        ? await readAgain(earlier)
        : given.builder
          ? await readSite(given.builder)
          : given.framework
            ? { known: given, ...(await readSources()) }
            : await readFolder()
      const answers = readAnswers(
        isAsked ? await askAnswers(known, found, said, earlier && unsettled(found)) : known,
        found,
        args.yes === true,
      )
      await askAboutForms(sources)
      const changed = Object.fromEntries(
        Object.entries(answers).filter(
          ([key, answer]) => answer && answer !== earlier?.answers[key as keyof Answers],
        ),
      )
      const { files, missing, builder, hasLabels, findings, tracker, byHand } = await planProject(
        root,
        answers,
        sources,
        { earlier, changed },
      )
      const edited = files.filter(({ kind }) => /^(?:page|config|extend)$/.test(kind))
      const replaced = files.filter(({ kind }) => kind === 'replace')
      const isAgreed =
        args['edit-pages'] || args.yes || (await ask(edited, 'Write these changes?', true))
      const agreed = {
        page: isAgreed,
        config: isAgreed || args.overwrite,
        replace: args.overwrite || (await ask(replaced, 'Replace these files?', false)),
        create: true,
        extend: isAgreed || !isAsked,
      }
      const written = files.filter(({ kind }) => agreed[kind])
      await writeFiles(root, written)

      const { scripts } = (await readManifest(root)) ?? {}
      const devScript = ['dev', 'start', 'serve'].find((name) => scripts?.[name])
      const kept = files.filter(({ kind }) => !agreed[kind])
      return {
        findings: [...kept.map(describeKept), ...findings],
        summary: [
          ...written.map(
            ({ kind, path }) => `${kind === 'create' ? 'Created' : 'Changed'} ${toLine(path)}`,
          ),
          ...(isAsked || earlier ? [] : describeProposals(known, found)),
          ...(isAsked || args.json
            ? []
            : showChanges(kept.filter(({ kind }) => kind !== 'replace'))),
          '',
          ...nextSteps(),
        ].join('\n'),
        data: {
          written: written.map(({ path }) => path),
          kept: kept.map(({ path }) => path),
          found,
          missing,
          byHand,
        },
      }

      /** The file has the answers. Only what it leaves open is asked for. */
      async function readAgain({ answers }: EarlierConfig) {
        const known: GivenAnswers = { ...answers, ...given }
        if (known.framework) return { known, ...(await readSources()) }
        const sources = known.builder
          ? NO_PAGES
          : await readPages(root, known.pages ?? folder.value)
        return { known, sources, found: findAnswers(root, sources) }
      }

      /** The framework builds the pages: the sources state some of the answers. */
      async function readSources() {
        const app = await readApp(root, earlier?.tracker)
        const shell = renderShell(app)
        const { pages } = shell
          ? parsePages('.', [{ path: '/', name: shell.path, body: Buffer.from(shell.html) }])
          : NO_PAGES
        return {
          sources: { ...NO_PAGES, app, findings: nameOtherSenders(app) },
          found: findAnswers(root, { pages }),
        }
      }

      /**
       * The hashes of a child's contact data must not be sent, so `--yes` leaves these forms out. It keeps leads that one
       * word doubts: a Lead too many is seen, a missing one is not.
       */
      async function askAboutForms({ pages }: ReadPages): Promise<void> {
        const forms = pages.flatMap(({ page }) => page.forms)
        const asking = forms.filter(({ purpose }) => purpose === 'student')
        const question =
          'Some forms ask only for contact data of students. Are all students adults?'
        if (isAsked && asking.length > 0 && (await askYes(question, false))) {
          for (const form of asking) Object.assign(form, { purpose: 'lead', students: [] })
        }
        for (const [doubt, purpose] of isAsked ? Object.entries(FORM_PURPOSES) : []) {
          const isDoubted = (form: Form) => form.purpose === 'lead' && form.doubt === doubt
          const places = pages.flatMap(({ page }) => (page.forms.some(isDoubted) ? page.file : []))
          if (places.length === 0) continue
          const listed = toLine(places.slice(0, 3).join(', ')) + (places.length > 3 ? ', …' : '')
          const isLead = await askYes(
            `Visitors may ${purpose} with forms of ${listed}. Are these forms leads?`,
            true,
          )
          for (const form of forms.filter(isDoubted)) {
            Object.assign(form, { purpose: isLead ? 'lead' : doubt, doubt: undefined })
          }
        }
      }

      async function readFolder() {
        const { pages = folder.value } = isAsked
          ? await askAnswers(given, { pages: folder }, said, ['pages'])
          : given
        const sources = await readPages(root, pages)
        return { known: { ...given, pages }, sources, found: findAnswers(root, sources) }
      }

      async function readSite(url: string) {
        // No file shows the name.
        const known = { name: new URL(url).hostname, ...given }
        const question = `Read ${url} and its robots.txt to find the pixel and the site builder?`
        const isAgreed =
          args['read-site'] || args.yes || (isAsked && (await askYes(question, true)))
        if (!isAgreed) return { known, sources: NO_PAGES, found: findAnswers(root, NO_PAGES) }
        const page = await showProgress(`Requesting ${url}`, readPublishedPage(url), streams)
        // Visitors end at the URL that responded.
        const builder = new URL(page.url).origin
        const sources = { ...NO_PAGES, findings: [...findOtherPixels(page.page)] }
        const { elements, scripts } = page.page
        platform = findConsentPlatform(elements, scripts)
        return { known: { ...known, builder }, sources, found: findPublishedAnswers(root, page) }
      }

      async function ask(
        changed: PlannedFile[],
        question: string,
        initialValue: boolean,
      ): Promise<boolean> {
        if (!isAsked || changed.length === 0) return false
        streams.stdout.write(`${showChanges(changed).join('\n')}\n`)
        return askYes(question, initialValue)
      }

      function showChanges(changed: PlannedFile[]): string[] {
        return describeChanges(changed, hasColors(streams.stdout, streams.env))
      }

      function nextSteps(): string[] {
        const path = relative(streams.cwd(), root)
        const projectFolder = path.startsWith('..') ? root : path
        const script = answers.consent === 'wait' && findConsentScript(platform, tracker)
        const isKept = kept.some(({ path }) => path === 'school.config.ts')
        const isLeftOut = !isKept && missing.length > 0
        return [
          isLeftOut &&
            `These facts are on no page, so school.config.ts lacks them: ${missing.join(', ')}. Tracking works without them.`,
          hasLabels && 'Translate labels.ts: until then, the files for AI agents are left out.',
          builder !== undefined &&
            `${builder} wrote the pages. Run init again after each new export or build of them.`,
          answers.url === UNKNOWN_URL &&
            !isKept &&
            'Write the url of the site in school.config.ts before npm run build. npm run dev needs none.',
          answers.pixelId === undefined &&
            !isKept &&
            'Add pixelId to school.config.ts before npm run build. npm run dev needs none.',
          byHand.length > 0 && 'Add by hand:',
          ...byHand.map((line) => `  ${line}`),
          answers.framework === 'other' &&
            `Run "conversion-capi files ${generator?.folder ?? '<folder>'}" before each build, and with --run="<your command>" in development.${generator?.folder ? '' : ' The folder is one whose files become files at the root of the site as they are. If there is none, run it after each build with the folder that the build writes.'}`,
          'Next:',
          projectFolder !== '' &&
            `  cd ${/[^\p{L}\d./\\:_-]/u.test(projectFolder) ? `"${projectFolder}"` : projectFolder}`,
          '  npm install',
          answers.builder === undefined ? devScript && `  npm run ${devScript}` : '  npm run build',
          answers.builder !== undefined &&
            `Set the variables of .env.example on the host, deploy dist, and open ${new URL(answers.url).origin}/ for the line to paste.`,
          answers.builder !== undefined &&
            answers.consent === 'wait' &&
            !script &&
            `Nothing is sent until a script calls ${tracker}.consent(true): see the guide "Consent platforms".`,
          script &&
            `Paste this script below the line too, or nothing is sent. It passes the decision of ${platform!.name}: compare the name of the category with yours in the guide "Consent platforms".\n${script}`,
        ].filter((line) => typeof line === 'string')
      }
    }
  },
})

const NO_PAGES: ReadPages = { pages: [], findings: [] }

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
