import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { withPatience } from './patience.fixture.ts';
import { changePermissions, inviteUser } from './people.fixture.ts';
import { sharePage, shareValue, shown } from './shared-browser.fixture.ts';

const testMS = withPatience(90_000);
const bench = sharePage();
const wait = { id: 'step_without_author', stepKind: 'Wait', isDisabled: false };
const note = 'To change anything here you need the permission ‘Author’.';

async function create(path: string, data: object): Promise<string> {
  const answer = await fetch(`${bench.url}/api/v1/cell/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bench.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(data),
  });
  const body = await answer.text();
  expect(answer.ok, body).toBe(true);
  return z.object({ id: z.string() }).parse(JSON.parse(body)).id;
}

/** Two users without the permission to author, and objects that they may view. */
const seen = shareValue(async () => {
  const { prefix } = bench;
  const operator = await inviteUser(bench, { username: `${prefix}-olga`, permissions: { connectToRobot: true } });
  const observer = await inviteUser(bench, { username: `${prefix}-otto`, permissions: {} });
  const deviceName = `${prefix} gripper`;
  const routineID = await create('routines', {
    name: `${prefix} routine`,
    steps: [wait],
    stepConfigurations: { [wait.id]: { stepKind: 'Wait', args: { milliseconds: 120 } } },
  });
  await create('space-items', {
    kind: 'singlePosition',
    name: `${prefix} position`,
    global: true,
    positions: [{ jointAngles: [0, 0, 1, 0, -1, 0] }],
  });
  await create('equipment', { config: { kind: 'OnRobot2FG7', name: deviceName } });
  return { operator, observer, routineID, deviceName };
});

describe('An operator without the permission to author', () => {
  const expectNote = (page: Page) => shown(page.getByTestId('may-not-author')).toContainText(note);

  it(
    'sees routines read-only and who can grant the permission',
    async () => {
      const page = await bench.open('/routines', { as: seen().operator });
      await expectNote(page);
      await shown(page.getByTestId('may-only-look')).toBeHidden();
      for (const name of ['New routine', 'Import']) {
        await shown(page.getByRole('button', { name, exact: true })).toBeDisabled();
      }
      await page.getByRole('button', { name: `More for ${bench.prefix} routine` }).tap();
      for (const name of ['Duplicate', 'Delete']) {
        await shown(page.getByRole('menuitem', { name })).toBeDisabled();
      }
      await shown(page.getByRole('menuitem', { name: 'Export' })).toBeEnabled();
    },
    testMS,
  );

  inExhaustiveRuns(() => {
    it(
      'opens a routine to play it, and edits nothing',
      async () => {
        const page = await bench.open(`/routines/${seen().routineID}`, { as: seen().operator });
        await expectNote(page);
        await shown(page.getByRole('button', { name: 'Steps', exact: true })).toBeDisabled();
        await page.getByTestId('step-Wait').tap();
        await shown(page.getByTestId('step-form').getByRole('textbox').first()).toBeDisabled();
        await shown(page.getByRole('main').getByRole('button', { name: /^(Play|Release brakes)$/ })).toBeEnabled();
      },
      testMS,
    );

    it(
      'teaches nothing, and sets up neither devices nor space items',
      async () => {
        const page = await bench.open('/box', { as: seen().operator });
        await expectNote(page);
        await page.getByRole('button', { name: new RegExp(seen().deviceName) }).tap();
        for (const name of ['Add a device', 'Remove', 'Save']) {
          await shown(page.getByRole('button', { name, exact: true })).toBeDisabled();
        }
        await page.goto(`${bench.url}/scene`);
        await expectNote(page);
        await page.getByRole('button', { name: new RegExp(`${bench.prefix} position`) }).tap();
        await shown(page.getByRole('button', { name: /Teach|Remove/ }).first()).toBeDisabled();
        await page.goto(`${bench.url}/move`);
        await shown(page.getByRole('button', { name: 'Guided mode' })).toBeVisible();
        await shown(page.getByRole('button', { name: 'Teach this position' })).toBeHidden();
      },
      testMS,
    );
  });
});

describe('A revoked permission', () => {
  it(
    'shows on every open screen immediately',
    async () => {
      const username = `${bench.prefix}-lea`;
      const leaving = await inviteUser(bench, { username, permissions: { connectToRobot: true, author: true } });
      const page = await bench.open('/move', { as: leaving });
      const notice = page.getByTestId('may-only-look');
      await shown(page.getByRole('button', { name: 'Teach this position' })).toBeVisible();
      await shown(notice).toBeHidden();
      await changePermissions(bench, leaving, { connectToRobot: false, author: false });
      await shown(notice).toBeVisible();
      await shown(page.getByText('You need the permission ‘Connect to the robot’ to move the arm.')).toBeVisible();
      await shown(page.getByRole('button', { name: 'Teach this position' })).toBeHidden();
    },
    testMS,
  );
});

inExhaustiveRuns(() => {
  describe('An observer', () => {
    it(
      'sees the states of devices, and no request is refused',
      async () => {
        const page = await bench.open('/box', { as: seen().observer });
        const refused: string[] = [];
        page.on('response', (response) => {
          if (response.status() === 403) refused.push(response.url());
        });
        const row = page.getByRole('button', { name: new RegExp(seen().deviceName) });
        await row.tap();
        await shown(row).toContainText(/Ready|Idle|Offline|Starting/);
        await shown(row).not.toContainText('Unknown');
        await page.reload();
        await shown(row).toBeVisible();
        await page.waitForResponse((response) => response.url().includes('/state'));
        await shown(row).not.toContainText('Unknown');
        expect(refused).toEqual([]);
        await shown(page.getByRole('button', { name: 'Add a device' })).toBeDisabled();
      },
      testMS,
    );
  });
});
