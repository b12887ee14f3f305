/** The names that the options have in the finished script; every byte of it is loaded by every visitor. */
export const OPTION_KEYS = {
  name: 'n',
  endpoint: 'e',
  noPageView: 'v',
  waits: 'w',
  isRefused: 'r',
  addOns: 'a',
  sourceUrl: 'u',
  preparePii: 'p',
  log: 'l',
} as const
