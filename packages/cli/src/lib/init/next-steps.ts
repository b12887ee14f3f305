import type { ConsentPlatform } from '../check/find-consent-platform.ts'
import type { Program } from '../framework/frameworks.ts'
import { UNKNOWN_URL } from '../project/load-project.ts'
import { findConsentScript } from './find-consent.ts'
import type { planProject } from './plan-project.ts'
import type { Answers } from './questions.ts'
import type { ReadPages } from './read-pages.ts'

interface StepOptions {
  program?: Program | undefined
  platform?: ConsentPlatform | undefined
  pages: ReadPages['pages']
  /** The script that starts the site, if there is one. */
  devScript?: string | undefined
  buildScript?: string | undefined
}

/**
 * Returns what a person does after `init`.
 *
 * @param folder The folder of the project, relative to the current one.
 * @param isKept Whether the answers are not in `school.config.ts`, which was kept.
 */
export function listNextSteps(
  answers: Answers,
  plan: Awaited<ReturnType<typeof planProject>>,
  folder: string,
  isKept: boolean,
  { program, platform, pages, devScript, buildScript = '' }: StepOptions,
): string[] {
  const { missing, hasLabels, builder, tracker, byHand } = plan
  const script = answers.consent === 'wait' && findConsentScript(platform, tracker)
  return [
    !isKept &&
      missing.length > 0 &&
      `init did not find these facts, so school.config.ts lacks them: ${missing.join(', ')}. Tracking works without them.`,
    hasLabels && 'Translate labels.ts: until then, the files for AI agents are left out.',
    builder !== undefined &&
      `${builder} wrote the pages. Run init again after each new export or build of them.`,
    answers.url === UNKNOWN_URL &&
      !isKept &&
      'Write the url of the site in school.config.ts before npm run build. npm run dev needs none.',
    answers.pixelId === undefined &&
      !isKept &&
      'Add pixelId to school.config.ts before npm run build. npm run dev needs none.',
    pages.length > 0 &&
      answers.framework === undefined &&
      !pages.some(({ page }) => page.forms.some(({ purpose }) => purpose === 'lead')) &&
      'No form looks like a lead, so only page views count. Add data-track="Lead" to what visitors click instead, such as your phone number.',
    answers.consent === undefined &&
      !isKept &&
      'Each visitor is tracked from the first page. If visitors must agree first, run init again with --consent=wait.',
    byHand.length > 0 && 'Add by hand:',
    ...byHand.map((line) => `  ${line}`),
    answers.framework === 'other' &&
      `Run "conversion-capi files ${program?.folder ?? '<folder>'}"${/\bconversion-capi\b/.test(buildScript) ? '' : ' before each build, and'} with --run="<your command>" in development.${program?.folder ? '' : ' The folder is one whose files become files at the root of the site as they are. If there is none, run it after each build with the folder that the build writes.'}`,
    'Next:',
    folder !== '' && `  cd ${/[^\p{L}\d./\\:_-]/u.test(folder) ? `"${folder}"` : folder}`,
    '  npm install',
    answers.builder === undefined ? devScript && `  npm run ${devScript}` : '  npm run build',
    answers.builder !== undefined &&
      `Set the variables of .env.example on the host, deploy dist, and open ${new URL(answers.url).origin}/ for the line to paste.`,
    (answers.builder ?? answers.framework) !== undefined &&
      answers.consent === 'wait' &&
      !script &&
      `Nothing is sent until a script calls ${tracker}.consent(true): see the guide "Consent platforms".`,
    script &&
      `Paste this script below the line too, or nothing is sent. It passes the decision of ${platform!.name}: compare the name of the category with yours in the guide "Consent platforms".\n${script}`,
  ].filter((line) => typeof line === 'string')
}
