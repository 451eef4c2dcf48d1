import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from './compress-assets.ts';

/** The cell that the development server passes requests on to. */
const cell = process.env.CELL_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), compressAssets()],
  server: { proxy: { '/api': { target: cell, ws: true } } },
  build: { target: 'es2023', manifest: true, chunkSizeWarningLimit: 1200 },
});
