import react from '@vitejs/plugin-react'
import { conversionCapi } from 'conversion-capi/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [conversionCapi(), react()] })
