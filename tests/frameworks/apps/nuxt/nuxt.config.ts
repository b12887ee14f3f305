import { conversionCapiNuxt } from 'conversion-capi/vite'

export default defineNuxtConfig({
  telemetry: false,
  modules: [conversionCapiNuxt()],
  app: { head: { title: 'Polaris' } },
})
