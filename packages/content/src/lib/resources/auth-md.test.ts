import { REJECTIONS } from '@conversion-capi/core/protocol'
import { describe, expect, it } from 'vitest'

import { smallSchool } from '../school.fixture.ts'
import { authMd } from './auth-md.ts'

describe('authMd()', () => {
  it('is in English in every language, and says so', () => {
    const { body, headers } = authMd(smallSchool({ language: 'ru' }))
    expect(headers).toEqual({ 'Content-Language': 'en' })
    expect(body).toContain('(https://polaris.example/llms.txt): Key facts\n')
    expect(body).not.toMatch(/\p{Script=Cyrillic}/u)
  })

  it('has the sections of the auth.md format', () => {
    expect(authMd(smallSchool()).body.match(/^#.*$/gm)).toEqual([
      '# auth.md',
      '## Who you are',
      '## Discover',
      '## Access',
      '## Resources',
      '## API endpoint',
      '## Errors',
      '## Contact',
    ])
  })

  it('states that access is anonymous, without registration or tokens', () => {
    const { body } = authMd(smallSchool())
    expect(body).toContain(
      '- Method: anonymous. There is no other method.\n- Registration: none.\n',
    )
    expect(body).not.toMatch(/agent_auth|_uri|_endpoint|oauth-|\/token|\/register|```/i)
  })

  it('warns against synthetic events', () => {
    const { body } = authMd(smallSchool())
    expect(body).toContain(
      '<https://polaris.example/functions/v1/conversion-capi>. It accepts POST',
    )
    expect(body).toContain('never send synthetic or test events')
  })

  it('uses the school’s endpoint', () => {
    const school = smallSchool({ endpoint: 'https://api.polaris.example/events' })
    expect(authMd(school).body).toContain('<https://api.polaris.example/events>')
    expect(authMd(school).body).not.toContain('/functions/v1/')
  })

  it('lists every error of the endpoint and rules out 401', () => {
    const { body } = authMd(smallSchool())
    const errors = [...body.matchAll(/^- (\d{3}) (.+)$/gm)].map(([, status, error]) => [
      error!.replaceAll('\\', ''),
      Number(status),
    ])
    expect(Object.fromEntries(errors)).toEqual(REJECTIONS)
    expect(body).toContain('No resource returns 401')
  })

  it('contains the contact email address', () => {
    expect(authMd(smallSchool()).body).toMatch(
      /Write to Polaris Online School at <hello@polaris\.example>\.\n$/,
    )
  })
})
