import { once } from 'node:events';
import { type RobotFrame, robotFrameSchema } from '@cellwright/domain/run';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { expect as expectPage, type Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { shareArmPage } from './arm-page.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { openWithToken } from './people.fixture.ts';
import { pressPast, releaseBrakesOnMove, startByFinger } from './pointer.fixture.ts';
import { shown } from './shown.fixture.ts';
import { waitForFreeControl } from './socket.fixture.ts';

const testMS = withPatience(90_000);
/** Angle within the limits of every joint, rad. */
const jointEndRad = 2;

const bench = shareArmPage();

/** Presses a jog button and keeps it pressed. */
async function pressAndHold(page: Page, testID: string): Promise<void> {
  // Slow enough that no joint reaches its limit before the check.
  await page.getByRole('radio', { name: '1 °/s' }).click();
  const moving = page.getByTestId('runner-state').filter({ hasText: 'Manual motion' });
  await pressPast(page.getByTestId(testID), () => moving.isVisible());
}

/** Records every frame that the sockets of a page receive from now on, oldest first. */
function recordFrames(page: Page): RobotFrame[] {
  const frames: RobotFrame[] = [];
  page.on('websocket', (socket) => {
    if (!socket.url().includes('/routine-runner/')) return;
    socket.on('framereceived', ({ payload }) => {
      const frame = robotFrameSchema.safeParse(JSON.parse(String(payload)));
      if (frame.success) frames.push(frame.data);
    });
  });
  return frames;
}

/** Returns how long the arm has not moved by the latest frame, s of the controller's clock. */
function standsForSeconds(frames: readonly RobotFrame[]): number {
  const last = frames.at(-1);
  if (!last) return 0;
  const moved = frames.findLastIndex(({ q }) => q.some((angle, joint) => angle !== last.q[joint]));
  return last.t - (frames[moved + 1]?.t ?? last.t);
}

describe('A connection that is lost during a jog', () => {
  it(
    'stops the arm, as another page shows while the first is still cut off with the button held',
    async () => {
      const other = await bench.open('/nowhere');
      const frames = recordFrames(other);
      await other.goto(`${bench.url}/move`);
      const page = await bench.open('/nowhere');
      let isCut = false;
      await page.routeWebSocket(/routine-runner/, (socket) => {
        const server = socket.connectToServer();
        socket.onMessage((message) => !isCut && server.send(message));
        server.onMessage((message) => !isCut && socket.send(message));
      });
      await page.goto(`${bench.url}/move`);
      await releaseBrakesOnMove(page);
      await pressAndHold(page, 'J5-plus');
      isCut = true;
      await shown(other.getByTestId('runner-state')).toHaveText('Idle');
      await shown(page.getByTestId('status-bar')).toHaveAttribute('data-stale', 'true');
      // One second of the controller's clock without motion, and not because the joint is at its limit.
      await expectPage.poll(() => standsForSeconds(frames), { timeout: withPatience(20_000) }).toBeGreaterThan(1);
      expect(Math.abs(frames.at(-1)?.q[5] ?? Number.POSITIVE_INFINITY)).toBeLessThan(jointEndRad);
      await page.mouse.up();
    },
    testMS,
  );
});

inExhaustiveRuns(() => {
  describe('A revoked token', () => {
    it(
      'sends its page to the sign-in with a message, and stops the arm that it held',
      async () => {
        const ada = await bench.open('/move');
        const { request } = ada.context();
        const tokens = `${bench.url}/api/v1/cell/tokens`;
        const headers = { origin: bench.url };
        const wanted = { name: 'Tablet', expiresInDays: 1, permissions: ['connectToRobot'] };
        const made = await request.post(tokens, { headers, data: wanted });
        expect(made.status(), await made.text()).toBe(200);
        const { token, secret }: { token: { id: string }; secret: string } = await made.json();
        const page = await openWithToken(bench, secret, '/move');
        await releaseBrakesOnMove(page);
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

  describe('A screen that throws', () => {
    it(
      'shows an error in its place: the frame, the stop and other screens stay, and a reload restores it',
      async () => {
        const page = await bench.open('/');
        await shown(page.getByTestId('loaded-routine')).toBeVisible();
        const broken = 'export default function Broken() { throw new Error("the screen is broken"); }';
        const script = { contentType: 'text/javascript', body: broken };
        await page.route(/RunsScreen-.*\.js/, (route) => route.fulfill(script));
        await page.getByRole('link', { name: 'Runs' }).click();
        await shown(page.getByRole('heading', { name: 'Error rendering component' })).toBeVisible();
        bench.startEndless('pick-and-place.json');
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

  describe('A part of the frame that cannot be loaded', () => {
    it(
      'offers to load it again in its place, and leaves the stop unchanged',
      async () => {
        const page = await bench.open('/');
        await page.route(/FreeformAnswer-.*\.js/, (route) => route.abort());
        await once(bench.startRoutine('inspection-with-branches.json'), 'exit');
        await waitForFreeControl(page);
        await startByFinger(page.getByRole('button', { name: 'Start over', exact: true }));
        const prompt = page.getByTestId('operator-prompt');
        const reload = prompt.getByRole('button', { name: 'Tap to reload' });
        await reload.waitFor({ timeout: withPatience(30_000) });
        await shown(page.getByTestId('stop')).toBeVisible();
        await page.unroute(/FreeformAnswer-.*\.js/);
        await reload.tap();
        await shown(prompt.getByRole('textbox', { name: 'Answer' })).toBeVisible();
        await page.getByTestId('stop').tap();
        await shown(page.getByTestId('runner-state')).toHaveText('Idle');
      },
      testMS,
    );
  });
});
