import { readFile, writeFile } from 'node:fs/promises'

import { createEmulator } from '@conversion-capi/emulator'
import { describe, expect, it } from 'vitest'

import { prepareMapping } from '../list/prepare-mapping.ts'
import { runDry } from './run-dry.ts'
import { answer, ENV, NOW, PURCHASES, send, SEND_THESE, writeInput } from './send.fixture.ts'

function toWindows1251(text: string): Buffer {
  const decoder = new TextDecoder('windows-1251')
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
  )
  return Buffer.from([...text].map((letter) => bytes.get(letter)!))
}

/** An export, what a person answers, and the first event that Meta gets. */
interface Export {
  content: Uint8Array | string
  /** The answers by a part of their question. */
  answers: Record<string, string>
  expected: object
  settings: object
  /** A column that says which lines count, and its texts: of the lines that do, and of the others. */
  status?: { column: string; paid: string[]; others: string[] }
  total: string
}

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
    total: '22400.50',
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
    total: '1329.90',
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
    total: '1331.56',
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
    total: '1333.56',
  },
  // The columns of the payments export of Stripe's dashboard, as several importers of it read them.
  'Stripe in the US': {
    content: [
      'id,Description,Seller Message,Created (UTC),Amount,Amount Refunded,Currency,Converted Amount,Fee,Status,Customer ID,Customer Description,Customer Email,Captured,Card ID,Card Last4',
      'ch_3A,"Course, 10 lessons",Payment complete.,2026-11-20 14:03,"1,240.50",0.00,usd,1240.50,36.28,Paid,cus_1,Ann,ann@example.com,true,card_1,4242',
      'ch_3C,Course,The bank did not return any further details.,2026-11-21 09:16,99.00,0.00,usd,99.00,0.00,Failed,cus_3,Cyd,cyd@example.com,false,card_3,1881',
      'ch_3D,Course,Payment complete.,2026-11-21 09:17,89.00,89.00,usd,89.00,2.88,Refunded,cus_4,Dan,dan@example.com,true,card_4,5100',
    ].join('\n'),
    answers: { ...PURCHASES, 'Which lines': 'Paid', 'time zone': 'UTC' },
    settings: { decimal: '.', zone: 'UTC' },
    status: { column: 'Status', paid: ['Paid'], others: ['Failed', 'Refunded'] },
    expected: {
      event_id: 'ch_3A',
      event_time: Date.parse('2026-11-20T14:03:00Z') / 1000,
      custom_data: { value: 1240.5, currency: 'usd' },
    },
    total: '1240.50',
  },
  // The columns of the order list of a Ukrainian shop, whose report has lines above them. LiqPay and WayForPay document no
  // export with Ukrainian names.
  'a Ukrainian shop': {
    content: [
      '\uFEFFЗвіт по доходах за період: 01.11.2026 – 22.11.2026;;;;;;;;',
      'Кількість транзакцій;4',
      '',
      '№ замовлення;Дата;Клієнт;Телефон;Email;Статус;Сума, грн;Товари;ТТН',
      '17-1;20.11.2026;Олена Коваль;+380 50 123 45 10;olena@example.com;Оплачено;1 240,50;Курс;',
      '17-2;20.11.2026;Іван Коваль;+380 50 123 45 11;ivan@example.com;Повернення;99,00;Курс;',
      '17-3;21.11.2026;Марія Коваль;+380 50 123 45 12;maria@example.com;Не оплачено;240,00;Курс;',
    ].join('\n'),
    answers: {
      ...PURCHASES,
      'Which lines': 'Оплачено',
      'Which currency': 'UAH',
      'time zone': 'Europe/Kyiv',
    },
    settings: { decimal: ',' },
    status: { column: 'Статус', paid: ['Оплачено'], others: ['Повернення', 'Не оплачено'] },
    expected: {
      event_id: '17-1',
      event_time: Date.parse('2026-11-20T12:00:00+02:00') / 1000,
      custom_data: { value: 1240.5, currency: 'UAH' },
    },
    total: '1240.50',
  },
}

describe('an export', () => {
  it.each(Object.entries(EXPORTS))(
    'of %s becomes accepted events with at most six questions, once',
    async (name, { content, answers, expected, settings, status, total }) => {
      const file = await writeInput(content, 'payments.csv')
      const mappingFile = file.replace('.csv', '.mapping.json')
      const now = () => (name === 'Excel as Unicode text' ? Date.parse('2026-04-05') : NOW)
      const emulator = createEmulator({ now })
      const prompts = answer(answers)
      const mapping = await prepareMapping(file, {}, prompts)
      expect([...prompts.rest]).toEqual([])
      expect(Object.keys(answers).length).toBeLessThanOrEqual(6)
      const text = await readFile(mappingFile, 'utf8')
      const only = status && { [status.column]: status.paid }
      expect(JSON.parse(text)).toMatchObject({ ...settings, ...(only && { only }) })
      expect(text).not.toMatch(/@|1001|Анна|Müller/)

      const { column = '', paid = ['', ''], others = [] } = status ?? {}
      const accepted = paid.length
      const dry = await runDry({ file, mapping, env: ENV, now })
      expect(dry.data).toMatchObject({
        accepted,
        leftOut: Object.fromEntries(others.map((each) => [`"${column}" is "${each}"`, 1])),
      })
      expect(Object.values(dry.data!['totals'] as object)).toEqual([
        { count: accepted, value: expect.closeTo(Number(total)) },
      ])
      const above = 'The names of the columns are in line 4. The lines above are not read.'
      expect(dry.summary.includes(above)).toBe(name === 'a Ukrainian shop')
      const first = await send({ file, mapping, fetch: emulator.fetch, now })
      expect(first.data).toMatchObject({ events: accepted, accepted, failed: 0 })
      expect(emulator.events()[0]).toMatchObject(expected)
      const again = await prepareMapping(file, {}, answer({}))
      const second = await send({ file, mapping: again, fetch: emulator.fetch, now })
      expect(second.data).toMatchObject({ accepted, acceptedNow: 0 })
      expect(emulator.events()).toHaveLength(accepted)
      if (!status) return

      // Nobody can be asked.
      await writeFile(mappingFile, JSON.stringify({ ...mapping, only: undefined }))
      await expect(prepareMapping(file, {})).rejects.toThrow(
        `into payments.mapping.json, such as "only": ${JSON.stringify(only)}, or "only": {} to send all lines.`,
      )
      await writeFile(mappingFile, JSON.stringify({ ...mapping, only: {} }))
      const all = { file, mapping: await prepareMapping(file, {}), env: ENV, now }
      const count = accepted + others.length
      expect((await runDry(all)).data).toMatchObject({ accepted: count, leftOut: {} })
    },
  )
})

describe('an encoding', () => {
  const TEXT =
    'event_name,event_id,event_time,action_source,user_data.em,user_data.fn\nLead,a,1795340000,email,a@school.example,Анна'

  async function run(content: Uint8Array, encoding: string) {
    const file = await writeInput(content, 'leads.csv')
    const emulator = createEmulator({ now: () => NOW })
    const mapping = await prepareMapping(file, { encoding })
    await send({ file, mapping, fetch: emulator.fetch })
    return emulator.events()[0]!.user_data!['fn']
  }

  it('that is not UTF-8 is not believed for a file that is UTF-8', async () => {
    const right = await run(toWindows1251(TEXT), 'cp1251')
    for (const encoding of ['cp1251', 'latin1', 'utf-16le']) {
      expect(await run(Buffer.from(TEXT), encoding)).toEqual(right)
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
