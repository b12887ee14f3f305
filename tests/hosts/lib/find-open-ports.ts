import { readdir, readFile, readlink } from 'node:fs/promises'

/** The IPs of this machine only, as the kernel prints them: 127.0.0.1, ::1 and ::ffff:127.0.0.1. */
const LOOPBACK = new Set([
  '0100007F',
  '00000000000000000000000001000000',
  '0000000000000000FFFF00000100007F',
])
const LISTEN = '0A'

/**
 * Returns the ports that this process and its descendants open to other machines. Linux only.
 *
 * @see https://www.kernel.org/doc/html/latest/networking/proc_net_tcp.html
 */
export async function findOpenPorts(): Promise<number[]> {
  const pids = await findDescendants(process.pid)
  const sockets = new Set((await Promise.all(pids.map(listSockets))).flat())
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8')),
  )
  return tables.flatMap((table) =>
    table
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === LISTEN && sockets.has(inode!))
      .map(([, local]) => local!.split(':') as [string, string])
      .filter(([ip]) => !LOOPBACK.has(ip))
      .map(([, port]) => Number.parseInt(port, 16)),
  )
}

async function findDescendants(root: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const parents = new Map(
    await Promise.all(pids.map(async (pid) => [pid, await readParent(pid)] as const)),
  )
  const found = [root]
  for (const each of found) found.push(...pids.filter((pid) => parents.get(pid) === each))
  return found
}

/** Returns 0 if the process has ended. */
async function readParent(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The second field is the name in parentheses, which can contain spaces and parentheses.
  return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2] ?? 0)
}

/** Returns the inodes of the sockets of a process. */
async function listSockets(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`
  const files = await readdir(folder).catch(() => [])
  const links = await Promise.all(
    files.map((file) => readlink(`${folder}/${file}`).catch(() => '')),
  )
  return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? [])
}
