import { content } from '../../shared/conversions.ts'

export const loader = ({ request }: { request: Request }) => content(request)
