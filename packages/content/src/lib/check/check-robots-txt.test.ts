import { describe, expect, it } from 'vitest'

import { smallSchool } from '../school.fixture.ts'
import { problemsOf } from './problems-of.fixture.ts'

const school = smallSchool({ crawlers: { welcome: ['GPTBot'], disallow: ['/private/'] } })

describe('checkRobotsTxt()', () => {
  it.each<[what: string, problem: string, change: (body: string) => string]>([
    [
      'what is no rule',
      '3: "Everyone is welcome" is no rule: write "Name: value", or "#" before a remark.',
      (body) => body.replace('User-agent', 'Everyone is welcome\n$&'),
    ],
    [
      'a word that no bot knows',
      '5: Bots do not know "Disalow": correct its spelling, or delete the line.',
      (body) => body.replace('Content-Signal', 'Disalow: /a/\n$&'),
    ],
    [
      'a rule for nobody',
      '1: "Allow: /" belongs to no bot: write "User-agent: *" above it.',
      (body) => `Allow: /\n${body}`,
    ],
    [
      'a name that is no name of a bot',
      '3: "ChatGPT Agent/1.0" is no name of a bot: write letters, "-" and "_" only, without a version.',
      (body) => body.replace('User-agent', 'User-agent: ChatGPT Agent/1.0\n$&'),
    ],
    [
      'a bot that is named in two groups',
      '11: "gptbot" has a group already, in line 3, and not all bots read both: make them one.',
      (body) =>
        `${body}\nUser-agent: gptbot\nContent-Signal: search=yes, ai-input=yes, ai-train=yes\nDisallow: /private/\n`,
    ],
    [
      'a blank line in a group',
      '7: A blank line parts "Disallow: /private/" from its group, and not all bots read on there: delete the blank line.',
      (body) => body.replace('Disallow', '\n$&'),
    ],
    [
      'a path without a slash',
      '6: "private/" is no path: begin it with a slash.',
      (body) => body.replace('/private/', 'private/'),
    ],
    [
      'a narrow rule below the wide one',
      '7: "Disallow: /private/" stands after "Allow: /", where some bots no longer read it: write it above.',
      (body) => body.replace(/(Disallow: .*\n)(Allow: .*\n)/, '$2$1'),
    ],
    [
      'a path that the description does not close',
      '3: "Disallow: /" is not in the description: add the path to crawlers.disallow, or delete the line. Some hosts add such lines by themselves: look at their settings for AI crawlers.',
      (body) =>
        body.replace(
          /^/,
          'User-agent: CCBot\nContent-Signal: search=yes, ai-input=yes, ai-train=yes\nDisallow: /\nDisallow: /private/\n\n',
        ),
    ],
    [
      'a path that only the description closes',
      '3: The group of "GPTBot" and others lacks "Disallow: /private/", which the description has, and bots that it names read no other group.',
      (body) => body.replace('Disallow: /private/\n', ''),
    ],
    [
      'a group without signals',
      '3: The group of "GPTBot" and others does not say search=yes, ai-input=yes, ai-train=yes, as the description does: write "Content-Signal: search=yes, ai-input=yes, ai-train=yes" into every group.',
      (body) => body.replace(/Content-Signal.*\n/, ''),
    ],
    [
      'a signal that the description does not give',
      '3: The group of "GPTBot" and others does not say ai-train=yes, as the description does: write "Content-Signal: search=yes, ai-input=yes, ai-train=yes" into every group.',
      (body) => body.replace('ai-train=yes', 'ai-train=no'),
    ],
    [
      'a signal that is none',
      '5: "ai-train" is no signal: write search, ai-input or ai-train, and after it "=yes" or "=no".',
      (body) => body.replace('ai-train=yes', 'ai-train'),
    ],
    [
      'a group without rules',
      '10: The group of "CCBot" has no rule: write "Allow: /".',
      (body) => `${body}User-agent: CCBot\n`,
    ],
    [
      'a bot that is not welcomed',
      '"GPTBot" is welcome in the description and not named here: write "User-agent: GPTBot" into the group.',
      (body) => body.replace('User-agent: GPTBot\n', ''),
    ],
    [
      'no group for all',
      'No group is for all bots: write one with the line "User-agent: *".',
      (body) => body.replace('User-agent: *\n', ''),
    ],
    [
      'a sitemap without a host',
      '9: "/sitemap.xml" is no whole address: write "Sitemap: https://polaris.example/sitemap.xml".',
      (body) => body.replace('https://polaris.example/sitemap', '/sitemap'),
    ],
    [
      'no sitemap',
      'It does not lead to the sitemap: write "Sitemap: https://polaris.example/sitemap.xml" at the end.',
      (body) => body.replace(/Sitemap.*\n/, ''),
    ],
  ])('finds %s', (_, problem, change) => {
    expect(problemsOf('/robots.txt', change, school)).toContain(problem)
  })

  it('takes what other tools write as well', () => {
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
    expect(problemsOf('/robots.txt', () => body, school)).toEqual([])
  })
})
