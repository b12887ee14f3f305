import { checkOptions } from './check-options.ts'

/**
 * Writes a snippet that takes calls before the script has loaded, for scripts that are loaded `async`. The
 * tracker replays them once, in order.
 *
 * @param name The tracker's name. Throws a TypeError when it is no JavaScript identifier.
 * @returns A line of JavaScript to inline in the page's head. Its `track` returns no event id.
 */
export function buildStub(name: string): string {
  checkOptions({ name })
  return `window.${name}||=(q=>({q,track:(...a)=>{q.push(t=>t.track(...a))},consent:(...a)=>{q.push(t=>t.consent(...a))}}))([])`
}
