import { connectRunner } from '@cellwright/client';
import WebSocket from 'ws';
import type { BrowserBench } from '../e2e/browser.fixture.ts';
import { type Figure, figureOf } from './figures.ts';

const changes = 60;

/**
 * Measures the time from a program's command that changes the robot's state to the changed page, which includes more
 * than the patch: the command reaches the runner first. For comparison, the time to the same patch at the program.
 */
export async function measurePatches(bench: BrowserBench): Promise<{ page: Figure; program: Figure }> {
  const page = await bench.open('/');
  await page.getByTestId('connection').getByText('Connected').waitFor({ timeout: 60_000 });
  await page.evaluate(() => {
    const shown: { text: string; at: number }[] = [];
    Reflect.set(window, 'shownSpeeds', shown);
    const speed = document.querySelector('[data-testid="speed"]');
    if (!speed) throw new Error('the speed is not shown');
    new MutationObserver(() => shown.push({ text: speed.textContent ?? '', at: Date.now() })).observe(speed, {
      subtree: true,
      characterData: true,
      childList: true,
    });
  });
  const client = connectRunner({
    url: bench.url,
    robotKind: 'simulated',
    token: () => bench.token,
    openSocket: (address) => new WebSocket(address),
  });
  const sentAt = new Map<string, number>();
  const atProgram: number[] = [];
  try {
    await new Promise<void>((resolve) => {
      const stop = client.subscribe(() => {
        if (client.status.connection !== 'connected') return;
        stop();
        resolve();
      });
    });
    for (let change = 0; change < changes; change++) {
      const percent = 10 + change;
      const heard = new Promise<void>((resolve) => {
        const stop = client.subscribe(() => {
          if (Math.round((client.status.state?.speedRestrictionPercentage ?? 0) * 100) !== percent) return;
          atProgram.push(Date.now() - (sentAt.get(`${percent} %`) ?? 0));
          stop();
          resolve();
        });
      });
      sentAt.set(`${percent} %`, Date.now());
      await client.send('setSpeedRestrictionPercentage', { value: percent / 100 });
      await heard;
      await page.waitForTimeout(50);
    }
    const shown: { text: string; at: number }[] = await page.evaluate(() => Reflect.get(window, 'shownSpeeds'));
    const toPage = shown.flatMap(({ text, at }) => {
      const sent = sentAt.get(text.trim());
      return sent === undefined ? [] : [at - sent];
    });
    await client.send('setSpeedRestrictionPercentage', { value: 1 });
    return { page: figureOf(toPage), program: figureOf(atProgram) };
  } finally {
    client.close();
    await page.context().close();
  }
}
