// Records the journey of a new user, from the set-up link to the first completed run, on a new cell, as the animated
// picture of the README. `npm run journey`
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { startBrowserBench } from './browser.fixture.ts';
import { newcomerJourney } from './newcomer.fixture.ts';
import { middleOf, mouseOn, type Pointer } from './pointer.fixture.ts';

const file = 'docs/pictures/journey.gif';
const screen = { width: 1280, height: 800 };
const shownWidth = 960;
const frameMS = 200;
/** Longest time that an unchanged frame is shown, ms. */
const maxStillMS = 1200;
const lastMS = 3000;

interface Frame {
  readonly picture: Buffer;
  shownMS: number;
}

/** Script that draws the mouse pointer into the page: a headless browser shows none. */
const drawPointer = `addEventListener('DOMContentLoaded', () => {
  const pointer = document.createElement('div');
  pointer.style.cssText = 'position:fixed;left:0;top:0;width:20px;height:20px;margin:-10px;border-radius:50%;z-index:99999;'
    + 'pointer-events:none;background:rgb(255 120 0 / 45%);border:2px solid rgb(200 80 0);transform:translate(640px,400px)';
  document.documentElement.append(pointer);
  const follow = ({ clientX, clientY }) => { pointer.style.transform = 'translate(' + clientX + 'px,' + clientY + 'px)'; };
  const press = (scale) => () => { pointer.style.scale = scale; };
  addEventListener('pointermove', follow, { capture: true, passive: true });
  addEventListener('pointerdown', press('0.7'), true);
  addEventListener('pointerup', press('1'), true);
});`;

/** Returns a mouse that moves as slowly as a person's, so that its way can be seen. */
function slowMouseOn(page: Page): Pointer {
  const mouse = mouseOn(page);
  const glideTo = async (target: Parameters<Pointer['press']>[0]) => {
    await target.scrollIntoViewIfNeeded();
    const { x, y } = await middleOf(target);
    await page.mouse.move(x, y, { steps: 12 });
    await page.waitForTimeout(frameMS);
  };
  return {
    ...mouse,
    async press(target) {
      await glideTo(target);
      await mouse.press(target);
    },
    async start(target) {
      await glideTo(target);
      await mouse.start(target);
    },
    async hold(target, during) {
      await glideTo(target);
      await mouse.hold(target, during);
    },
    async drag(from, to) {
      await glideTo(from);
      await mouse.drag(from, to);
      await page.waitForTimeout(frameMS);
    },
  };
}

/** Takes a picture of the page again and again until the returned function is called, which returns the frames. */
function film(page: Page): () => Promise<Frame[]> {
  const frames: Frame[] = [];
  let isFilming = true;
  const take = async () => {
    while (isFilming) {
      const picture = await page.screenshot({ scale: 'css' });
      const last = frames.at(-1);
      if (last?.picture.equals(picture)) last.shownMS = Math.min(last.shownMS + frameMS, maxStillMS);
      else frames.push({ picture, shownMS: frameMS });
      await page.waitForTimeout(frameMS);
    }
  };
  const taking = take();
  return async () => {
    isFilming = false;
    await taking;
    return frames;
  };
}

async function writeFilm(frames: readonly Frame[]): Promise<void> {
  const pictures = await Promise.all(
    frames.map(({ picture }) => sharp(picture).resize({ width: shownWidth }).png().toBuffer()),
  );
  const delay = frames.map(({ shownMS }, index) => (index === frames.length - 1 ? lastMS : shownMS));
  const { size } = await sharp(pictures, { join: { animated: true } })
    .gif({ delay, loop: 0, colours: 64, dither: 0, interFrameMaxError: 6, effort: 10 })
    .toFile(file);
  process.stderr.write(`${file}: ${frames.length} frames, ${Math.round(size / 1000)} kB\n`);
}

const bench = await startBrowserBench();
try {
  const { pathname, hash } = new URL(bench.setUpLink);
  const page = await bench.open('/', { isSignedIn: false, draws3D: true });
  await page.addInitScript({ content: drawPointer });
  await page.setViewportSize(screen);
  await page.goto(`${bench.url}${pathname}${hash}`);
  const stop = film(page);
  const pointer = slowMouseOn(page);
  for (const part of newcomerJourney) await part(page, pointer);
  await writeFilm(await stop());
} finally {
  await bench.stop();
}
