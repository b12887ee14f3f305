import { PII_KEYS, type PiiKey } from '@conversion-capi/core/protocol'
import fc from 'fast-check'

/** Generates a key and a value: well-formed, malformed, hashed, or an arbitrary string. */
export function anyPii(): fc.Arbitrary<[PiiKey, string]> {
  const anything = fc.oneof(
    email(),
    phone(),
    name(),
    { weight: 2, arbitrary: digest() },
    anyText(50),
  )
  const perKey = PII_KEYS.map((key) => {
    const value = fc.oneof({ weight: 2, arbitrary: WELL_FORMED[key]() }, anything)
    const text = fc.oneof(
      { weight: 60, arbitrary: value },
      { weight: 30, arbitrary: concatenate(spaces(), value, spaces()) },
      { weight: 5, arbitrary: withFault(value) },
      { weight: 5, arbitrary: concatenate(value, fc.constantFrom('', ' ', ',', '.'), anything) },
      { weight: 1, arbitrary: fc.tuple(value, fc.nat(100)).map(([text, n]) => text.repeat(n)) },
    )
    return fc.tuple(fc.constant(key), text)
  })
  return fc.oneof(...perKey)
}

/** Generates any UTF-16 string, including lone surrogates. */
function anyText(maxLength: number): fc.Arbitrary<string> {
  const unit = fc.nat(0xffff).map((code) => String.fromCharCode(code))
  // Without `size`, nearly all strings are much shorter.
  const length = { maxLength, size: 'max' } as const
  return fc.oneof(fc.string({ unit: 'binary', ...length }), fc.string({ unit, ...length }))
}

const WELL_FORMED: Record<PiiKey, () => fc.Arbitrary<string>> = {
  em: email,
  ph: phone,
  fn: name,
  ln: name,
}

/** White space in ECMAScript, then three similar characters. */
const SPACES = [
  ...' \t\n\v\f\r\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000\ufeff\u0085\u180e\u200b',
]
const PUNCTUATION = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~’‘ʼ´–—‐·・،。«»„“”…¿№']

/** Characters that become ASCII in another case or resemble ASCII. */
const NEARLY_ASCII = [...'İıſ\u212aéａ＠．０']

/** Includes letters whose lower case is longer, depends on context, or is ASCII. */
const ALPHABETS = [
  'abcxyzABCXYZ0189',
  'AaÉéÑñÜüßẞÆæŁłŞşŸÿİIıiſ\u212aǅŉﬁ',
  'АаБбЁёЙйЩщЪъЫыІіЇїЄєҐґ',
  'ΑαΆάΔδΟοΣσςΏώΐ',
  'ԱաԲբև',
  'აბგᲐᲑᲒႠႡ',
  '李明王小龍丽𠮷',
  '𐐀𐐨𞤀𞤢',
  '김이박정민수',
  'あいアイーｱ',
  'محمدعلي٣',
  'אבגדש',
  'कखगाि्',
  'eiou\u0300\u0301\u0307\u0308\u030a',
  '🙂👩\u200d👧🏽',
]

const NAMES = [
  'Anne-Marie',
  "O'Brien",
  'D’Arc',
  'Van Der Berg, Jr.',
  'Łukasz Żółć',
  'ИВАНОВА-Петрова',
  'Παπαδόπουλος',
  'Nguyễn Thị Hòa',
  'Nguyễn'.normalize('NFD'),
  'İpek IŞIK',
  '李 小龍',
  'محمد بن علي',
]

const PHONES = [
  '+7 (912) 345-67-89',
  '8 (912) 345-67-89',
  '0041 79 123 45 67',
  '1.650.555.1212',
  '(650)555-1212 ext. 5',
  '+44 (0)20 7946 0958',
  '٠٩١٢٣٤٥٦٧٨٩',
]

function email(): fc.Arbitrary<string> {
  const atom = text("abcxyzABCXYZ019_-+!#$%&'*/=?^`{|}~", 1, 8)
  const label = text('abcxyzABCXYZ019-', 1, 8)
  const domain = fc.array(label, { minLength: 2, maxLength: 4 })
  const typed = concatenate(
    fc.array(atom, { minLength: 1, maxLength: 4 }).map((atoms) => atoms.join('.')),
    fc.constant('@'),
    domain.map((labels) => labels.join('.')),
  )
  return fc.oneof(typed, withFault(typed), fc.emailAddress())
}

function phone(): fc.Arbitrary<string> {
  const prefix = fc.constantFrom('', '+', '+7 ', '8 ', '0', '00', '000 ', '(0)', 'Tel. +')
  const typed = concatenate(prefix, text('0123456789 -()./x\u00a0٣３', 1, 18))
  return fc.oneof({ weight: 4, arbitrary: typed }, fc.constantFrom(...PHONES))
}

function name(): fc.Arbitrary<string> {
  const word = fc.oneof(...ALPHABETS.map((alphabet) => text(alphabet, 1, 8)))
  const between = fc.constantFrom(...SPACES, ...PUNCTUATION)
  const typed = concatenate(word, between, word, fc.option(between), word)
  return fc.oneof({ weight: 4, arbitrary: typed }, fc.constantFrom(...NAMES))
}

function digest(): fc.Arbitrary<string> {
  const lengths = [64, 64, 64, 32, 32, 40, 63, 65]
  const hex = ['0123456789abcdef', '0123456789ABCDEF', '0123456789abcdefABCDEF'].flatMap((digits) =>
    lengths.map((length) => text(digits, length, length)),
  )
  const appendix = fc.oneof(
    { weight: 4, arbitrary: fc.constant('') },
    { weight: 2, arbitrary: fc.constantFrom('.AQ', '.Ag', '.Aw', '.BA', '.BQ', '.Bg') },
    { weight: 2, arbitrary: concatenate(fc.constant('.'), text('AQYCaqyc019_-', 8, 8)) },
    fc.constantFrom('.aq', '.Bh', '.', '..AQ', '.AQ.AQ', 'AQ', '. AQ', '.AQYCAQMB.AQYCAQMB'),
    concatenate(fc.constant('.'), fc.string({ minLength: 7, maxLength: 9 })),
    concatenate(fc.constant('.'), fc.string({ unit: 'binary', minLength: 4, maxLength: 9 })),
  )
  return concatenate(fc.oneof(...hex), appendix)
}

function spaces(): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...SPACES), maxLength: 3 })
}

function withFault(value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const fault = fc.constantFrom(...SPACES, ...PUNCTUATION, '..', ':.', '@@', ...NEARLY_ASCII)
  return fc.tuple(value, fc.nat(99), fault).map(([text, percent, fault]) => {
    const place = Math.round((text.length * percent) / 99)
    return text.slice(0, place) + fault + text.slice(place)
  })
}

function text(alphabet: string, minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength, size: 'max' })
}

function concatenate(...parts: fc.Arbitrary<string | null>[]): fc.Arbitrary<string> {
  return fc.tuple(...parts).map((texts) => texts.join(''))
}
