import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { markdownNodes } from './src/features/help/markdown-nodes.ts';

/** Lets the app import markdown files: the default export is the article's elements. */
export function markdown(): Plugin {
  return {
    name: 'markdown',
    async load(id) {
      if (!id.endsWith('.md')) return undefined;
      const nodes = markdownNodes(await readFile(id, 'utf8'));
      return { code: `export default ${JSON.stringify(nodes)};`, moduleType: 'js', map: null };
    },
  };
}
