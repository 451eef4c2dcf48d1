import { expect, type Page } from '@playwright/test';
import { PerspectiveCamera, Vector3 } from 'three';
import { withPatience } from './patience.fixture.ts';
import { shown } from './shown.fixture.ts';

/** Moves the mouse on a spot until the picture is drawn, and the handle is there. */
export async function hoverHandle(page: Page, { x, y }: { readonly x: number; readonly y: number }): Promise<void> {
  let turn = 0;
  const cursor = async () => {
    turn++;
    await page.mouse.move(x + (turn % 2), y);
    return page.locator('canvas').evaluate(({ style }) => style.cursor);
  };
  await expect.poll(cursor, { timeout: withPatience(30_000) }).toBe('grab');
}

/** Returns where a point along the handle of the x axis is on the page, with the initial camera. */
export async function projectionOf(page: Page) {
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
