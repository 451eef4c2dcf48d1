import type { ElementHandle, Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { shareArmPage } from './arm-page.fixture.ts';
import { expectNoBarriers } from './operable.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { middleOf, pressPast, startByFinger, tapMeant } from './pointer.fixture.ts';
import { shown } from './shown.fixture.ts';
import { sendToRobot } from './socket.fixture.ts';

const bench = shareArmPage();
/** A folder for screenshots; none without. */
const pictures = process.env.TOUR_PICTURES;

const cardOn = (page: Page) => page.getByTestId('tour');
const hintOn = (page: Page) => cardOn(page).getAttribute('data-hint');

const devicesSchema = z.object({ items: z.array(z.object({ id: z.string() })) });

/** Disables the devices that the shared cell starts with: the tour then asks for a new gripper. */
async function disableDevices(page: Page): Promise<void> {
  await sendToRobot(page, bench, ['setTool', { equipmentID: null }]);
  const headers = { authorization: `Bearer ${bench.token}` };
  const equipment = `${bench.url}/api/v1/cell/equipment`;
  const { items } = devicesSchema.parse(await (await page.request.get(equipment, { headers })).json());
  for (const { id } of items) {
    const answer = await page.request.patch(`${equipment}/${id}`, { headers, data: { isEnabled: false } });
    shown(answer.status(), await answer.text()).toBe(200);
  }
}

async function middleOfRing(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  const ring = page.getByTestId('tour-ring');
  await shown(ring).toBeVisible();
  return middleOf(ring);
}

async function tapRing(page: Page): Promise<void> {
  const { x, y } = await middleOfRing(page);
  await page.touchscreen.tap(x, y);
}

/** Returns the control inside the ring. */
async function findTarget(page: Page): Promise<ElementHandle<HTMLElement | SVGElement>> {
  return page.evaluateHandle(
    ({ x, y }) => {
      const element = document.elementFromPoint(x, y);
      if (!(element instanceof HTMLElement || element instanceof SVGElement))
        throw new Error('the ring has no control');
      return element;
    },
    await middleOfRing(page),
  );
}

/** Expects the card beside its control, inside the window, and STOP free. */
async function expectApart(page: Page, hint: string): Promise<void> {
  const free = { coversTarget: false, isInside: true, isStopFree: true };
  // The card follows a control that moves, a moment later.
  await expect.poll(() => readPlaces(page), { message: hint, timeout: withPatience(5000) }).toEqual(free);
}

function readPlaces(page: Page) {
  return page.evaluate(() => {
    const rectOf = (id: string) => document.querySelector(`[data-testid="${id}"]`)?.getBoundingClientRect();
    const [card, ring, stop] = ['tour', 'tour-ring', 'stop'].map(rectOf);
    if (!card || !stop) return undefined;
    const isOver = (one: DOMRect, other: DOMRect) =>
      one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
    const at = document.elementFromPoint(stop.left + stop.width / 2, stop.top + stop.height / 2);
    return {
      coversTarget: ring ? isOver(card, ring) : false,
      isInside: card.left >= 0 && card.top >= 0 && card.right <= innerWidth && card.bottom <= innerHeight,
      isStopFree: at?.closest('[data-testid="stop"]') !== null,
    };
  });
}

const waiting = new Set(['waitForDryRun', 'watch']);
const choices: Readonly<Record<string, string>> = { choosePosition: 'P1', chooseOther: 'P2', chooseGripper: '2FG7 2' };
const typed: Readonly<Record<string, string>> = { fillIn: '192.168.1.20', endLoop: '2' };

/** Does the action of a hint at the control that the ring shows. */
async function follow(page: Page, hint: string): Promise<void> {
  if (waiting.has(hint)) return;
  if (hint === 'releaseBrakes') return tapMeant(page.locator('main [data-guarded="releaseBrakes"]').first());
  if (hint === 'play') return startByFinger(page.getByRole('button', { name: 'Play', exact: true }));
  if (hint === 'jog') {
    await pressPast(page.getByTestId('J0-plus'), async () => (await hintOn(page)) !== 'jog');
    return page.mouse.up();
  }
  const choice = choices[hint];
  const text = typed[hint];
  if (choice !== undefined) await (await findTarget(page)).selectOption({ label: choice });
  else if (text !== undefined) await (await findTarget(page)).fill(text);
  else await tapRing(page);
}

/** Follows a hint until the next one. A control that has just appeared ignores presses: people press again. */
async function followToNext(page: Page, hint: string): Promise<void> {
  await shown(async () => {
    if ((await hintOn(page)) !== hint) return;
    await follow(page, hint);
    await shown(cardOn(page)).not.toHaveAttribute('data-hint', hint, { timeout: withPatience(5000) });
  }).toPass({ timeout: withPatience(60_000) });
}

/** Follows the hints until one of a set, or the end. Returns the hints in their order. */
async function followUntil(page: Page, isEnd: (hint: string) => boolean): Promise<string[]> {
  const hints: string[] = [];
  for (;;) {
    const hint = z.string().parse(await hintOn(page));
    hints.push(hint);
    if (isEnd(hint)) return hints;
    if (!waiting.has(hint)) await expectApart(page, hint);
    if (pictures) await page.screenshot({ path: `${pictures}/${hints.length}-${hint}.png` });
    await followToNext(page, hint);
  }
}

describe('The guided tour', () => {
  it(
    'leads a new user by touch to a completed run, from what the user does, and can be left and resumed',
    async () => {
      const page = await bench.open('/');
      await disableDevices(page);
      await page.getByRole('button', { name: 'Take the guided tour' }).tap();
      await shown(cardOn(page)).toContainText('Step 1 of 5');
      await expectNoBarriers(page, 'the guided tour');
      const first = await followUntil(page, (hint) => hint === 'openRoutines');
      expect(first).toEqual(
        expect.arrayContaining(['openBox', 'addDevice', 'chooseKind', 'create', 'mount', 'openMove', 'teachFirst']),
      );
      await page.reload();
      await shown(cardOn(page)).toContainText('Step 3 of 5');
      await cardOn(page).getByRole('button', { name: 'Leave the tour' }).tap();
      await shown(cardOn(page)).toHaveCount(0);
      await page.goto(`${bench.url}/help`);
      await page.getByRole('button', { name: 'Resume the guided tour' }).tap();
      await shown(cardOn(page)).toHaveAttribute('data-hint', 'openRoutines');
      const others = await followUntil(page, (hint) => hint === 'finished');
      expect(others).toEqual(
        expect.arrayContaining(['newRoutine', 'addMove', 'choosePosition', 'addGripperStep', 'chooseOther', 'endLoop']),
      );
      expect(others).toEqual(expect.arrayContaining(['openProblems', 'startDryRun', 'play']));
      await cardOn(page).getByRole('button', { name: 'Finish' }).tap();
      await shown(cardOn(page)).toHaveCount(0);
      await shown(page.getByTestId('progress')).toContainText('Completed');
    },
    withPatience(300_000),
  );
});
