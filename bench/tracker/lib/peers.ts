/** A script of another project, published as a package. */
export interface Peer {
  package: string
  version: string
  /** Packages that it requires, with their versions. */
  with?: Record<string, string>
  /** The script for pages in the package. Default: the package's modules are bundled. */
  file?: string
  /** Note in the comparison. */
  note?: string
}

export const PEERS: Peer[] = [
  { package: 'fathom-client', version: '3.7.2', note: 'loads the real script from its server' },
  { package: '@vercel/analytics', version: '2.0.1', note: 'loads the real script from its server' },
  { package: '@plausible-analytics/tracker', version: '0.4.6' },
  { package: '@openpanel/web', version: '1.4.1', file: 'dist/src/tracker.global.js' },
  {
    package: 'web-vitals',
    version: '6.2.3',
    file: 'dist/web-vitals.iife.js',
    note: 'measures, sends nothing',
  },
  { package: '@rybbit/js', version: '0.6.2' },
  {
    package: '@snowplow/browser-tracker',
    version: '4.10.1',
    file: 'dist/index.umd.min.js',
  },
  {
    package: 'meta-capi-param-builder-clientjs',
    version: '1.3.1',
    file: 'dist/clientParamBuilder.bundle.js',
    note: 'cookies and hashes, sends nothing',
  },
  { package: 'posthog-js-lite', version: '4.12.1' },
  {
    package: '@walkeros/web-source-browser',
    version: '4.2.1',
    with: { '@walkeros/collector': '4.2.1' },
  },
  { package: '@segment/analytics-next', version: '1.84.3', file: 'dist/umd/standalone.js' },
  { package: '@jitsu/js', version: '1.11.0' },
]
