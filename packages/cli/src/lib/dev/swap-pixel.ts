/**
 * Replaces the URLs of Meta's pixel in a page or a script by those of the emulator.
 *
 * @param text HTML or JavaScript.
 */
export function swapPixel(text: string): string {
  return text
    .replaceAll(
      /(?:https?:)?\/\/connect\.facebook\.net\/[\w-]+\/fbevents\.js/g,
      '/emulator/en_US/fbevents.js',
    )
    .replaceAll(/(?:https?:)?\/\/www\.facebook\.com\/tr\b\/?/g, '/emulator/tr')
}
