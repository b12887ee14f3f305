import { REJECTIONS } from '@conversion-capi/core/protocol'
import { describe, expect, it } from 'vitest'

import { smallSchool } from '../school.fixture.ts'
import { authMd } from './auth-md.ts'

describe('authMd()', () => {
  it('is Markdown in UTF-8', () => {
    const { path, contentType } = authMd(smallSchool())
    expect({ path, contentType }).toEqual({
      path: '/auth.md',
      contentType: 'text/markdown; charset=utf-8',
    })
  })

  it('has the sections an agent looks for', () => {
    expect(authMd(smallSchool()).body.match(/^#.*$/gm)).toEqual([
      '# auth.md',
      '## Who you are',
      '## Discover',
      '## Access',
      '## Resources',
      '## The one endpoint',
      '## Errors',
      '## Contact',
    ])
  })

  it('says that access is anonymous, and offers nothing to register or to get a token from', () => {
    const { body } = authMd(smallSchool())
    expect(body).toContain('- Method: anonymous, the only one.\n- Registration: none.\n')
    expect(body).not.toMatch(/agent_auth|_uri|_endpoint|oauth-|\/token|\/register|```/i)
  })

  it('warns of synthetic events', () => {
    const { body } = authMd(smallSchool())
    expect(body).toContain('<https://polaris.example/functions/v1/conversion-capi>. It takes POST')
    expect(body).toContain('never send synthetic or test events')
  })

  it('names the endpoint where the school has it', () => {
    const school = smallSchool({ endpoint: 'https://api.polaris.example/events' })
    expect(authMd(school).body).toContain('<https://api.polaris.example/events>')
    expect(authMd(school).body).not.toContain('/functions/v1/')
  })

  it('tells every error of the endpoint, and that none is a 401', () => {
    const { body } = authMd(smallSchool())
    const errors = [...body.matchAll(/^- (\d{3}) (.+)$/gm)].map(([, status, error]) => [
      error!.replaceAll('\\', ''),
      Number(status),
    ])
    expect(Object.fromEntries(errors)).toEqual(REJECTIONS)
    expect(body).toContain('Nothing here answers 401')
  })

  it('says whom to write to', () => {
    expect(authMd(smallSchool()).body).toMatch(
      /Write to Polaris Online School at <hello@polaris\.example>\.\n$/,
    )
  })
})
