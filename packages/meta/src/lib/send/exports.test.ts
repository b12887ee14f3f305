import { readFile } from 'node:fs/promises'

import { createEmulator } from '@conversion-capi/emulator'
import { describe, expect, it } from 'vitest'

import type { Prompts } from '../terminal/prompts.ts'
import { prepareMapping } from '../list/prepare-mapping.ts'
import { runDry } from './run-dry.ts'
import { answer, ENV, NOW, PURCHASES, send, SEND_THESE, writeInput } from './send.fixture.ts'

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
