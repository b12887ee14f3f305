import { readFile, writeFile } from 'node:fs/promises'

import { createEmulator } from '@conversion-capi/emulator'
import { describe, expect, it } from 'vitest'

import type { Prompts } from '../output/prompts.ts'
import { prepareMapping } from './prepare-mapping.ts'
import { runDry } from './run-dry.ts'
import { ENV, NOW, send, writeInput } from './send.fixture.ts'

/** Bytes of the Cyrillic letters in windows-1251. */
function toWindows1251(text: string): Buffer {
  const decoder = new TextDecoder('windows-1251')
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
  )
  return Buffer.from([...text].map((letter) => bytes.get(letter)!))
}

/** An export, what a person answers, and the first event that Meta gets. */
interface Export {
  content: Uint8Array
  /** The answers by a part of their question. */
  answers: Record<string, string>
  expected: object
  settings: object
}

const SEND_THESE = { 'Not sent': '' }
const PURCHASES = { ...SEND_THESE, 'Which event': 'Purchase', 'Where did': 'system_generated' }

const EXPORTS: Record<string, Export> = {
  'a Russian accountant': {
    content: toWindows1251(
      [
        'Номер заказа;Дата оплаты;ФИО;Эл. почта;Телефон;Сумма;Примечание;',
        '1001;20.11.2026;Иванова Анна Петровна;anna@example.com;+7 916 123-45-67;12 500,50;;',
        '1002;21.11.2026 18:30;Петров Пётр;petr@example.com;;9 900,00;рассрочка;',
      ].join('\r\n'),
    ),
    answers: {
      encoding: 'windows-1251',
      ...PURCHASES,
      'Which currency': 'RUB',
      'time zone': 'Europe/Moscow',
    },
    settings: { encoding: 'windows-1251', decimal: ',', zone: 'Europe/Moscow' },
    expected: {
      event_id: '1001',
      event_name: 'Purchase',
      event_time: Date.parse('2026-11-20T12:00:00+03:00') / 1000,
      custom_data: { value: 12_500.5, currency: 'RUB' },
    },
  },
  // The columns of the format CSV-CAMT V8 of German savings banks.
  'a German bank': {
    content: Buffer.from(
      [
        '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Glaeubiger ID";"Mandatsreferenz";"Kundenreferenz (End-to-End)";"Beguenstigter/Zahlungspflichtiger";"BIC (SWIFT-Code)";"Betrag";"Waehrung"',
        '"DE1";"20.11.26";"20.11.26";"GUTSCHRIFT";"Kurs für Anna";"";"M-17";"RE-2026-17";"Anna Müller";"COLSDE33";"1.240,00";"EUR"',
        '"DE1";"19.11.26";"19.11.26";"GUTSCHRIFT";"Kurs";"";"M-18";"RE-2026-18";"Bert Vogel";"COLSDE33";"89,90";"EUR"',
      ].join('\r\n'),
      'latin1',
    ),
    answers: {
      encoding: 'windows-1252',
      ...PURCHASES,
      'time zone': 'Europe/Berlin',
    },
    settings: { decimal: ',', zone: 'Europe/Berlin' },
    expected: {
      event_id: 'RE-2026-17',
      event_time: Date.parse('2026-11-20T12:00:00+01:00') / 1000,
      custom_data: { value: 1240, currency: 'EUR' },
    },
  },
  // The columns of the payments export of Stripe's dashboard.
  'Stripe in the US': {
    content: Buffer.from(
      [
        'id,Description,Seller Message,Created (UTC),Amount,Amount Refunded,Currency,Converted Amount,Fee,Status,Customer ID,Customer Description,Customer Email,Captured,Card ID,Card Last4',
        'ch_3A,"Course, 10 lessons",Payment complete.,2026-11-20 14:03,"1,240.50",0.00,usd,1240.50,36.28,Paid,cus_1,Ann,ann@example.com,true,card_1,4242',
        'ch_3B,Course,Payment complete.,2026-11-21 09:15,240.00,0.00,usd,240.00,7.26,Paid,cus_2,Bob,bob@example.com,true,card_2,4444',
      ].join('\n'),
    ),
    answers: {
      ...PURCHASES,
      'time zone': 'UTC',
    },
    settings: { decimal: '.', zone: 'UTC' },
    expected: {
      event_id: 'ch_3A',
      event_time: Date.parse('2026-11-20T14:03:00Z') / 1000,
      custom_data: { value: 1240.5, currency: 'usd' },
    },
  },
  'a Brazilian shop': {
    content: Buffer.from(
      [
        '\uFEFFCódigo da transação;Data da venda;Nome completo;E-mail;Telefone;Valor',
        'HP1;20/11/2026 21:30;Ana Souza;ana@example.com;+55 11 91234-5678;R$ 1.234,56',
        'HP2;21/11/2026 08:00;Caio Lima;caio@example.com;+55 11 91234-5679;R$ 97,00',
      ].join('\n'),
    ),
    answers: {
      ...PURCHASES,
      'Which currency are the amounts with "R$"': 'BRL',
      'time zone': 'America/Sao_Paulo',
    },
    settings: { dates: 'dd/mm/yyyy', decimal: ',', sign: 'R$', zone: 'America/Sao_Paulo' },
    expected: {
      event_id: 'HP1',
      event_time: Date.parse('2026-11-20T21:30:00-03:00') / 1000,
      custom_data: { value: 1234.56, currency: 'BRL' },
    },
  },
  'Excel as Unicode text': {
    content: Buffer.from(
      [
        '\uFEFFNumer umowy\tData podpisania\tImię\tNazwisko\tE-mail\tKwota',
        'U/17\t03/04/2026 10:00\tŁucja\tWójcik\tlucja@example.com\t1\u00A0234,56 zł',
        'U/18\t04/04/2026 10:00\tJan\tNowak\tjan@example.com\t99,00 zł',
      ].join('\r\n'),
      'utf16le',
    ),
    answers: {
      ...SEND_THESE,
      'day or the month': 'dd/mm/yyyy',
      'Which event': 'Contract',
      'Where did': 'physical_store',
      'Which currency are the amounts with "zł"': 'PLN',
      'time zone': 'Europe/Warsaw',
    },
    settings: { dates: 'dd/mm/yyyy', decimal: ',', sign: 'zł', zone: 'Europe/Warsaw' },
    expected: {
      event_id: 'U/17',
      event_time: Date.parse('2026-04-03T10:00:00+02:00') / 1000,
      custom_data: { value: 1234.56, currency: 'PLN' },
    },
  },
}

