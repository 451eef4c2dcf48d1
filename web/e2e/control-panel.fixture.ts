import type { Locator, Page } from '@playwright/test';
import type { PageOpener } from './page-opener.fixture.ts';
import { enterPin, type SeenUser } from './people.fixture.ts';
import { shown } from './shown.fixture.ts';

interface PanelBench extends Pick<PageOpener, 'open'> {
  readonly user: SeenUser;
}

/** Opens the control panel with the PIN, in a separate browser context. */
export async function openPanel({ open, user }: PanelBench): Promise<Page> {
  const page = await open('/control-panel');
  await enterPin(page, user.pin);
  await shown(page.getByRole('heading', { name: 'Control panel' })).toBeVisible();
  return page;
}

/** Opens a group of feature flags. */
export async function openFlags(
  bench: PanelBench,
  name: 'Customer' | 'Under development' | 'Internal testing',
): Promise<Page> {
  const page = await openPanel(bench);
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await shown(page.getByRole('heading', { level: 1, name: `Feature flags · ${name}` })).toBeVisible();
  return page;
}

/** Returns the radio of a flag's value. */
export function choiceOf(page: Page, group: string, value: string): Locator {
  return page.getByRole('radiogroup', { name: group }).getByRole('radio', { name: value, exact: true });
}

/** Expects that the changes of a form are stored: while they are being stored, its button is disabled as well. */
export async function expectStored(save: Locator): Promise<void> {
  await shown(save.and(save.page().locator(':disabled:not([data-loading])'))).toBeVisible();
}
