import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { describe, expect, it } from 'vitest';
import { shareBrowser } from './shared-browser.fixture.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const serious = new Set(['serious', 'critical']);

const bench = shareBrowser();

declare global {
  interface Window {
    readonly axe: { run(options?: RunOptions): Promise<AxeResults> };
  }
}

/** What axe holds against a page, in lines that name the element. */
async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => window.axe.run());
  return violations
    .filter(({ impact }) => serious.has(impact ?? ''))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}

const screens = [
  { name: 'sign-in', path: '/', isSignedIn: false, landmark: 'Sign in to this cell' },
  { name: 'home', path: '/', isSignedIn: true, landmark: 'Last runs' },
  { name: 'set-up', path: '/setup#token', isSignedIn: false, landmark: 'Set up your access' },
  { name: 'runs', path: '/runs', isSignedIn: true, landmark: 'No runs here' },
  { name: 'box', path: '/box', isSignedIn: true, landmark: 'Add a device' },
  { name: 'move', path: '/move', isSignedIn: true, landmark: 'Shoulder' },
  { name: 'routines', path: '/routines', isSignedIn: true, landmark: 'New routine' },
  { name: 'users', path: '/users', isSignedIn: true, landmark: 'No users yet' },
  { name: 'unknown page', path: '/nowhere', isSignedIn: true, landmark: 'Oops!' },
];

describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
  it.each(screens)(
    'axe finds nothing serious on the screen $name',
    async ({ path, isSignedIn, landmark }) => {
      const page = await bench.open(path, { isSignedIn });
      await page.emulateMedia({ colorScheme });
      await page.getByText(landmark).first().waitFor();
      if (isSignedIn) await page.getByTestId('connection').getByText('Connected').waitFor();
      expect(await findBarriers(page)).toEqual([]);
    },
    60_000,
  );
});

it('axe finds nothing serious on the parts of the users screen, for a user who manages others', async () => {
  const { pathname, hash } = new URL(bench.setUpLink);
  const page = await bench.open(pathname + hash, { isSignedIn: false });
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
  await page.getByRole('textbox', { name: 'Username' }).fill('ada');
  await page.getByLabel('New password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Set up and sign in' }).tap();
  await page.getByRole('link', { name: 'Users' }).tap();
  const parts = [
    { part: 'Users', open: 'Invite a user', landmark: 'Make the invitation' },
    { part: 'My profile', open: undefined, landmark: 'Change the password' },
    { part: 'Developer tokens', open: 'New token', landmark: 'Make the token' },
  ];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const { part, open, landmark } of parts) {
      await page.getByRole('radio', { name: part }).tap();
      if (open !== undefined) {
        const opener = page.getByRole('button', { name: open });
        await opener.waitFor();
        expect(await findBarriers(page), `${part}, ${colorScheme}`).toEqual([]);
        await opener.tap();
      }
      await page.getByText(landmark).waitFor();
      expect(await findBarriers(page), `${landmark}, ${colorScheme}`).toEqual([]);
    }
  }
  await page.context().close();
}, 120_000);
