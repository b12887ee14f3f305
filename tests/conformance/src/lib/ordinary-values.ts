/** Returns 1,000 names of courses, IDs, slugs and URLs as schools write them. None of them is personal data. */
export function createOrdinaryValues(): string[] {
  return Array.from({ length: 1000 }, (_, n) => KINDS[n % KINDS.length]!(n))
}

const KINDS: ((n: number) => string)[] = [
  (n) => `${pick(SUBJECTS, n)}, ${pick(['grade', 'Klasse', 'класс'], n)} ${5 + (n % 7)} (${n})`,
  (n) =>
    `${n}. ${pick(SUBJECTS, n)} ${pick(['I', 'II', '101', 'A1–B2', '+ Python 3.12', '24/7'], n)}`,
  (n) => `«${pick(SUBJECTS, n)}» @ ${9 + (n % 9)}:30, −${n} ₽`,
  (n) => `${pick(SLUGS, n)}-${n}-${pick(['online', 'summer-2026', 'v2.1'], n)}`,
  (n) => `SKU-${1000 + n}/${pick(['A', 'B-2', 'x@3'], n)}`,
  (n) => `${79_000_000_000 + n * 7919}`,
  (n) => `00000000-0000-4000-8000-${(n * 7919).toString(16).padStart(12, '0')}`,
  (n) => `pi_3${(n * 104_729).toString(36)}_secret_${n.toString(36)}`,
  (n) => `+${n} points, ${n}@${n}.${n}`,
  (n) => `${pick(SLUGS, n)}-${n}@${pick(['2x.png', '3x.heic', '1.5x.jpg', 'school.pdf'], n)}`,
  (n) => `${pick(['react', 'vue', '@scope/player'], n)}@${1 + (n % 19)}.${n % 10}.${n}`,
  (n) => `https://cdn.school.example/${pick(SLUGS, n)}/hero@${1 + (n % 3)}x.png?v=${n}`,
  (n) => `https://cdn.example/npm/player@${1 + (n % 19)}.2.${n}/dist/player.min.js`,
  (n) => `${pick(SITES, n)}/@${pick(AUTHORS, n)}/${pick(SLUGS, n)}-${n}`,
  (n) => `https://${pick(SITES, n)}/@${pick(AUTHORS, n)}?utm_source=mail&utm_id=${n}`,
  (n) => `https://school.example/${pick(SLUGS, n)}?via=@${pick(AUTHORS, n)}&at=${n}#top`,
  (n) => `https://share.example/?u=https%3A%2F%2F${pick(SITES, n)}%2F%40${pick(AUTHORS, n)}%2F${n}`,
  (n) => `https://maps.example/place/@55.${7000 + n},37.${6000 + n},17z`,
  (n) => `/${pick(SLUGS, n)}/@${pick(AUTHORS, n)}?page=${n}`,
  (n) => `Instagram: @${pick(AUTHORS, n)}, ${pick(SUBJECTS, n)}, № ${n}`,
]

const SUBJECTS = [
  'Algebra',
  'Physics & Chemistry',
  'Informatik',
  'Französisch für Anfänger',
  'История России',
  'Подготовка к ОГЭ',
  'Español básico',
  '数学入門',
  "Children's literature",
  'Anna Karenina: a reading',
  'Email marketing (e-mail)',
]
const SLUGS = [
  'algebra',
  'trial-lesson',
  'summer_camp',
  'ege.profile',
  'email-course',
  'free-phone',
]
const SITES = ['medium.com', 'www.youtube.com', 'dzen.ru', 'школа.рф']
const AUTHORS = ['anna.smith', 'polaris.school', 'ivan_petrov', 'math.online']

function pick(items: string[], n: number): string {
  return items[n % items.length]!
}
