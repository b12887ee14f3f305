import type { Config } from '@conversion-capi/core'

/** The event that every proxy forwards: a lead, as the tracker sends it. */
export const LEAD = {
  event_name: 'Lead',
  event_id: '1795255200000.8d2f6c1e-5b7a-4f0e-9c3d-2a1b0c9d8e7f',
  event_source_url: 'https://school.example/courses/physics?utm_source=newsletter',
  user_data: {
    fbp: 'fb.1.1795255200000.1098115397',
    fbc: 'fb.1.1795255200000.IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYXQvwjNwB_qa2ofrHyiLjcbCRxTDMgk',
    external_id: 'student-4711',
    em: 'cd9b1c4dac86bb1a5e05c4f1b0f6aa9ab6e3f6f0f3d7a9d4d5b0a4b7d63c1a52',
    ph: '9b74c9897bac770ffc029102a200c5de9b74c9897bac770ffc029102a200c5de',
    fn: '0cc175b9c0f1b6a831c399e2697726610cc175b9c0f1b6a831c399e269772661',
    ln: '92eb5ffee6ae2fec3ad71c777531578f92eb5ffee6ae2fec3ad71c777531578f',
  },
  custom_data: { value: 120, currency: 'EUR', content_name: 'Physics, grade 8' },
}

export const VISITOR = {
  'Content-Type': 'application/json',
  'User-Agent':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'X-Forwarded-For': '203.0.113.7',
  Origin: 'https://school.example',
}

export const PIXEL_ID = '770000000000077'
export const ACCESS_TOKEN = 'EAABench0123456789Token0123456789Token0123456789Token0123456789Token'

export function configFor(graphUrl: string): Config {
  return { pixelId: PIXEL_ID, accessToken: ACCESS_TOKEN, graphUrl }
}
