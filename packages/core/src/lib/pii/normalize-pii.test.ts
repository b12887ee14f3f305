import { describe, expect, it } from 'vitest'

import { normalizePii } from '../../pii.ts'

describe('normalizePii', () => {
  it.each([
    ['em', '  Anna.Petrova@School.EXAMPLE ', 'anna.petrova@school.example'],
    ['em', 'anna+physics@mail.school.example', 'anna+physics@mail.school.example'],
    ['em', 'anna@xn--80akdo2ag.xn--p1ai', 'anna@xn--80akdo2ag.xn--p1ai'],
    ['ph', '+7 (912) 345-67-89', '79123456789'],
    ['ph', '8 (912) 345-67-89', '89123456789'],
    ['ph', '1.650.555.1212', '16505551212'],
    ['ph', '0041 79 123 45 67', '41791234567'],
    ['ph', '+49 (0) 171 1234567', '491711234567'],
    ['ph', '0044(0)20 7946 0958', '442079460958'],
    ['ph', '49 (0)39 012345', '4939012345'],
    ['ph', '+39 (0)6 12345678', '390612345678'],
    ['ph', '(0)39 123456', '39123456'],
    ['ph', '00 381 60 123 4567 890', '381601234567890'],
    ['fn', 'Anne-Marie', 'annemarie'],
    ['ln', "O'Brien", 'obrien'],
    ['ln', ' Van Der Berg ', 'vanderberg'],
    ['ln', 'Иванова-Петрова', 'ивановапетрова'],
    ['fn', 'Łukasz', 'łukasz'],
    ['fn', 'ΝΙΚΟΣ ΑΛΕΞΗΣ', 'νικοσαλεξης'],
    ['ln', 'D’Arc', 'd’arc'],
  ] as const)('normalizes %s %j to %j', (key, value, normalized) => {
    expect(normalizePii(key, value)).toBe(normalized)
  })

  it.each([
    ['em', 'anna'],
    ['em', 'anna@school'],
    ['em', 'anna@school.example, ivan@school.example'],
    ['em', 'анна@школа.рф'],
    ['em', ''],
    ['ph', 'none'],
    ['ph', '000'],
    ['ph', '٠٠٩٦٦٥٠١٢٣٤٥٦٧'], // As in Meta's library
    ['ph', '０９１２３４５６７８９'],
    ['ph', '+48 601 202 303, +48 602 202 303'],
    ['ph', '1234567890123456'],
    ['em', 'anna＠school.example'],
    ['fn', ' - '],
    ['ln', ''],
  ] as const)('returns undefined for %s %j', (key, value) => {
    expect(normalizePii(key, value)).toBeUndefined()
  })

  it('does not backtrack excessively on a malicious email', () => {
    expect(normalizePii('em', `${'a.'.repeat(100_000)}@`)).toBeUndefined()
    expect(normalizePii('em', `a@${'a-'.repeat(100_000)}`)).toBeUndefined()
    expect(normalizePii('em', `a@${'a.'.repeat(100_000)}`)).toBeUndefined()
  })
})