/** Answers by a part of the question, each once. */
function answer(answers: Record<string, string>): Prompts & { rest: Set<string> } {
  const rest = new Set(Object.keys(answers))
  const reply = (question: string): string => {
    const part = [...rest].find((each) => question.includes(each))
    if (part === undefined) throw new Error(`Unexpected question: ${question}`)
    rest.delete(part)
    return answers[part]!
  }
  return {
    rest,
    async choose(question, options) {
      const reply_ = reply(question)
      const option = options.find(({ value }) => value === reply_)
      return option?.value ?? expect.fail(`No option ${reply_}: ${question}`)
    },
    async chooseSome(question, _, initial) {
      expect(initial.join()).toBe(reply(question))
      return initial
    },
    async write(question, _, check) {
      const text = reply(question)
      expect(check(text)).toBeUndefined()
      return text
    },
  }
}

describe('an export', () => {
  it.each(Object.entries(EXPORTS))(
    'of %s becomes accepted events with at most six questions, once',
    async (_, { content, answers, expected, settings }) => {
      const file = await writeInput(content, 'payments.csv')
      const now =
        'zone' in settings && settings.zone === 'Europe/Warsaw' ? Date.parse('2026-04-05') : NOW
      const emulator = createEmulator({ now: () => now })
      const run = async (prompts: Prompts) =>
        send({
          file,
          mapping: await prepareMapping(file, {}, prompts),
          fetch: emulator.fetch,
          now: () => now,
        })
      const prompts = answer(answers)
      const first = await run(prompts)
      expect([...prompts.rest]).toEqual([])
      expect(Object.keys(answers).length).toBeLessThanOrEqual(6)
      expect(first.data).toMatchObject({ events: 2, accepted: 2, failed: 0 })
      expect(emulator.events()[0]).toMatchObject(expected)
      const mapping = await readFile(file.replace('.csv', '.mapping.json'), 'utf8')
      expect(JSON.parse(mapping)).toMatchObject(settings)
      expect(mapping).not.toMatch(/@|1001|Анна|Müller/)
      expect((await run(answer({}))).data).toMatchObject({ accepted: 2, acceptedNow: 0 })
      expect(emulator.events()).toHaveLength(2)
    },
  )
})

