import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { conversionCapi } from 'conversion-capi/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [conversionCapi(), sveltekit({ adapter: adapter() })] })
