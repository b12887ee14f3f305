import { connectTracker } from '@conversion-capi/tracker/client'

export const polaris = connectTracker('polaris')
