import { writeFile } from 'node:fs/promises'

import { createEmulator } from '@conversion-capi/emulator'
import { describe, expect, it } from 'vitest'

import { prepareMapping } from '../list/prepare-mapping.ts'
import { runDry } from './run-dry.ts'
import { answer, ENV, NOW, PURCHASES, send, writeInput } from './send.fixture.ts'

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
