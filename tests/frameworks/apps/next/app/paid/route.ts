import { paid } from '../../../shared/paid.ts'

export { paid as POST }
