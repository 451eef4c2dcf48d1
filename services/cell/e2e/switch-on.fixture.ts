import type { FlagName } from '@cellwright/domain/cell';
import type { RunningCell } from './harness.ts';

/** Flags required by files of `examples`. */
export const exampleFlags: readonly FlagName[] = ['palletizing', 'enableCodeBlocks', 'classifyStep', 'locateStep'];

/** Switches features on for the whole cell. @throws Error with the answer when it is refused. */
export async function switchOn({ url, client }: RunningCell, flags: readonly FlagName[] = exampleFlags): Promise<void> {
  const response = await fetch(`${url}/api/v1/cell/feature-flags/1`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${client.adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(flags.map((flag) => [flag, true]))),
  });
  if (!response.ok) throw new Error(`${flags.join(', ')}: ${await response.text()}`);
}
