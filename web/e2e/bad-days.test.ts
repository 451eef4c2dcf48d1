import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { makeUserWithPin, openAs } from './people.fixture.ts';
import { shareBrowser, shown } from './shared-browser.fixture.ts';

const testMS = 90_000;

const bench = shareBrowser();

describe('a door that is killed during a run', () => {
  it(
    'takes the run from the page, not from the arm: it is shown as out of date, and as it is when the door is back',
    async () => {
      const page = await bench.open('/');
      bench.startRoutine('signal-tower.json');
      const state = page.getByTestId('runner-state');
      await shown(state).toHaveText('Running');
      bench.kill('gateway');
      await shown(page.getByTestId('status-bar')).toHaveAttribute('data-stale', 'true');
      await shown(page.getByTestId('connection')).toHaveText(/Out of date|Connection lost/);
      await shown(page.getByTestId('status-bar')).toHaveAttribute('data-stale', 'false', { timeout: 40_000 });
      await shown(state).toHaveText('Idle', { timeout: 40_000 });
      await page.goto(`${bench.url}/runs`);
      await shown(page.getByRole('row', { name: /Completed/ }).first()).toBeVisible();
    },
    testMS,
  );
});

describe('two authors of one routine', () => {
  it(
    'lose nothing: the one that saves later chooses between both, and everybody has what was chosen',
    async () => {
      const first = await bench.open('/routines');
      await first.getByRole('button', { name: 'New routine', exact: true }).click();
      const nameIn = (page: typeof first) => page.getByRole('textbox', { name: 'Name of the routine' });
      await nameIn(first).fill('Feeding');
      await shown(first.getByTestId('save-status')).toHaveText(/Saved/);
      const second = await bench.open(new URL(first.url()).pathname);
      await shown(nameIn(second)).toHaveValue('Feeding');

      // Both type before either has heard of the other.
      await second.context().setOffline(true);
      await nameIn(second).fill('Feeding by Bob');
      await nameIn(first).fill('Feeding by Ann');
      await shown(first.getByTestId('save-status')).toHaveText(/Saved/);
      await second.context().setOffline(false);
      await shown(second.getByText('Somebody else saved this routine meanwhile.')).toBeVisible();
      expect(await nameIn(second).inputValue()).toBe('Feeding by Bob');
      await second.getByRole('button', { name: 'Keep mine as the new version' }).click();
      await shown(second.getByTestId('save-status')).toHaveText(/Saved/);

      await first.reload();
      await shown(nameIn(first)).toHaveValue('Feeding by Bob');
      // Nothing is lost: hers is the version before.
      const id = new URL(first.url()).pathname.split('/').at(-1);
      const headers = { authorization: `Bearer ${bench.token}` };
      const changes = await first.request.get(`${bench.url}/api/v1/cell/routines/${id}/changes`, { headers });
      expect(await changes.json()).toMatchObject({ changes: [{ text: "Renamed to 'Feeding by Bob'" }] });
      const { from }: { from: number } = await changes.json();
      const former = await first.request.get(`${bench.url}/api/v1/cell/routines/${id}?version=${from}`, { headers });
      expect(await former.json()).toMatchObject({ name: 'Feeding by Ann' });
    },
    testMS,
  );
});

/** The arm is free to move, and the page says so. */
async function releaseBrakes(page: Page): Promise<void> {
  const release = page.getByRole('button', { name: 'Release brakes' });
  await shown(release.or(page.getByRole('button', { name: 'Engage brakes' }))).toBeEnabled();
  if (await release.isVisible()) await release.click();
  await shown(page.getByTestId('brakes')).toHaveText('Brakes off');
}

/** Presses a button of the jog and leaves it pressed. */
async function pressAndHold(page: Page, testID: string): Promise<void> {
  const box = await page.getByTestId(testID).boundingBox();
  if (!box) throw new Error('the button is not shown');
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await shown(page.getByTestId('runner-state')).toHaveText('Moving by hand');
}