/** An export with payments that do not count. */
interface StatusExport {
  /** Its first lines. */
  head: string[]
  line: (payment: Payment) => string
  /** The texts of its status, first those that count. */
  texts: string[]
  paid: number
  answers: Record<string, string>
  column: string
  currency: string
}

interface Payment {
  id: string
  day: string
  amount: string
  text: string
  email: string
}

const EUROPEAN = (amount: string, group: string): string =>
  amount.replace('.', ',').replace(/(\d)(?=(\d{3})+,)/g, `$1${group}`)

const STATUS_EXPORTS: Record<string, StatusExport> = {
  // The columns of the sample payments report that Razorpay's documentation offers.
  Razorpay: {
    head: [
      'id,amount,currency,status,order_id,invoice_id,international,method,amount_refunded,amount_transferred,refund_status,captured,description,card_id,card,bank,wallet,vpa,email,contact,notes,fee,tax,error_code,error_description,created_at,card_type,card_network',
    ],
    line: ({ id, day, amount, text, email }) =>
      `pay_${id},${amount},INR,${text},order_${id},,0,upi,${text === 'refunded' ? amount : '0.00'},0.00,${text === 'refunded' ? 'full' : ''},${text === 'failed' ? 0 : 1},Course,,,,,a@upi,${email},+9198765432${id},[],1.00,0.18,${text === 'failed' ? 'BAD_REQUEST_ERROR' : ''},,${day}/11/2026 10:00:00,,`,
    texts: ['captured', 'failed', 'refunded', 'authorized'],
    paid: 1,
    column: 'status',
    currency: 'INR',
    answers: { 'time zone': 'Asia/Kolkata' },
  },
  // The columns of the payments export of Stripe's dashboard, as several importers of it read them.
  Stripe: {
    head: [
      'id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Fee,Status,Seller Message,Description,Customer Email,Invoice ID',
    ],
    line: ({ id, day, amount, text, email }) =>
      `ch_${id},2026-11-${day} 14:03:00,"${amount.replace(/(\d)(?=(\d{3})+\.)/g, '$1,')}",0.00,usd,${text !== 'Failed'},1.00,${text},${text === 'Failed' ? 'The bank did not return any further details.' : 'Payment complete.'},"Course, 10 lessons",${email},`,
    texts: ['Paid', 'Failed', 'Refunded'],
    paid: 1,
    column: 'Status',
    currency: 'USD',
    answers: { 'time zone': 'UTC' },
  },
  // The columns of the order list of a Ukrainian shop, whose report has lines above them. LiqPay and WayForPay document no
  // export with Ukrainian names.
  'a Ukrainian shop': {
    head: [
      '\uFEFFЗвіт по доходах за період: 01.11.2026 – 22.11.2026;;;;;;;;',
      'Кількість транзакцій;60',
      '',
      '№ замовлення;Дата;Клієнт;Телефон;Email;Статус;Сума, грн;Товари;ТТН',
    ],
    line: ({ id, day, amount, text, email }) =>
      `17-${id};${day}.11.2026;Олена Коваль;+380 50 123 45 ${id};${email};${text};${EUROPEAN(amount, ' ')};Курс;`,
    texts: ['Оплачено', 'Повернення', 'Не оплачено'],
    paid: 1,
    column: 'Статус',
    currency: 'UAH',
    answers: { 'Which currency': 'UAH', 'time zone': 'Europe/Kyiv' },
  },
  // The columns of the German export of PayPal's activities, as several importers of it read them.
  'PayPal in German': {
    head: [
      '"Datum","Uhrzeit","Zeitzone","Name","Typ","Status","Währung","Brutto","Gebühr","Netto","Absender E-Mail-Adresse","Empfänger E-Mail-Adresse","Transaktionscode","Artikelbezeichnung"',
    ],
    line: ({ id, day, amount, text, email }) =>
      `"${day}.11.2026","10:12:00","Europe/Berlin","Anna Müller","${text === 'Ausstehend' ? 'Bankgutschrift' : 'Express-Zahlung'}","${text}","EUR","${EUROPEAN(amount, '.')}","-0,35","1,00","${email}","school@school.example","1AB${id}","Kurs"`,
    texts: ['Abgeschlossen', 'Ausstehend', 'Storniert'],
    paid: 1,
    column: 'Status',
    currency: 'EUR',
    answers: { 'time zone': 'Europe/Berlin' },
  },
  // The columns of Hotmart's sales, as an importer of it reads them.
  'Hotmart in Portuguese': {
    head: [
      'Nome do Produto;Código da transação;Meio de pagamento;Moeda;Valor;Status da transação;Data de Venda;Nome;Email;Telefone',
    ],
    line: ({ id, day, amount, text, email }) =>
      `Curso;HP${id};Cartão;BRL;${EUROPEAN(amount, '.')};${text};${day}/11/2026 21:30:00;Ana Souza;${email};+55 11 91234-56${id}`,
    texts: ['Aprovado', 'Completo', 'Reembolsado', 'Cancelado'],
    paid: 2,
    column: 'Status da transação',
    currency: 'BRL',
    answers: { 'time zone': 'America/Sao_Paulo' },
  },
}

