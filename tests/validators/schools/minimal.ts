import { defineSchool, type School } from '@conversion-capi/content'

/** A school of which little is known. */
export const minimal: School = defineSchool({
  name: 'Polders',
  url: 'https://polders.example',
  language: 'nl',
  pages: [{ path: '/', title: 'Polders', description: 'Wiskunde en natuurkunde, online.' }],
  programs: [
    { name: 'Wiskunde' },
    { name: 'Natuurkunde', prices: [{ amount: 249, currency: 'EUR' }] },
  ],
  teachers: [{ name: 'Sanne de Vries' }],
})
