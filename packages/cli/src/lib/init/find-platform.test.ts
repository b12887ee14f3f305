import { fromHtml } from 'hast-util-from-html'
import { describe, expect, it } from 'vitest'

import { findElements } from '../site/elements.ts'
import { findPlatform } from './find-answers.ts'

const URL = 'https://school.example/'

function elementsOf(html: string) {
  return findElements(fromHtml(html))
}

describe('findPlatform()', () => {
  it.each([
    ['Tilda', '<div id="allrecords" data-tilda-page-id="1"></div>', 'data-tilda-page-id'],
    [
      'Tilda',
      '<link rel="stylesheet" href="https://static.tildacdn.pro/a.css">',
      'static.tildacdn.pro',
    ],
    ['WordPress', '<meta name="generator" content="WordPress 6.9.1">', '<meta name="generator">'],
    ['WordPress', '<script src="/wp-includes/js/jquery.js"></script>', 'school.example'],
    [
      'WordPress',
      '<meta name="generator" content="Elementor 3.30"><meta name="generator" content="WordPress 6.9">',
      '<meta name="generator">',
    ],
    ['Wix', '<meta name="Generator" content="Wix.com Website Builder">', '<meta name="generator">'],
    ['Wix', '<img src="https://static.wixstatic.com/media/a.png">', 'static.wixstatic.com'],
    ['Webflow', '<html data-wf-site="5f">', 'data-wf-site'],
    [
      'Webflow',
      '<script src="https://cdn.prod.website-files.com/js/a.js"></script>',
      'cdn.prod.website-files.com',
    ],
    [
      'Squarespace',
      '<script src="//static1.squarespace.com/a.js"></script>',
      'static1.squarespace.com',
    ],
  ])('finds %s by %s', (platform, html, tag) => {
    expect(findPlatform(elementsOf(html), URL)).toMatchObject({ value: platform, tag })
  })

  it.each([
    '<a href="https://tilda.ws/">Tilda</a>',
    '<img src="https://other.example/wp-content/logo.png">',
    '<script src="https://nottildacdn.com/a.js"></script>',
    '<meta name="generator" content="Astro v7"><script src="http://["></script>',
  ])('finds none in %s', (html) => {
    expect(findPlatform(elementsOf(html), URL)).toBeUndefined()
  })
})
