import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from './compress-assets.ts';
import { descriptions } from './descriptions-plugin.ts';
import { jsonSchemaLater } from './json-schema-plugin.ts';
import { markdown } from './markdown-plugin.ts';
import { textSize } from './text-size-plugin.ts';

/** The cell that the development server passes requests on to. */
const cell = process.env.CELL_URL ?? 'http://127.0.0.1:3000';

/** What every screen needs whole: one file compresses better than the many that sharing would make of it. */
const base = {
  name: 'base',
  test: /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|i18next|react-i18next|zod(?!\/.*json-schema))\//,
};

/** What most screens share of the libraries: small chunks of their own compress badly. */
const kit = {
  name: 'kit',
  test: /node_modules\/(?:@mantine|@tabler|@tanstack)\//,
  minShareCount: 20,
};

/** What most screens share of the product's own packages. */
const shared = {
  name: 'shared',
  test: /packages\/(?:domain(?!\/src\/messages)|geometry|entities|client)\//,
  minShareCount: 20,
};

/** What many screens share of the browser UI itself. */
const common = {
  name: 'common',
  test: /web\/src\/(?:api|ui|parts)\//,
  minShareCount: 10,
};

export default defineConfig({
  plugins: [react(), descriptions(), jsonSchemaLater(), markdown(), compressAssets()],
  css: { postcss: { plugins: textSize } },
  server: { proxy: { '/api': { target: cell, ws: true } } },
  build: {
    target: 'es2023',
    manifest: true,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      // Screens that only describe steps read no scripts: the parser is in the worker that validates.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/acorn\//, sideEffects: false }] },
      output: { codeSplitting: { groups: [base, kit, shared, common] } },
    },
  },
});
