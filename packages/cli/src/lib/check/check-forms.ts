import type { Finding } from '@conversion-capi/content'
import type * as hast from 'hast'

import { finding } from './check-rules.ts'
import { lineOf } from './check-tracker-script.ts'
import { attribute, type Page } from './page.ts'

/**
 * Reports forms that submit an email or a phone number with GET.
 *
 * @yields The findings.
 */
export function* checkForms({ file, elements }: Page): Generator<Finding> {
  for (const form of elements) {
    if (form.tagName !== 'form' || isSubmittedInBody(form)) continue
    const fields = elements.filter((element) => isInside(element, form))
    if (!fields.some(isPersonal)) continue
    yield finding('form-url', { file, line: lineOf(form) }, {})
  }
}

/** The method `dialog` submits nothing. */
function isSubmittedInBody(form: hast.Element): boolean {
  return /^(?:post|dialog)$/i.test(attribute(form, 'method') ?? '')
}

/** Fields without a name are not submitted. */
function isPersonal(element: hast.Element): boolean {
  const isNamed = (attribute(element, 'name') ?? '') !== ''
  return isNamed && /^(?:email|tel)$/i.test(attribute(element, 'type') ?? '')
}

function isInside({ position }: hast.Element, { position: outer }: hast.Element): boolean {
  const offset = position?.start.offset
  if (offset === undefined || outer === undefined) return false
  return offset > outer.start.offset! && offset < outer.end.offset!
}
