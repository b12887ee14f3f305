/**
 * The result of a function that can fail in more than one way. A function that can fail in only one way
 * returns `undefined` instead.
 */
export type Result<Value, Failure> = { ok: true; value: Value } | { ok: false; error: Failure }
