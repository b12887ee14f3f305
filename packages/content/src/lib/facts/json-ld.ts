import type {
  ContactPoint,
  EducationalOrganization,
  FAQPage,
  Graph,
  Person,
  PostalAddress,
} from 'schema-dts'

import { absoluteUrl } from '../url.ts'
import { PATHS } from '../resource.ts'
import type { School } from '../school-schema.ts'
import { courseLd } from './course-ld.ts'
import { idOf } from './id-of.ts'
import { teachingLanguages } from './format.ts'

/**
 * The facts in the vocabulary of schema.org: the school, a course for each programme with its offers and groups,
 * the teachers, and the questions with their answers.
 *
 * Each is named by the place on `/for-llm/` where it is described.
 */
export function jsonLd(school: School): Graph {
  return {
    '@context': 'https://schema.org',
    '@graph': [
      organization(school),
      ...school.programs.map((program, index) => courseLd(school, program, index)),
      ...school.teachers.map((teacher, index) => person(school, teacher, index)),
      ...(school.faq.length > 0 ? [faqPage(school)] : []),
    ],
  }
}

function organization(school: School): EducationalOrganization {
  const { mainSite, sameAs = [] } = school
  const elsewhere = [...(mainSite ? [absoluteUrl({ url: mainSite }, '/')] : []), ...sameAs]
  return {
    '@type': 'EducationalOrganization',
    '@id': idOf(school, 'school'),
    name: school.name,
    ...(school.legalName && { legalName: school.legalName }),
    disambiguatingDescription: school.summary,
    description: school.description,
    url: absoluteUrl(school, '/'),
    ...(school.logo && { logo: school.logo }),
    ...(elsewhere.length > 0 && { sameAs: elsewhere }),
    email: school.contacts.email,
    ...(school.contacts.phone && { telephone: school.contacts.phone }),
    contactPoint: contactPoint(school),
    address: postalAddress(school),
    knowsLanguage: teachingLanguages(school),
  }
}

function contactPoint(school: School): ContactPoint {
  const { email, phone, hours, path } = school.contacts
  return {
    '@type': 'ContactPoint',
    email,
    ...(phone && { telephone: phone }),
    ...(hours && { description: hours }),
    ...(path && { url: absoluteUrl(school, path) }),
    availableLanguage: teachingLanguages(school),
  }
}

function postalAddress({ address }: School): PostalAddress {
  const { street, city, region, postalCode, country } = address
  return {
    '@type': 'PostalAddress',
    ...(street && { streetAddress: street }),
    addressLocality: city,
    ...(region && { addressRegion: region }),
    ...(postalCode && { postalCode }),
    addressCountry: country,
  }
}

function person(school: School, teacher: School['teachers'][number], index: number): Person {
  const { name, role, description, path } = teacher
  return {
    '@type': 'Person',
    '@id': idOf(school, `teacher-${index + 1}`),
    name,
    jobTitle: role,
    ...(description && { description }),
    ...(path && { url: absoluteUrl(school, path) }),
    worksFor: { '@id': idOf(school, 'school') },
  }
}

function faqPage(school: School): FAQPage {
  return {
    '@type': 'FAQPage',
    '@id': idOf(school, 'faq'),
    url: absoluteUrl(school, PATHS.forLlm),
    inLanguage: school.language,
    ...(school.verified && { lastReviewed: school.verified }),
    mainEntity: school.faq.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
