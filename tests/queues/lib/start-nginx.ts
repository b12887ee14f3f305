import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { getPort, run, startProcess } from '@conversion-capi/test-support'

import { readSamples } from '../../docs/samples/read-samples.ts'

export const NGINX = '/usr/sbin/nginx'

/** nginx with the configuration of the guide. */
export interface Nginx {
  port: string
  /** Runs the guide's commands that switch to another port, and waits until nothing is sent to the old one. */
  switchTo: (backendPort: string) => Promise<void>
  close: () => Promise<void>
}

/** Starts nginx in front of a server, without TLS. */
export async function startNginx(folder: string, backendPort: string): Promise<Nginx> {
  await mkdir(folder)
  const port = String(await getPort())
  const [school, main] = [join(folder, 'school.conf'), join(folder, 'nginx.conf')]
  const config = readGuide('nginx', 'school.conf')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replaceAll(/^ *ssl_.*\n/gm, '')
    .replace('127.0.0.1:3000', `127.0.0.1:${backendPort}`)
  await writeFile(school, config)
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  await writeFile(
    main,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; pid ${folder}/nginx.pid; worker_processes 2; events {}
    http { access_log off; include ${school};
      ${folders.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')} }`,
  )
  const args = ['-c', main, '-e', join(folder, 'error.log')]
  const server = await startProcess(NGINX, args, { cwd: folder, port, probe: '/' })
  return { port, switchTo, close: server.close }

  async function switchTo(next: string): Promise<void> {
    const [, current] = /server 127\.0\.0\.1:(\d+)/.exec(await readFile(school, 'utf8'))!
    const commands = readGuide('sh', 'sed ')
      .split('\n')
      .filter((line) => /^(sed|nginx|while) /.test(line))
      .join('\n')
      .replaceAll('nginx -', `${NGINX} ${args.join(' ')} -`)
      .replace('/etc/nginx/conf.d/school.conf', school)
      .replace('/run/nginx.pid', `${folder}/nginx.pid`)
      .replace('127.0.0.1:3000', `127.0.0.1:${current}`)
      .replace('127.0.0.1:3001', `127.0.0.1:${next}`)
    await run('sh', ['-euc', commands], folder)
  }
}

/** Returns the sample of the guide that contains a text. */
export function readGuide(language: string, text: string): string {
  const sample = readSamples(language).find(
    ({ page, code }) => page === 'docs/guides/own-server.md' && code.includes(text),
  )
  if (!sample)
    throw new Error(`docs/guides/own-server.md has no ${language} sample with "${text}".`)
  return sample.code
}
