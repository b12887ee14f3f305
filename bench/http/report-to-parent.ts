/**
 * Connects a script with the process that started it: sends the port, then a report for each message. Exits when that
 * process does.
 */
export function reportToParent(port: number, report: () => object): void {
  process.on('message', () => process.send!(report()))
  process.on('disconnect', () => process.exit())
  process.send!({ port })
}
