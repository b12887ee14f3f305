import { describe, expect, it } from 'vitest'

import { guessColumn } from './guess-column.ts'
import { findStatus } from './status-column.ts'

it.each([
  [
    'event_id',
    '№ замовлення',
    ['Дата замовлення', 'Сума замовлення', 'Номер телефону', 'Код клієнта'],
  ],
  ['event_id', 'Rechnung', ['Rechnungsdatum', 'Rechnungsbetrag', 'Kundennummer', 'Kontonummer']],
  ['event_id', 'Record ID', ['Record date', 'Customer ID', 'Phone number', 'Associated contact']],
  ['event_id', 'orderReference', ['createdDate', 'merchantName', 'phone']],
  ['event_id', 'Номер платежа', ['Номер телефона', 'Номер карты', 'Дата платежа', 'Сумма платежа']],
  ['custom_data.value', 'Сума, грн', ['Комісія', 'Сума повернення', 'Замовлення']],
  // PayPal in German, Hotmart in Portuguese.
  ['event_id', 'Transaktionscode', ['Uhrzeit', 'Zeitzone', 'Typ', 'Gebühr', 'Netto']],
  ['event_id', 'Código da transação', ['Meio de pagamento', 'Data de Venda', 'Moeda', 'Valor']],
  ['custom_data.value', 'Brutto', ['Gebühr', 'Netto', 'Währung', 'Transaktionscode']],
  ['custom_data.value', 'Amount', ['amount_refunded', 'Tax amount', 'Fee amount']],
  ['user_data.ph', 'contact', ['Associated contact', 'Name']],
])('guesses that %s is %s', (field, name, others) => {
  const names = [...others, name]
  const phones = names.map((each) =>
    each.endsWith('contact') && each !== name ? 'Anna' : '+91 98765 4321',
  )
  const rows = [1, 2, 3].map((row) => phones.map((phone) => `${phone}${row}`))
  expect(guessColumn(field, names, { names, rows })).toBe(name)
})

describe('findStatus()', () => {
  it.each([
    // The codes of PayU's statements, whose documentation names the column so in Polish.
    ['Typ operacji', ['t', 'c', 'r'], []],
    ['TRANSACTION_TYPE', ['PAYMENT', 'REFUND'], ['PAYMENT']],
    ['transactionStatus', ['Approved', 'Declined', 'RefundInProcessing'], ['Approved']],
    ['Estado', ['Aprobada', 'Rechazada', 'Pendiente'], ['Aprobada']],
    ['Situação', ['Pago', 'Não pago', 'Estornado'], ['Pago']],
    ['État', ['Payé', 'Remboursé', 'Échoué'], ['Payé']],
    ['Stan płatności', ['Opłacone', 'Nieopłacone', 'Zwrócone'], ['Opłacone']],
    ['Оплата', ['Оплачен', 'Не оплачен', 'Возврат'], ['Оплачен']],
    ['Zustand', ['bezahlt', 'nicht bezahlt', 'storniert'], ['bezahlt']],
    ['Status', ['Abgeschlossen', 'Ausstehend', 'Storniert'], ['Abgeschlossen']],
    [
      'Status da transação',
      ['Aprovado', 'Completo', 'Reembolsado', 'Cancelado'],
      ['Aprovado', 'Completo'],
    ],
    ['Refunded', ['no', 'yes'], ['no']],
    ['isPaid', ['true', 'false', ''], ['true']],
    ['Status', ['failed'], []],
  ])('finds %s: %j', (name, texts, paid) => {
    const others = [
      ['Anna', 'Boris'],
      ['card', 'upi'],
      ['United States', 'Nepal'],
    ]
    const columns = [...others, texts].map((each) => new Map(each.map((text) => [text, 2])))
    const names = ['Manager', 'Payment method', 'Country', name]
    expect(findStatus(names, columns)).toMatchObject({ name, paid })
  })

  it.each([
    ['Status', ['paid']],
    ['State', ['CA', 'NY']],
    ['Payment method', ['card', 'upi']],
    ['Status', ['paid by ann@school.example', 'failed']],
    ['Note', ['Payment for the course', 'Completely new']],
    ['custom_data.status', ['paid', 'failed']],
  ])('does not take %s for one: %j', (name, texts) => {
    expect(findStatus([name], [new Map(texts.map((text) => [text, 2]))])).toBeUndefined()
  })
})
