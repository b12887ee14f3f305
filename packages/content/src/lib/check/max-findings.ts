/** How many findings of each check of each file are reported. */
export const MAX_FINDINGS = 20
