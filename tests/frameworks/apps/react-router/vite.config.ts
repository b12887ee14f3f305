import { reactRouter } from '@react-router/dev/vite'
import { conversionCapi } from 'conversion-capi/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [conversionCapi(), reactRouter()] })
