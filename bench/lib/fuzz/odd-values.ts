/** What a platform's client may throw or reject with, by a name that can be printed. */
export const ODD_VALUES: Readonly<Record<string, (token: string) => unknown>> = {
  'an error with the token': (token) => new TypeError(`fetch failed ${token}`),
  'a cause with the token': (token) => new TypeError('fetch failed', { cause: { code: token } }),
  'the token': (token) => token,
  undefined: () => undefined,
  null: () => null,
  'empty text': () => '',
  'a number': () => 0,
  'a symbol': (token) => Symbol(token),
  'an object': (token) => ({ token, toString: () => token }),
  'no prototype': () => Object.create(null),
  'a toString that throws': (token) => ({ toString: () => raise(token) }),
  'a cause that throws': (token) =>
    Object.defineProperty(new Error('x'), 'cause', { get: () => raise(token) }),
  'a proxy that throws': (token) => new Proxy({}, { get: () => raise(token) }),
  'a message that is no text': () => Object.assign(new Error('x'), { message: {}, name: 1 }),
  'an abort': () => new DOMException('Aborted', 'AbortError'),
  'a function with the token': (token) => Object.assign(() => {}, { toString: () => token }),
}

function raise(token: string): never {
  throw new Error(token)
}
