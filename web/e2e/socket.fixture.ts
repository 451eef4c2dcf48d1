import type { Page } from '@playwright/test';
import { shown } from './shown.fixture.ts';

/** Sends messages to the simulated robot, one after the other, on a separate socket, like a program. */
export async function sendToRobot(
  page: Page,
  { url, token }: { readonly url: string; readonly token: string },
  ...messages: readonly (readonly [kind: string, payload: object])[]
): Promise<void> {
  const address = `${url.replace('http', 'ws')}/api/v1/routine-runner/simulated`;
  await page.evaluate(
    ({ address, token, messages }) =>
      new Promise<void>((resolve, reject) => {
        const socket = new WebSocket(address);
        let isDone = false;
        const sendNext = (index: number) => {
          const [kind, payload] = messages[index] ?? [];
          if (kind !== undefined) socket.send(JSON.stringify({ id: String(index), kind, payload }));
          else {
            isDone = true;
            socket.close();
          }
        };
        socket.onopen = () => {
          socket.send(JSON.stringify({ kind: 'authenticate', token }));
          sendNext(0);
        };
        socket.onmessage = ({ data }) => {
          const answer = JSON.parse(String(data));
          if (answer.id === undefined) return;
          if (answer.ok) sendNext(Number(answer.id) + 1);
          else {
            socket.close();
            reject(new Error(answer.error.message));
          }
        };
        socket.onerror = () => reject(new Error('the socket broke'));
        // The cell has received the close as well, and with it the end of control.
        socket.onclose = () => (isDone ? resolve() : reject(new Error('the cell closed the socket')));
      }),
    { address, token, messages },
  );
}

/** Waits until the page shows that no client has control: a program that has ended may keep it for a moment. */
export async function waitForFreeControl(page: Page): Promise<void> {
  await shown(page.getByTestId('control')).toHaveText('No one has control');
}

/** Waits until the page shows the step at which the run is: one that is stopped before its first step has no place. */
export async function waitForStep(page: Page): Promise<void> {
  await shown(
    page
      .getByRole('main')
      .getByText(/^Step \d/)
      .first(),
  ).toBeVisible();
}
