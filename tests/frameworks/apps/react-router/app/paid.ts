import { paid } from '../../shared/paid.ts'

export const action = ({ request }: { request: Request }) => paid(request)
