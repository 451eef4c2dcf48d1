import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { expectNoBarriers } from './operable.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { importRoutine } from './routine-editing.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const bench = sharePage();
const testMS = withPatience(90_000);

const panelOn = (page: Page) => page.getByTestId('help-panel');
const helpLink = (page: Page) => page.getByRole('link', { name: 'Help', exact: true });
const titleOn = (page: Page) => panelOn(page).getByRole('heading', { level: 1 });

/** Expects a heading in the visible part of the panel. */
async function expectInView(page: Page, heading: string): Promise<void> {
  const section = panelOn(page).getByRole('heading', { name: heading, exact: true });
  await shown(section).toBeInViewport({ ratio: 0.5 });
}

describe('The help of a screen', () => {
  it(
    'opens beside the screen at the section that explains it, follows its parts, and leaves STOP free',
    async () => {
      const page = await bench.open('/box');
      await helpLink(page).tap();
      await shown(titleOn(page)).toHaveText('Devices and ports');
      await page.getByRole('radio', { name: 'Speed profiles' }).tap();
      await expectInView(page, 'Speed profiles');
      await expectNoBarriers(page, 'the help of a screen');
      const isFree = await page.getByTestId('stop').evaluate((stop) => {
        const { left, top, width, height } = stop.getBoundingClientRect();
        return stop.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
      expect(isFree).toBe(true);
      await page.getByRole('link', { name: 'Users', exact: true }).tap();
      await shown(titleOn(page)).toHaveText('Users and tokens');
      await panelOn(page).getByRole('button', { name: 'Close help' }).tap();
      await shown(panelOn(page)).toHaveCount(0);
      await page.waitForURL('**/users');
    },
    testMS,
  );

  it(
    'finds sections of all articles, and follows links without leaving the screen',
    async () => {
      const page = await bench.open('/move');
      await helpLink(page).tap();
      const search = panelOn(page).getByRole('searchbox', { name: 'Search help' });
      await search.fill('emergency recover');
      const results = panelOn(page).getByRole('list', { name: 'Search results' });
      await results
        .getByRole('button', { name: /After an emergency stop/ })
        .first()
        .tap();
      await expectInView(page, 'After an emergency stop');
      await panelOn(page).getByRole('button', { name: 'Help for this screen' }).tap();
      await shown(titleOn(page)).toHaveText('Teaching a position');
      await panelOn(page).getByRole('link', { name: 'Your first routine' }).tap();
      await shown(titleOn(page)).toHaveText('Your first routine');
      expect(new URL(page.url()).pathname).toBe('/move');
      await search.fill('xylophone');
      await shown(panelOn(page).getByText('No matching articles')).toBeVisible();
      await page.keyboard.press('Escape');
      await shown(panelOn(page)).toHaveCount(0);
    },
    testMS,
  );

  inExhaustiveRuns(() => {
    it(
      'explains the open panel of the editor, and keeps its selection',
      async () => {
        const page = await bench.open('/routines');
        const id = await importRoutine(bench, page, 'Explained', {
          steps: [{ id: 'step_wait', stepKind: 'Wait' }],
          stepConfigurations: { step_wait: { stepKind: 'Wait', args: { milliseconds: 100 } } },
        });
        await page.goto(`${bench.url}/routines/${id}`);
        await page.getByTestId('step-Wait').tap();
        await helpLink(page).tap();
        await expectInView(page, 'Steps');
        await page.getByTestId('problem-count').tap();
        await shown(titleOn(page)).toHaveText('Checking a routine');
        await page.keyboard.press('Escape');
        await shown(page.getByTestId('step-Wait')).toHaveAttribute('aria-selected', 'true');
      },
      testMS,
    );

    it(
      'finds sections in German',
      async () => {
        const page = await bench.open('/help');
        await page.getByRole('button', { name: /Deutsch/ }).tap();
        await page.getByRole('searchbox', { name: 'Hilfe durchsuchen' }).fill('bremsen losen');
        await page
          .getByRole('button', { name: /Bremsen lösen/ })
          .first()
          .tap();
        await page.waitForURL(/\/help\/getting-started#brakes$/);
        await shown(page.getByRole('heading', { name: 'Bremsen lösen' })).toBeInViewport();
      },
      testMS,
    );
  });
});
