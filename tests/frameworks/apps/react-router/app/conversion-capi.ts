import { handle } from '../../shared/conversions.ts'

export const loader = ({ request }: { request: Request }) => handle(request)
export const action = loader
