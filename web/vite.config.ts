import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from './compress-assets.ts';
import { descriptions } from './descriptions-plugin.ts';
import { jsonSchemaLater } from './json-schema-plugin.ts';
import { markdown } from './markdown-plugin.ts';
import { textSize } from './text-size-plugin.ts';

/** Cell that the development server forwards requests to. */
const cell = process.env.CELL_URL ?? 'http://127.0.0.1:3000';

/** Code that every screen needs completely: one file compresses better than many shared chunks. */
const base = {
  name: 'base',
  test: /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|i18next|react-i18next|zod(?!\/.*json-schema))\//,
};

/** Library code that most screens share: small separate chunks compress badly. */
const kit = {
  name: 'kit',
  test: /node_modules\/(?:@mantine|@tabler|@tanstack)\//,
  minShareCount: 24,
};

/** Icons of the status bar, the rail and the run controls, which are shown first. */
const firstIcons = {
  name: 'icons',
  test: /@tabler\/icons-react\/.*\/Icon(?:ArrowsMove|Check|ChevronDown|Gauge|HandStop|History|LockOpen|MapPin|PlayerPauseFilled|PlayerPlayFilled|PlayerSkipBackFilled|PlugConnected|Route|Users)\.mjs$/,
};

/** Code of the product's own packages that most screens share. */
const shared = {
  name: 'shared',
  test: /packages\/(?:domain(?!\/src\/messages)|geometry|entities|client)\//,
  minShareCount: 24,
};

/** Code of the browser UI that many screens share. */
const common = {
  name: 'common',
  test: /web\/src\/(?:api|ui|parts)\//,
  minShareCount: 20,
};

/** Wrappers of lazily loaded parts, which are shown first. */
const wrappers = {
  name: 'wrappers',
  test: /web\/src\/ui\/(?:AppLink|BrokenScreen|FramePart|lazy-screen|load-screen)\.tsx?$/,
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
      output: { codeSplitting: { groups: [base, kit, firstIcons, shared, common, wrappers] } },
    },
  },
});
