import type { Case } from './case.ts'
import { DELIVERY } from './cases/delivery.ts'
import { LOSS } from './cases/loss.ts'
import { QUICK_NAVIGATION } from './cases/quick-navigation.ts'
import { SURROUNDINGS } from './cases/surroundings.ts'

/** Losses first: what would arrive in spite of everything has until the end. */
export const CASES: Case[] = [...LOSS, ...DELIVERY, ...QUICK_NAVIGATION, ...SURROUNDINGS]
