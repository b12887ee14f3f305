import type { Finding } from '@conversion-capi/content'

import type { Project } from '../project/load-project.ts'
import { CONFIG_FILE } from '../project/project-folders.ts'
import { attribute } from '../site/elements.ts'
import { readLinkedFacts } from '../site/read-linked-facts.ts'
import type { SourceFile } from '../site/read-site.ts'
import { finding } from './check-rules.ts'

/** Finds programs whose name should not be in events, because it suggests something about a person. */
export function* checkPrograms(
  { school: { programs = [] }, site }: Project,
  files: SourceFile[],
): Generator<Finding> {
  if (!site.tracker.program) return
  for (const { name, private: isPrivate } of programs) {
    if (!isPrivate && SENSITIVE.test(name)) {
      yield finding('personal-data-program', { file: CONFIG_FILE }, { name })
    }
  }
  for (const { page } of files) {
    if (!page || page.elements.some((each) => attribute(each, 'content') === 'private')) continue
    const { program: name = '', line } = readLinkedFacts(page.elements)
    if (SENSITIVE.test(name) && !programs.some((program) => program.name === name)) {
      yield finding('personal-data-program', { file: page.file, line }, { name })
    }
  }
}

/** Beginnings of words about health, disabilities and religion, by language. Meta restricts data that suggests them. */
const WORDS = {
  en: 'dyslexi|dyscalculi|autis|adhd|asperger|disab|special needs|therap|mental health|anxiety|deaf|christian|catholic|bible|islam|quran|jewish',
  de: 'legasthen|behinder|förderbedarf|gehörlos|christlich|katholisch|bibel',
  fr: 'handicap|sourd|chrétien|catholique|coran',
  es: 'dislexi|discapacid|sordo|cristian|católic|biblia|corán',
  pt: 'deficiên|surd[oa]|cristã|bíblia|alcorão',
  pl: 'dysleksj|niepełnospraw|głuch|chrześcij|katolick|biblij|koran',
  ru: 'дислекси|аути|сдвг|инвалид|овз|логопед|дефектолог|глух|христиан|православ|библи[яию]|ислам|коран|еврейск',
  uk: 'дислексі|інвалід|християн|біблі[яїю]|іслам|єврейськ',
}
const SENSITIVE = new RegExp(`(?<!\\p{L})(${Object.values(WORDS).join('|')})`, 'iu')
