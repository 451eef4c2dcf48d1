import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The gallery of web/src/ui and web/src/parts: every component in each of its states. */
export default defineConfig({ root: 'gallery', plugins: [react()], server: { port: 6006 } });
