import { absoluteUrl } from '../url.ts'
import { labelsOf } from '../labels.ts'
import type { School } from '../school-schema.ts'
import type { Fact } from './fact.ts'
import { formatPostalAddress, teachingLanguages } from './format.ts'
import { pageFact } from './page-fact.ts'

/** How to reach the school, and who it is in law and elsewhere. */
export function contactFacts(school: School): Fact[] {
  const labels = labelsOf(school)
  const { mainSite, legalName, sameAs = [] } = school
  const { email, phone, hours, path } = school.contacts
  return [
    { label: labels.email, values: [{ text: email, url: `mailto:${email}` }] },
    {
      label: labels.phone,
      values: phone ? [{ text: phone, url: `tel:${phone.replace(/[^+\d]/g, '')}` }] : [],
    },
    { label: labels.hours, values: hours ? [{ text: hours }] : [] },
    pageFact(school, path),
    { label: labels.address, values: [{ text: formatPostalAddress(school.address) }] },
    { label: labels.legalName, values: legalName ? [{ text: legalName }] : [] },
    { label: labels.languages, values: [{ text: teachingLanguages(school).join(', ') }] },
    { label: labels.website, values: [toLink(absoluteUrl(school, '/'))] },
    {
      label: labels.mainSite,
      values: mainSite ? [toLink(absoluteUrl({ url: mainSite }, '/'))] : [],
    },
    { label: labels.elsewhere, values: sameAs.map(toLink) },
  ]
}

function toLink(url: string): Fact['values'][number] {
  return { text: url, url }
}
