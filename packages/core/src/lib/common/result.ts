/**
 * The result of a function that can fail for more than one reason.
 *
 * A function that can fail for only one reason returns `undefined` instead. Functions throw only for lost
 * connections, timeouts and an invalid clock; `readBody`, `forward` and `handle` catch these errors.
 */
export type Result<Value, Failure> = { ok: true; value: Value } | { ok: false; error: Failure }
