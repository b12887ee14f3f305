import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { run, withFolder } from '@conversion-capi/test-support'

export type FilterLists = Record<string, string>

const UBLOCK_PACKAGE = 'webext-ublock-origin-chromium'
const UBLOCK_ASSETS = 'usr/share/chromium/extensions/ublock-origin/assets'
const UBLOCK_LISTS = {
  EasyList: 'thirdparties/easylist/easylist.txt',
  EasyPrivacy: 'thirdparties/easylist/easyprivacy.txt',
  'uBlock filters': 'ublock/filters.min.txt',
  'uBlock filters – Badware risks': 'ublock/badware.min.txt',
  'uBlock filters – Privacy': 'ublock/privacy.min.txt',
  'uBlock filters – Quick fixes': 'ublock/quick-fixes.min.txt',
  'uBlock filters – Unbreak': 'ublock/unbreak.min.txt',
}

/**
 * Returns the lists that uBlock Origin uses by default, from its Debian package.
 *
 * The package is unpacked, not installed: Debian's Chromium would load the extension in every other test.
 *
 * @throws {Error} If this machine has no Debian packages.
 */
export function readUblockLists(): Promise<FilterLists> {
  return withFolder(async (folder) => {
    await downloadDebianPackage(folder)
    await run('sh', ['-c', 'dpkg-deb --extract *.deb .'], folder)
    const entries = Object.entries(UBLOCK_LISTS).map(async ([name, path]) => {
      return [name, await readFile(join(folder, UBLOCK_ASSETS, path), 'utf8')] as const
    })
    return Object.fromEntries(await Promise.all(entries))
  })
}

const ADGUARD_PACKAGE = '@adguard/dnr-rulesets'
const ADGUARD_VERSION = '3.3.20260320140136'
const ADGUARD_LISTS = {
  'AdGuard Base filter': 2,
  'AdGuard Tracking Protection filter': 3,
  'AdGuard URL Tracking filter': 17,
}

/**
 * Returns AdGuard's lists, from its npm package.
 *
 * The package is not a dependency: it has 25 MB, and only these lists are read.
 */
export function readAdguardLists(): Promise<FilterLists> {
  return withFolder(async (folder) => {
    await run('npm', ['pack', '--silent', `${ADGUARD_PACKAGE}@${ADGUARD_VERSION}`], folder)
    await run('sh', ['-c', 'tar -xzf *.tgz'], folder)
    const entries = Object.entries(ADGUARD_LISTS).map(async ([name, id]) => {
      const path = `package/dist/filters/declarative/ruleset_${id}/ruleset_${id}.json`
      // The first rule of a ruleset contains the list that it was made from.
      const [first] = JSON.parse(await readFile(join(folder, path), 'utf8'))
      return [name, first.metadata.rawFilterList as string] as const
    })
    return Object.fromEntries(await Promise.all(entries))
  })
}

async function downloadDebianPackage(folder: string): Promise<void> {
  const download = () => run('apt-get', ['--quiet=2', 'download', UBLOCK_PACKAGE], folder)
  try {
    await download().catch(async () => {
      // A fresh machine has no package index.
      await run('apt-get', ['--quiet=2', 'update'], folder)
      await download()
    })
  } catch (error) {
    throw new Error(
      `The Debian package ${UBLOCK_PACKAGE} could not be downloaded. Run this test on Debian.`,
      { cause: error },
    )
  }
}
