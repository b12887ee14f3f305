import type { ConsentPlatform } from '../check/find-consent-platform.ts'
import { CONSENT_SCRIPTS } from './consent-scripts.generated.ts'

/**
 * Returns the script that passes the decision of a consent platform to a tracker. APIs that several platforms have get
 * none: whether their decision is about Meta, only a person knows.
 */
export function findConsentScript(
  platform: ConsentPlatform | undefined,
  tracker: string,
): string | undefined {
  if (!platform?.element) return undefined
  return CONSENT_SCRIPTS[platform.name]?.replaceAll(/\bpolaris\b/g, tracker)
}
