import type { Config } from '@conversion-capi/core'
import { ENGLISH } from '../../../../packages/content/src/lib/school/labels/english.ts'
import { FIELDS, variableOf } from '../../../../packages/core/src/lib/config/config.ts'
import { OPTIONS } from '../../../../packages/tracker/src/lib/options.ts'
import type { Api } from '../read-api.ts'
import { renderList, renderSection } from '../render.ts'

interface OptionPage {
  title: string
  summary: string
  guides: string
  sections: Record<string, string>
}

/** Every exported type of options is in one of these sections. */
const OPTION_PAGES: Record<string, OptionPage> = {
  'proxy-options': {
    title: 'Options of the proxy',
    summary:
      'The options of the functions that create the proxy, send events and redeliver them, with their types and defaults. An unknown option is a `TypeError` that names it.',
    guides:
      'Guides: [redelivery](../guides/redelivery.md), [many schools](../guides/many-schools.md), [payment webhooks](../guides/payment-webhooks.md), [operating the proxy](../guides/operating.md).',
    sections: {
      createHandler: 'HandlerOptions',
      Configuration: 'Config',
      'Limits of keep': 'KeepLimits',
      'National phone numbers': 'NationalPhone',
      createSender: 'SenderOptions',
      createRedelivery: 'RedeliveryOptions',
      logOutcome: 'LogOutcomeOptions',
      'createFunction (Vercel, Netlify, Deno)': 'AdapterOptions',
      'createWorker (Cloudflare)': 'WorkerOptions',
      'serve (Node)': 'ServeOptions',
    },
  },
  'tracker-options': {
    title: 'Options of the tracker',
    summary:
      'The options of `buildTracker`, with their types and defaults. An unknown option is a `TypeError` that names it.',
    guides:
      'Guides: [the tracker](../guides/tracker.md), [consent](../guides/consent.md), [apps and single-page sites](../guides/app-site.md).',
    sections: { buildTracker: 'TrackerOptions', pixel: 'PixelOptions' },
  },
  'school-description': {
    title: 'The description of a school',
    summary:
      'Every field of the object that `defineSchool` accepts in `school.config.ts`. `defineSchool` names each field that is missing, unknown or unusable, and says what to write.',
    guides: 'Guide: [describe your school](../guides/school-description.md).',
    sections: { defineSchool: 'SchoolDescription' },
  },
  'tool-options': {
    title: 'Options of the tools',
    summary:
      'The field `site` of `school.config.ts`, and the options of the content generator, the emulator and the functions behind the command line.',
    guides:
      'READMEs: [content](../../packages/content/README.md), [emulator](../../packages/emulator/README.md), [command line](../../packages/cli/README.md), [meta](../../packages/meta/README.md).',
    sections: {
      'site in school.config.ts': 'SiteOptions',
      checkResources: 'CheckOptions',
      renderHead: 'RenderHeadOptions',
      serveResources: 'ServeResourcesOptions',
      createEmulator: 'EmulatorOptions',
      'Faults of the emulator': 'Faults',
      buildSite: 'BuildOptions',
      checkSite: 'CheckSiteOptions',
      renderSite: 'RenderSiteOptions',
      runDev: 'DevOptions',
      probeSite: 'ProbeSiteOptions',
      runDoctor: 'DoctorOptions',
      runReport: 'ReportOptions',
      runSend: 'SendOptions',
      reconcile: 'ReconcileOptions',
    },
  },
}

export function renderOptionPage(page: string): (api: Api) => string {
  const { title, summary, guides, sections } = OPTION_PAGES[page]!
  return ({ find, findLink }) =>
    [
      `# ${title}`,
      summary,
      guides,
      ...Object.entries(sections).map(([heading, name]) =>
        renderSection(heading, find(name), findLink, { extra: EXTRAS[name] }),
      ),
      ...(sections['defineSchool'] ? [LABELS] : []),
    ].join('\n\n')
}

const EXTRAS: Record<string, (field: string) => string | undefined> = {
  Config: describeVariable,
  TrackerOptions: describeAttribute,
}

function describeVariable(field: string): string | undefined {
  if (!Object.hasOwn(FIELDS, field)) return undefined
  const name = variableOf(field as keyof Config)
  return `Environment variable: [\`${name}\`](environment-variables.md#${name.toLowerCase()}).`
}

function describeAttribute(field: string): string | undefined {
  if (!Object.hasOwn(OPTIONS, field)) return undefined
  const { attribute, isRare } = OPTIONS[field as keyof typeof OPTIONS]
  if (!attribute) return 'The ready script does not have it.'
  return `Attribute of ${isRare ? '`tracker.full.js`' : 'the ready script'}: \`data-${field.replaceAll(/[A-Z]/g, '-$&').toLowerCase()}\`.`
}

const LABELS = `## Labels\n\nThe keys of \`labels\`, with the English texts.\n\n${renderList(ENGLISH)}`
