import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { withPatience } from './patience.fixture.ts';
import { importRoutine } from './routine-editing.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const testMS = withPatience(60_000);
const bench = sharePage();

const strip = (page: Page) => page.getByTestId('run-strip');

describe('A touch screen', () => {
  it(
    'shows a word on each button that plays, in the editor and on Home',
    async () => {
      const page = await bench.open('/routines');
      const id = await importRoutine(bench, page, 'Words', {
        steps: [{ id: 'step_wait', stepKind: 'Wait' }],
        stepConfigurations: { step_wait: { stepKind: 'Wait', args: { milliseconds: 100 } } },
      });
      for (const path of [`/routines/${id}`, '/']) {
        await page.goto(`${bench.url}${path}`);
        await shown(strip(page).getByRole('button', { name: 'Pause' })).toBeVisible();
        await shown(strip(page).locator('[data-guarded]').first()).toBeVisible();
        const wordless = await strip(page)
          .locator('button:not(fieldset button)')
          .evaluateAll((buttons) =>
            buttons
              .filter((button) => button.checkVisibility())
              .filter(({ children }) => {
                const words = [...children].flatMap((child) => [...child.querySelectorAll('span')]);
                return !words.some((word) => /[a-z]/i.test(word.textContent) && word.getBoundingClientRect().width > 8);
              })
              .map(({ outerHTML }) => outerHTML),
          );
        expect(wordless, path).toEqual([]);
      }
    },
    testMS,
  );
});

describe('Signing in', () => {
  it(
    'rejects a wrong token with a message and accepts a valid one',
    async () => {
      const page = await bench.open('/', { isSignedIn: false });
      await page.getByRole('button', { name: 'Sign in with a token' }).click();
      const token = page.getByRole('textbox', { name: 'Token' });
      await token.fill('cw_wrong');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await shown(page.getByText('This token is not valid.')).toBeVisible();
      await token.fill(bench.token);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await shown(page.getByTestId('status-bar')).toHaveAttribute('data-mode', 'simulated');
      await shown(page.getByTestId('connection')).toHaveText('Connected');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await shown(page.getByRole('heading', { name: 'Sign in to this cell' })).toBeVisible();
    },
    testMS,
  );
});

inExhaustiveRuns(() => {
  describe('Manual motion', () => {
    it(
      'has a switch for slow guiding with a touch target of 44 px, larger than its drawing',
      async () => {
        const page = await bench.open('/move');
        const slow = page.getByRole('switch', { name: 'Slow' });
        await shown(slow).toBeChecked();
        const track = await page.locator('label', { has: page.locator('[class*="thumb"]') }).boundingBox();
        if (!track) throw new Error('the switch is not shown');
        await page.touchscreen.tap(track.x + track.width / 2, track.y + track.height / 2 - 20);
        await shown(slow).not.toBeChecked();
        await page.touchscreen.tap(track.x + track.width / 2, track.y + track.height / 2 + 20);
        await shown(slow).toBeChecked();
      },
      testMS,
    );
  });

  describe('A screen', () => {
    it(
      'draws the arm if the browser can, and shows a note if not',
      async () => {
        let page = await bench.open('/', { draws3D: true });
        await shown(page.getByRole('img', { name: 'The arm in 3D' }).locator('canvas')).toBeVisible();
        await page.context().close();
        page = await bench.open('/');
        await shown(page.getByText('This browser does not support 3D graphics.')).toBeVisible();
      },
      testMS,
    );

    it(
      'shows a note with a link back if it does not exist',
      async () => {
        const page = await bench.open('/nowhere');
        await shown(page.getByRole('heading', { name: 'Oops!' })).toBeVisible();
        await shown(page.getByText('This page is unknown or does not exist.')).toBeVisible();
        await page.getByRole('button', { name: 'Back to Home' }).click();
        await shown(page.getByTestId('loaded-routine')).toBeVisible();
      },
      testMS,
    );
  });
});
