/** Whether a host is the computer of whoever asks: nobody else can follow an address there. */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f.*\])$/.test(
    hostname,
  )
}
