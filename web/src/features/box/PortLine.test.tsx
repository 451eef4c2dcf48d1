// @vitest-environment happy-dom
import { ioPortSchema } from '@cellwright/domain/robot';
import { idleSession } from '@cellwright/testkit';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { renderIn } from '../../i18n/in-language.fixture.tsx';
import { PortLine } from './PortLine.tsx';

// Other files of this worker use the same modules without the mock.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock('../../api/use-robot.ts', () => ({
  useRobot: (select: (status: object) => unknown) => select({ state: idleSession(), isStale: false }),
}));
vi.mock('../../api/use-command.ts', () => ({ useCommand: () => ({ command: vi.fn(), pending: undefined }) }));
vi.mock('../../api/cell.ts', () => ({ useMayOperate: () => true }));

/** Returns the names of the buttons of a port, as a screen reader reads them. */
async function namesOf(kind: 'Input' | 'Output'): Promise<string[]> {
  const name = `${kind} 3`;
  const port = ioPortSchema.parse({ kind, port: 3, portID: name, name, shortName: name });
  const html = await renderIn('en', <PortLine port={port} uses={[]} canForce />);
  return [...html.matchAll(/aria-label="([^"]+)"/g)].map(([, label]) => label ?? '');
}

describe('PortLine', () => {
  it.each(['Input', 'Output'] as const)('names the port in every button of an %s', async (kind) => {
    const names = await namesOf(kind);
    expect(names).toHaveLength(2);
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(new RegExp(`^.+, ${kind} 3$`));
  });
});
