import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { shareBrowser, shown } from './shared-browser.fixture.ts';

const testMS = 90_000;
const bench = shareBrowser();

/** Sends one message to the simulated robot on a socket of its own. */
async function send(page: Page, kind: string, payload: object): Promise<void> {
  const url = `${bench.url.replace('http', 'ws')}/api/v1/routine-runner/simulated`;
  await page.evaluate(
    ({ url, token, kind, payload }) =>
      new Promise<void>((resolve, reject) => {
        const socket = new WebSocket(url);
        socket.onopen = () => {
          socket.send(JSON.stringify({ kind: 'authenticate', token }));
          socket.send(JSON.stringify({ id: 'one', kind, payload }));
        };
        socket.onmessage = ({ data }) => {
          const answer = JSON.parse(String(data));
          if (answer.id !== 'one') return;
          socket.close();
          if (answer.ok) resolve();
          else reject(new Error(answer.error.message));
        };
        socket.onerror = () => reject(new Error('the socket broke'));
      }),
    { url, token: bench.token, kind, payload },
  );
}

describe('a failure that is left by hand', () => {
  it(
    'says which way out there is, lets the arm move only that way, and recovers then',
    async () => {
      const page = await bench.open('/move');
      const release = page.getByRole('button', { name: 'Release brakes' });
      await shown(release).toBeEnabled();
      await release.click();
      await shown(page.getByTestId('brakes')).toHaveText('Brakes off');
      await send(page, 'injectFault', { fault: 'jointLimit', joint: 0, size: 0.02 });
      await shown(page.getByTestId('way-out-text')).toContainText('Joint 0 is beyond its limit');
      const recover = page.getByTestId('way-out').getByRole('button', { name: 'Recover' });
      expect(await recover.isDisabled()).toBe(true);
      const box = await page.getByTestId('J0-minus').boundingBox();
      if (!box) throw new Error('the button is not shown');
      await page.mouse.move(box.x + 20, box.y + 20);
      await page.mouse.down();
      await shown(page.getByTestId('way-out-text')).not.toContainText('beyond its limit');
      await page.mouse.up();
      await shown(recover).toBeEnabled();
      await recover.click();
      await shown(page.getByTestId('way-out')).toBeHidden();
    },
    testMS,
  );
});
