import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isAbsentPage } from './absent-pages.ts';

/** Paths of all screens. */
function readPaths(): string[] {
  const source = readFileSync(new URL('./router.tsx', import.meta.url), 'utf8');
  return [...source.matchAll(/^(?: {2}path: |const \w+ = panelRoute\()'(.+)'\)?[,;]$/gm)].map(([, path = '']) => path);
}

describe('isAbsentPage', () => {
  it.each([
    '/webxr',
    '/training-data',
    '/training-data/task_1',
    '/demo/ey',
    '/assembly-tests/test-runs/1',
    '/control-panel/teleop-control',
    '/control-panel/firmware-inspector/',
  ])('returns true for %s', (pathname) => {
    expect(isAbsentPage(pathname)).toBe(true);
  });

  it.each(['/', '/webxr2', '/demos', '/control-panel', '/help/webxr'])('returns false for %s', (pathname) => {
    expect(isAbsentPage(pathname)).toBe(false);
  });

  it('returns false for every page that there is', () => {
    const paths = readPaths();
    expect(paths).toContain('/control-panel/diagnostics');
    expect(paths.filter(isAbsentPage)).toEqual([]);
  });
});
