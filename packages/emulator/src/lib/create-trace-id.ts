const LENGTH = 23

/** An `fbtrace_id`: Meta's all begin with `A`. */
export function createTraceId(): string {
  return `A${crypto.randomUUID().replaceAll('-', '')}`.slice(0, LENGTH)
}
