import { type Counts, sumOf } from '../terminal/format-count.ts'
import { isColumn } from './csv-columns.ts'
import { toWords } from './guess-column.ts'

/** A column whose value decides whether a line is a payment, and the count of each value. */
export interface StatusColumn {
  name: string
  counts: Counts
  paid: string[]
}

/** A column with more values is not a status. */
export const MAX_TEXTS = 12

/** In English, German, French, Spanish, Portuguese, Polish, Russian and Ukrainian. */
const STATUS_NAME =
  /statu[st]|статус|состояни|(?<!\p{L})стан(?!\p{L})|zustand|(typ[eo]?|тип)\P{L}+(of |de |da )?(opera|transa|опера|транзак)|(transa[ck]tion|operation)s?\P{L}*(typ|art)/iu

const PAID_STEMS = [
  'paid|payment|sale|purchase|success|succe+d|complet|captur|settled|approv|confirm|deposited|ok$',
  'bezahlt|gezahlt|zahlung|abgeschlossen|erfolg|genehmigt',
  'pay[ée]|paiement|réussi|effectu|termin|valid',
  'pagad|aprobad|exitos|acreditad|cobrad',
  'pag[oa]|aprovad|conclu',
  'opłacon|zapłacon|zakończon|zrealizowan|płatność|wpłata',
  'оплач|оплат|успешн|проведен|выполнен|заверш|зачислен|подтвержд|плат[её]ж',
  'сплач|успішн|виконан|зарахован|підтвердж|платіж',
].join('|')

const PAID = startOfWord(PAID_STEMS)

/** Wins over {@link PAID}: `not paid`, `payment failed`. */
const UNPAID = startOfWord(
  `(not |un|nicht |non |no |n[aã]o |nie ?|не ?)(${PAID_STEMS})`,
  'fail|declin|reject|refus|cancel|void|refund|revers|return|charge.?back|charged.back|disput|pending|expired|incomplete|abandon|authori[sz]|created|error|open|overdue|process|partial',
  'fehl|abgelehnt|abgebrochen|storn|erstatt|rück|zurück|ausstehend|offen',
  'échou|annul|rembours|attente|impay',
  'fallid|rechaz|anulad|reembols|devuel|devoluc|pendient|vencid',
  'falh|recus|rejeitad|estorn|devolv|pendente|aguardando|expirad',
  'nieudan|odrzucon|anulowan|zwr[oó][tc]|oczekuj|w toku',
  'неудач|ошиб|отклон|отмен|возвр|ожида|обработ|просроч|истек',
  'невдал|помил|відхил|скасован|поверн|очіку|оброб|простроч',
)

const YES = /^(true|yes|y|1|да|так|ja|oui|s[ií]|sim|tak)$/i
const NO = /^(false|no|n|0|нет|ні|nein|non|n[aã]o|nie|)$/i

/**
 * Returns the column that decides which lines count, by its name or because most of its texts speak of a status.
 *
 * @param texts How often each text occurs, by column. `undefined` if there are more than {@link MAX_TEXTS}.
 */
export function findStatus(names: string[], texts: (Counts | undefined)[]) {
  const found = names.flatMap((name, index) => {
    const counts = texts[index]
    // A column with a field's name is always sent.
    if (!counts || name === '' || isColumn(name)) return []
    const rank = rankStatus(name, counts)
    const all = [...counts.keys()]
    if (all.some((text) => PERSONAL.test(text))) return []
    const paid = all.filter((text) => isPaid(name, text))
    const isDoubtful = all.length > 1 ? paid.length < all.length : isUnpaid(all[0]!)
    return rank > 0 && isDoubtful ? [{ name, counts, paid, rank }] : []
  })
  return found.sort((a, b) => b.rank - a.rank)[0]
}

/** Returns a text of a column for messages. One that could be personal data is not shown. */
export function showStatus(name: string, text: string): string {
  const isStatus = STATUS_NAME.test(name) || isStatusWord(text) || isFlag(name, [text])
  return isStatus && !PERSONAL.test(text) ? JSON.stringify(text) : 'another text'
}

const PERSONAL = /@|\d{6}/

/** Returns the part of the lines whose text is a status, and more if the name says so. 0 if it is no status column. */
function rankStatus(name: string, counts: Counts): number {
  const texts = [...counts.keys()]
  const lines = sumOf(counts)
  const known = sumOf(new Map([...counts].filter(([text]) => isStatusWord(text))))
  if (STATUS_NAME.test(name)) return 1 + known / lines
  if (known * 2 > lines && texts.some(isUnpaid)) return known / lines
  return isFlag(name, texts) ? 0.1 : 0
}

function isFlag(name: string, texts: string[]): boolean {
  return isStatusWord(name) && texts.every((text) => YES.test(text) || NO.test(text))
}

function isPaid(name: string, text: string): boolean {
  if (isFlag(name, [text])) return (isUnpaid(name) ? NO : YES).test(text)
  return isStatusWord(text) && !isUnpaid(text)
}

function isUnpaid(text: string): boolean {
  return UNPAID.test(toWords(text))
}

function isStatusWord(text: string): boolean {
  return PAID.test(toWords(text)) || isUnpaid(text)
}

function startOfWord(...stems: string[]): RegExp {
  return new RegExp(`(?<!\\p{L})(${stems.join('|')})`, 'iu')
}
