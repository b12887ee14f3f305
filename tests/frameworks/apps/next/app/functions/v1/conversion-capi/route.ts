import { handle } from '../../../../../shared/conversions.ts'

export { handle as GET, handle as OPTIONS, handle as POST }
