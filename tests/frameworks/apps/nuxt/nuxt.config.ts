export default defineNuxtConfig({
  telemetry: false,
  app: { head: { title: 'Polaris', script: [{ src: '/polaris.js', async: true }] } },
})
