import type { FlagName } from '@cellwright/domain/cell';
import type { Page } from '@playwright/test';
import { expect } from 'vitest';

interface AdministeredPage {
  readonly url: string;
  readonly adminKey: string;
}

/** Enables features for the whole cell. */
export async function switchOnFlags(
  page: Page,
  { url, adminKey }: AdministeredPage,
  flags: readonly FlagName[],
): Promise<void> {
  const answer = await page.request.patch(`${url}/api/v1/cell/feature-flags/1`, {
    headers: { authorization: `Bearer ${adminKey}` },
    data: Object.fromEntries(flags.map((flag) => [flag, true])),
  });
  expect(answer.status(), await answer.text()).toBe(200);
}
