/** Which way a language is written: the script in its tag decides, else the one it is usually written in. */
export function direction(language: string): 'ltr' | 'rtl' {
  const [first, ...rest] = language.toLowerCase().split('-')
  const script = rest.find((subtag) => /^[a-z]{4}$/.test(subtag))
  const isRtl = script === undefined ? LANGUAGES.has(first!) : SCRIPTS.has(script)
  return isRtl ? 'rtl' : 'ltr'
}

const SCRIPTS = new Set('adlm arab aran hebr mand mend nkoo rohg samr syrc thaa'.split(' '))

// `Intl.Locale` knows them too, but not in every browser.
const LANGUAGES = new Set(
  'ar arc arz ckb dv fa he iw ji ks lrc mzn nqo pnb ps sd syr ug ur yi'.split(' '),
)
