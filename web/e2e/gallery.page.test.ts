import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Browser } from '@playwright/test';
import { build, type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './chromium.fixture.ts';
import { findBarriers, themes } from './operable.fixture.ts';
import { withPatience } from './patience.fixture.ts';

const web = fileURLToPath(new URL('..', import.meta.url));

inExhaustiveRuns(() => {
  const outDir = mkdtempSync(join(tmpdir(), 'cellwright-gallery-'));
  const gallery = {
    root: join(web, 'gallery'),
    configFile: join(web, 'vite.gallery.config.ts'),
    build: { outDir, emptyOutDir: true },
    logLevel: 'error',
  } as const;
  let server: PreviewServer | undefined;
  let browser: Browser | undefined;

  beforeAll(async () => {
    await build(gallery);
    server = await preview({ ...gallery, preview: { host: '127.0.0.1', port: 0 } });
    browser = await launchBrowser('flat');
  }, withPatience(180_000));
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    rmSync(outDir, { recursive: true, force: true });
  });

  describe('The gallery', () => {
    it.each(themes)(
      'shows each component of the kit in its states, and axe finds no serious problem: %s',
      async (scheme) => {
        const page = await browser?.newPage({ viewport: { width: 1280, height: 800 } });
        const url = server?.resolvedUrls?.local[0];
        if (!page || !url) throw new Error('the gallery is not served');
        const errors: string[] = [];
        page.on('pageerror', ({ message }) => errors.push(message));
        await page.goto(`${url}?scheme=${scheme}`);
        await page.getByRole('heading', { name: 'StatusChip', exact: true }).waitFor();
        expect(await page.locator('figure').count()).toBeGreaterThan(40);
        expect(await findBarriers(page)).toEqual([]);
        expect(errors).toEqual([]);
        await page.close();
      },
      withPatience(60_000),
    );
  });
});
