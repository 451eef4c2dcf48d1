import type { RunningCell } from './harness.ts';

/** Adds an enabled device, with its kind's defaults where no fields are given: a new cell has a gripper only. @throws Error with the answer when it is refused. */
export async function addDevice({ url, client }: RunningCell, kind: string, fields: object = {}): Promise<void> {
  const response = await fetch(`${url}/api/v1/cell/equipment`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ config: { ...fields, kind }, isEnabled: true }),
  });
  if (!response.ok) throw new Error(`${kind}: ${await response.text()}`);
}
