import { expect, type Locator, type Page } from '@playwright/test';
import { PerspectiveCamera, Vector3 } from 'three';
import { withPatience } from './patience.fixture.ts';
import { shown } from './shown.fixture.ts';

/**
 * Drags the handle of the x axis in the picture. The coordinates in the panel follow: x grows, and y stays. Needs a
 * viewport in which the panel does not hide the handle.
 */
export async function expectDragAlongX(page: Page, panel: Locator): Promise<void> {
  const read = async (axis: string) =>
    Number.parseFloat(await panel.getByRole('textbox', { name: axis, exact: true }).inputValue()) / 1000;
  const toggleNumbers = () => panel.getByRole('button', { name: 'Numbers' }).tap();
  await toggleNumbers();
  const before = { x: await read('x'), y: await read('y'), z: await read('z') };
  await toggleNumbers();
  await dragAlongX(page, before);
  await toggleNumbers();
  await expect.poll(() => read('x'), { timeout: withPatience(10_000) }).toBeGreaterThan(before.x + 0.02);
  expect(await read('y')).toBeCloseTo(before.y, 2);
}

/** Drags the handle of the x axis of a thing at `place`, m. */
export async function dragAlongX(page: Page, place: { x: number; y: number; z: number }): Promise<void> {
  const toScreen = await projectionOf(page);
  const away = toScreen(place, 1.2);
  await hoverHandle(page, toScreen(place, 0.3));
  await page.mouse.down();
  await page.mouse.move(away.x, away.y, { steps: 8 });
  await page.mouse.up();
}

/** Moves the mouse on a spot until the picture is drawn, and the handle is there. */
async function hoverHandle(page: Page, { x, y }: { readonly x: number; readonly y: number }): Promise<void> {
  let turn = 0;
  const cursor = async () => {
    turn++;
    await page.mouse.move(x + (turn % 2), y);
    return page.locator('canvas').evaluate(({ style }) => style.cursor);
  };
  await expect.poll(cursor, { timeout: withPatience(30_000) }).toBe('grab');
}

/** Returns where a point along the handle of the x axis is on the page, with the initial camera. */
async function projectionOf(page: Page) {
  const canvas = page.locator('canvas');
  await shown(canvas).toBeVisible();
  const box = await canvas.boundingBox();
  if (!box) throw new Error('there is no picture');
  const aspect = box.width / box.height;
  const camera = new PerspectiveCamera(38, aspect, 0.05, 30);
  const target = new Vector3(0.24, 0, 0.3);
  const away = new Vector3(1.75, -2.05, 1.15).sub(target).multiplyScalar(Math.max(1, 0.95 / aspect));
  camera.up.set(0, 0, 1);
  camera.position.copy(target).add(away);
  camera.lookAt(target);
  camera.updateMatrixWorld();
  return ({ x, y, z: height }: { x: number; y: number; z: number }, share: number) => {
    const distance = camera.position.distanceTo(new Vector3(x, y, height));
    const length = (distance * 1.9 * Math.tan((19 * Math.PI) / 180) * 1.25) / 4;
    const point = new Vector3(x + share * length, y, height).project(camera);
    return { x: box.x + ((point.x + 1) / 2) * box.width, y: box.y + ((1 - point.y) / 2) * box.height };
  };
}
