import { describe, expect, it } from 'vitest'

import { smallSchool } from '../../school.fixture.ts'
import { findFindings } from '../find-findings.fixture.ts'

const school = smallSchool({ crawlers: { welcome: ['GPTBot'], disallow: ['/private/'] } })

describe('checkRobotsTxt()', () => {
  it.each<[problem: string, message: string, change: (body: string) => string]>([
    [
      'a line that is not a rule',
      '3: "Everyone is welcome" is not a rule. Write "Name: value", or "#" before a comment.',
      (body) => body.replace('User-agent', 'Everyone is welcome\n$&'),
    ],
    ...[
      ['Disalow', 'Disallow'],
      ['disallaw', 'Disallow'],
      ['Alow', 'Allow'],
      ['useragent', 'User-agent'],
      ['Site-map', 'Sitemap'],
      ['Content-Signals', 'Content-Signal'],
    ].map(([name, known]): [string, string, (body: string) => string] => [
      `the misspelled rule ${name}`,
      `5: "${name}" is not a rule. Write "${known}".`,
      (body) => body.replace('Content-Signal', `${name}: /a/\n$&`),
    ]),
    [
      'a rule outside a group',
      '1: "Allow: /" belongs to no group. Write "User-agent: *" above it.',
      (body) => `Allow: /\n${body}`,
    ],
    [
      'a byte order mark, in a file with the line ends of old Macs',
      '6: The line starts with an invisible byte order mark. Delete it, or type the line again.',
      (body) => body.replace('Disallow', '\ufeffDisallow').replaceAll('\n', '\r'),
    ],
    [
      'an invalid crawler name',
      '3: "ChatGPT Agent/1.0" is not a valid crawler name. Write only letters, "-" and "_", without a version.',
      (body) => body.replace('User-agent', 'User-agent: ChatGPT Agent/1.0\n$&'),
    ],
    [
      'a path without a slash',
      '6: "private/" is not a path. Start it with a slash.',
      (body) => body.replace('/private/', 'private/'),
    ],
    [
      'a blocked crawler that the description welcomes',
      '6: "Disallow: /" blocks every page. Delete the line. If the host added it, change the host\'s settings for AI crawlers.',
      (body) => body.replace('Disallow', 'Disallow: /\n$&'),
    ],
    [
      'a disallowed path that is not in the description',
      '6: "Disallow: /a/" is not in the description. Add the path to crawlers.disallow. If the host added the line, change the host\'s settings for AI crawlers.',
      (body) => body.replace('Disallow', 'Disallow: /a/\n$&'),
    ],
    [
      'a missing disallowed path',
      '3: The group of "GPTBot" and others lacks "Disallow: /private/". Add it: crawlers read only the group that names them.',
      (body) => body.replace('Disallow: /private/\n', ''),
    ],
    [
      'a group without signals',
      '3: The group of "GPTBot" and others lacks search=yes, ai-input=yes, ai-train=yes. Write "Content-Signal: search=yes, ai-input=yes, ai-train=yes" into every group.',
      (body) => body.replace(/Content-Signal.*\n/, ''),
    ],
    [
      'a signal that differs from the description',
      '3: The group of "GPTBot" and others lacks ai-train=yes. Write "Content-Signal: search=yes, ai-input=yes, ai-train=yes" into every group.',
      (body) => body.replace('ai-train=yes', 'ai-train=no'),
    ],
    [
      'a missing welcomed crawler',
      'The generated file welcomes AI crawlers by name, but no group of yours names GPTBot. Write "User-agent: GPTBot" and the others into a group, delete the file, or list those that you welcome under crawlers.welcome.',
      (body) => body.replace('User-agent: GPTBot\n', ''),
    ],
    [
      'no group for all crawlers',
      'No group applies to all crawlers. Write one with the line "User-agent: *".',
      (body) => body.replace('User-agent: *\n', ''),
    ],
    [
      'a sitemap without a hostname',
      '9: "/sitemap.xml" is not an absolute URL. Write "Sitemap: https://polaris.example/sitemap.xml".',
      (body) => body.replace('https://polaris.example/sitemap', '/sitemap'),
    ],
    [
      'a missing sitemap',
      'The sitemap is not listed. Write "Sitemap: https://polaris.example/sitemap.xml" at the end.',
      (body) => body.replace(/Sitemap.*\n/, ''),
    ],
  ])('reports %s', (_, message, change) => {
    expect(findFindings('/robots.txt', change, school)).toContain(message)
  })

  it('leaves alone what the owner adds: records for other crawlers, and crawlers shut out', () => {
    const records = [
      'Clean-param: utm_source&utm_medium /',
      'Content-Usage: train-ai=y',
      'License: https://a.example/license.xml',
      'Agentmap: https://a.example/.well-known/ard.json',
      'Host: polaris.example',
      'Request-rate: 1/5',
      'Noindex: /private/',
      '',
      'User-agent: SemrushBot',
      'Disallow: /',
    ]
    const body = (text: string): string => text.replace('\n\n', `\n${records.join('\n')}\n\n`)
    expect(findFindings('/robots.txt', body, school)).toEqual([])
  })

  it('accepts the output of other tools', () => {
    const body = [
      '\ufeffuser-agent : *   # everyone',
      'crawl-delay: 1',
      'content-signal: AI-Train=yes, search=yes,ai-input=yes, use=any',
      'disallow: /private/ # not yet',
      'disallow:',
      'allow: /',
      'user-agent: GPTBOT',
      'Content-Signal: search=yes, ai-input=yes, ai-train=yes',
      'Disallow: /private/',
      'SITEMAP: https://polaris.example/sitemap.xml',
    ].join('\r\n')
    expect(findFindings('/robots.txt', () => body, school)).toEqual([])
  })
})