describe('an export with a status', () => {
  it.each(Object.entries(STATUS_EXPORTS))(
    'of %s sends the payments that count, and its control total is exact',
    async (_, { head, line, texts, paid, answers, column, currency }) => {
      const cents: Record<string, number[]> = Object.fromEntries(texts.map((text) => [text, []]))
      const lines = Array.from({ length: 60 }, (_, index) => {
        const text = texts[index % texts.length]!
        const amount = ((index * 7919) % 200_000) + 1
        cents[text]!.push(amount)
        const [id, day] = [String(index + 10), String(16 + (index % 6))]
        return line({
          id,
          day,
          amount: (amount / 100).toFixed(2),
          text,
          email: `${id}@example.com`,
        })
      })
      const file = await writeInput([...head, ...lines].join('\n'), 'payments.csv')
      const mappingFile = file.replace('.csv', '.mapping.json')
      const counted = texts.slice(0, paid)
      const only = { [column]: counted }
      const prompts = answer({ ...PURCHASES, 'Which lines': counted.join(), ...answers })
      const mapping = await prepareMapping(file, {}, prompts)
      expect([...prompts.rest]).toEqual([])
      expect(mapping.only).toEqual(only)

      const sumOf = (amounts: number[]) => amounts.reduce((sum, each) => sum + each, 0)
      const sent = counted.flatMap((text) => cents[text]!)
      const dry = await runDry({ file, mapping, env: ENV, now: () => NOW })
      expect(dry.data).toMatchObject({
        lines: 60,
        accepted: sent.length,
        leftOut: Object.fromEntries(
          texts.slice(paid).map((text) => [`"${column}" is "${text}"`, cents[text]!.length]),
        ),
        totals: [
          {
            event: 'Purchase',
            currency,
            count: sent.length,
            value: (sumOf(sent) / 100).toFixed(2),
          },
        ],
      })
      const above = 'The names of the columns are in line 4. The lines above are not read.'
      expect(dry.summary.includes(above)).toBe(head.length === 4)
      const emulator = createEmulator({ now: () => NOW })
      await send({ file, mapping, fetch: emulator.fetch })
      const values = emulator.events().map(({ custom_data }) => custom_data!['value'] as number)
      const received = values.map((value) => Math.round(value * 100))
      expect(received.toSorted((a, b) => a - b)).toEqual(sent.toSorted((a, b) => a - b))

      // Nobody can be asked.
      await writeFile(mappingFile, JSON.stringify({ ...mapping, only: undefined }))
      await expect(prepareMapping(file, {})).rejects.toThrow(
        `into payments.mapping.json, such as "only": ${JSON.stringify(only)}, or "only": {} to send all lines.`,
      )
      await writeFile(mappingFile, JSON.stringify({ ...mapping, only: {} }))
      const all = { file, mapping: await prepareMapping(file, {}), env: ENV, now: () => NOW }
      expect((await runDry(all)).data).toMatchObject({ accepted: 60, leftOut: {} })
    },
  )
})

