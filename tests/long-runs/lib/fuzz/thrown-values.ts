/** Values that a `fetch` or a callback may throw, keyed by a printable name. */
export const THROWN_VALUES: Readonly<Record<string, (token: string) => unknown>> = {
  'an error with the token': (token) => new TypeError(`fetch failed ${token}`),
  'a cause with the token': (token) => new TypeError('fetch failed', { cause: { code: token } }),
  'the token': (token) => token,
  undefined: () => undefined,
  null: () => null,
  'an empty string': () => '',
  'a number': () => 0,
  'a symbol': (token) => Symbol(token),
  'an object': (token) => ({ token, toString: () => token }),
  'an object without a prototype': () => Object.create(null),
  'a toString that throws': (token) => ({ toString: () => raise(token) }),
  'a cause that throws': (token) =>
    Object.defineProperty(new Error('x'), 'cause', { get: () => raise(token) }),
  'a proxy that throws': (token) => new Proxy({}, { get: () => raise(token) }),
  'a message that is not a string': () => Object.assign(new Error('x'), { message: {}, name: 1 }),
  'an abort': () => new DOMException('Aborted', 'AbortError'),
  'a function with the token': (token) => Object.assign(() => {}, { toString: () => token }),
}

function raise(token: string): never {
  throw new Error(token)
}