describe('a connection that is lost while an arm is jogged by it', () => {
  it(
    'stops the arm, as another page sees while the first is still cut off with the button held',
    async () => {
      const other = await bench.open('/move');
      const page = await bench.open('/nowhere');
      let isCut = false;
      await page.routeWebSocket(/routine-runner/, (socket) => {
        const server = socket.connectToServer();
        socket.onMessage((message) => !isCut && server.send(message));
        server.onMessage((message) => !isCut && socket.send(message));
      });
      await page.goto(`${bench.url}/move`);
      await releaseBrakes(page);
      await pressAndHold(page, 'J5-plus');
      isCut = true;
      await shown(other.getByTestId('runner-state')).toHaveText('Idle');
      await shown(page.getByTestId('status-bar')).toHaveAttribute('data-stale', 'true');
      const stands = await other.getByTestId('J5-value').textContent();
      await other.waitForTimeout(1000);
      expect(await other.getByTestId('J5-value').textContent()).toBe(stands);
      await page.mouse.up();
    },
    testMS,
  );
});

describe('a token that is revoked', () => {
  it(
    'shows its page out to the sign-in in words, and stops the arm that was held by it',
    async () => {
      const ada = await openAs(bench, await makeUserWithPin(bench), '/move');
      const { request } = ada.context();
      const tokens = `${bench.url}/api/v1/cell/tokens`;
      const headers = { origin: bench.url };
      const wanted = { name: 'Tablet', expiresInDays: 1, permissions: ['connectToRobot'] };
      const made = await request.post(tokens, { headers, data: wanted });
      expect(made.status(), await made.text()).toBe(200);
      const { token, secret }: { token: { id: string }; secret: string } = await made.json();
      const page = await bench.open('/login', { isSignedIn: false });
      await page.evaluate((value) => sessionStorage.setItem('cellwright.token', value), secret);
      await page.goto(`${bench.url}/move`);
      await releaseBrakes(page);
      await pressAndHold(page, 'J5-minus');
      const revoked = await request.delete(`${tokens}/${token.id}`, { headers });
      expect(revoked.status(), await revoked.text()).toBe(200);
      await shown(page.getByRole('heading', { name: 'Sign in to this cell' })).toBeVisible();
      await shown(ada.getByTestId('runner-state')).toHaveText('Idle');
      await page.mouse.up();
    },
    testMS,
  );
});

describe('a screen that throws', () => {
  it(
    'says so in its place: the frame, the stop and the way to other screens stay, and a reload draws it again',
    async () => {
      const page = await bench.open('/');
      await shown(page.getByTestId('loaded-routine')).toBeVisible();
      const broken = 'export default function Broken() { throw new Error("the screen is broken"); }';
      const script = { contentType: 'text/javascript', body: broken };
      await page.route(/RunsScreen-.*\.js/, (route) => route.fulfill(script));
      await page.getByRole('link', { name: 'Runs' }).click();
      await shown(page.getByRole('heading', { name: 'Error rendering component' })).toBeVisible();
      bench.startRoutine('pick-and-place.json');
      await shown(page.getByTestId('runner-state')).toHaveText('Running');
      await page.getByTestId('stop').tap();
      await shown(page.getByTestId('runner-state')).toHaveText('Idle');
      await page.getByRole('link', { name: 'Move', exact: true }).click();
      await shown(page.getByTestId('J0-plus')).toBeVisible();
      await page.getByRole('link', { name: 'Runs' }).click();
      await shown(page.getByRole('heading', { name: 'Error rendering component' })).toBeVisible();
      await page.unroute(/RunsScreen-.*\.js/);
      await page.getByRole('button', { name: 'Tap to reload' }).click();
      await shown(page.getByRole('row', { name: /Stopped/ }).first()).toBeVisible();
    },
    testMS,
  );
});
