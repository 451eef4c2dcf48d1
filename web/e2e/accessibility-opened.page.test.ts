import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { expectNoBarriers } from './operable.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const bench = sharePage();
const testMS = withPatience(180_000);

async function post(page: Page, path: string, data: object): Promise<void> {
  const headers = { authorization: `Bearer ${bench.token}` };
  const answer = await page.request.post(`${bench.url}/api/v1/cell${path}`, { headers, data });
  expect(answer.status(), await answer.text()).toBe(200);
}

inExhaustiveRuns(() => {
  describe('Accessibility by touch, keyboard and screen reader after an interaction', () => {
    it(
      'has no barriers in each part of the box, with an open device, its registers, and a device being added',
      async () => {
        const page = await bench.open('/box');
        const registers = [{ id: 'count', name: 'Count', offset: 4, format: 'uint32' }];
        await post(page, '/equipment', {
          config: { kind: 'ModbusTCPServer', name: 'Press', host: '192.168.1.60', registers },
        });
        await page.getByRole('button', { name: /2FG7/ }).first().click();
        await expectNoBarriers(page, 'a gripper');
        await page.getByRole('button', { name: /Press/ }).click();
        await page.getByRole('textbox', { name: 'First address' }).fill('3');
        await page.getByRole('button', { name: 'Read', exact: true }).click();
        await page.getByTestId('probe-4-uint32-ABCD').click();
        await shown(page.getByRole('textbox', { name: 'Name of the register' })).toBeVisible();
        await expectNoBarriers(page, 'the look at registers');
        await page.getByRole('button', { name: 'Add a device' }).click();
        await shown(page.getByRole('textbox', { name: /^Search devices/ })).toBeVisible();
        await expectNoBarriers(page, 'a device that is added');
        for (const part of ['I/O', 'Speed profiles', 'Safety']) {
          await page.getByRole('radio', { name: part }).click();
          await expectNoBarriers(page, part);
        }
      },
      testMS,
    );

    it(
      'keeps stale data legible',
      async () => {
        const page = await bench.open('/nowhere');
        let isCut = false;
        await page.routeWebSocket(/routine-runner/, (socket) => {
          const server = socket.connectToServer();
          socket.onMessage((message) => !isCut && server.send(message));
          server.onMessage((message) => !isCut && socket.send(message));
        });
        for (const path of ['/', '/move']) {
          isCut = false;
          await page.goto(`${bench.url}${path}`);
          await shown(page.getByTestId('status-bar')).toHaveAttribute('data-stale', 'false');
          isCut = true;
          await shown(page.getByTestId('status-bar')).toHaveAttribute('data-stale', 'true');
          await expectNoBarriers(page, `${path}, stale`);
        }
      },
      testMS,
    );
  });
});