describe('an encoding', () => {
  const TEXT =
    'event_name,event_id,event_time,action_source,user_data.em,user_data.fn\nLead,a,1795340000,email,a@school.example,Анна'

  async function run(content: Uint8Array, encoding: string) {
    const file = await writeInput(content, 'leads.csv')
    const emulator = createEmulator({ now: () => NOW })
    const notices: string[] = []
    const mapping = await prepareMapping(file, { encoding })
    await send({
      file,
      mapping,
      fetch: emulator.fetch,
      onNotice: ({ message }) => notices.push(message),
    })
    const dry = await runDry({ file, mapping, env: ENV, now: () => NOW })
    expect(dry.findings.map(({ message }) => message)).toEqual([...notices, expect.any(String)])
    return { notices, fn: emulator.events()[0]!.user_data!['fn'] }
  }

  it('that is not UTF-8 is not believed for a file that is UTF-8', async () => {
    const right = await run(toWindows1251(TEXT), 'cp1251')
    expect(right.notices).toEqual([])
    for (const encoding of ['cp1251', 'latin1', 'utf-16le']) {
      const { fn, notices } = await run(Buffer.from(TEXT), encoding)
      expect(fn).toEqual(right.fn)
      expect(notices).toEqual([
        expect.stringMatching(
          /^leads\.csv is UTF-8, and not (windows-125[12]|utf-16le) as stated\./,
        ),
      ])
    }
  })

  it('that is UTF-8 is an error for a file that is not', async () => {
    await expect(run(toWindows1251(TEXT), 'utf-8')).rejects.toThrow('The file is not UTF-8.')
  })
})

describe('"only" of the mapping', () => {
  const LIST = [
    'event_name,event_id,event_time,action_source,user_data.em,Status,Refunded',
    'Contract,a,1795340000,email,a@school.example,paid,no',
    'Contract,b,1795340000,email,b@school.example,failed,maybe',
    'Contract,c,1795340000,email,c@school.example,"paid",yes',
    'Contract,d,1795340000,email,d@school.example,Paid,no',
  ].join('\n')

  async function dryRun(only: object, list = LIST) {
    const file = await writeInput(list, 'payments.csv')
    await writeFile(file.replace('.csv', '.mapping.json'), JSON.stringify({ only }))
    return runDry({ file, mapping: await prepareMapping(file, {}), env: ENV, now: () => NOW })
  }

  it('selects the lines, says how many it leaves out, and leaves out no line with missing cells', async () => {
    const { data, summary } = await dryRun(
      { Status: ['paid', 'Paid', 'piad'], Refunded: ['no', 'maybe'] },
      `${LIST}\nContract,e,1795340000,email,e@school.example`,
    )
    expect(data).toMatchObject({ events: 3, accepted: 2, failed: 1 })
    expect(summary).toContain(
      'Left out: 3 of 5 lines.\n  1 × "Status" is "failed"\n  1 × "Refunded" is "yes"\n  1 × malformed',
    )
    expect(summary).toContain('No line has "piad" in the column "Status".')
    expect(summary).not.toContain('maybe')
  })

  it('is an error for a JSON Lines file, whose payments would all be sent', async () => {
    const mapping = { only: { Status: ['paid'] } }
    await expect(runDry({ file: 'payments.jsonl', mapping, env: ENV })).rejects.toThrow(
      '"only" of the mapping selects lines of a CSV file.',
    )
  })

  it.each([
    [{ Status: ['paid'], Refunded: ['No'] }, '"only" of the mapping leaves out every line.'],
    [{ State: ['paid'] }, 'The column "State" of the mapping is missing. Correct the mapping.'],
    [{ Status: 'paid' }, 'only must be an object such as {"Status": ["paid"]}.'],
  ])('%o is an error', async (only, message) => {
    await expect(dryRun({ ...only })).rejects.toThrow(message)
  })
})
