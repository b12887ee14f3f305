import { ensureCommand } from '@conversion-capi/test-support'

/** Once for all files, so that no two of them install the same. */
export default function setUp(): void {
  ensureCommand('xmllint', 'libxml2-utils')
  ensureCommand('java', 'default-jre-headless')
  ensureCommand('python3', 'python3-minimal')
}
