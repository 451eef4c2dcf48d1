import type { Failure } from '@cellwright/domain/robot';
import { idleSession } from '@cellwright/testkit';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { readText, renderIn } from '../i18n/in-language.fixture.tsx';
import FailureSegment from './FailureSegment.tsx';

const robot = vi.hoisted(() => ({ status: {} }));
// Other files of this worker use the same modules without the mock.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock('../api/use-robot.ts', () => ({ useRobot: (select: (status: object) => unknown) => select(robot.status) }));
vi.mock('../api/use-device-name.ts', () => ({ useDeviceName: (id?: string) => id && '2FG7' }));

const late: Failure = {
  ...{ kind: 'GripperFailure', reason: 'timeout of 10000ms reached', recoveryKind: 'Recoverable' },
  ...{ equipmentID: 'equipment_1', stepID: 'step_1', stepPath: '1.4' },
};

async function readSegment(language: 'en' | 'de', failure: Failure | null): Promise<string> {
  robot.status = { state: idleSession({ failure }) };
  return readText(await renderIn(language, <FailureSegment />));
}

describe('FailureSegment', () => {
  it('names the step and the device of a failure on every screen', async () => {
    expect(await readSegment('en', late)).toBe('In step 1.4: ‘2FG7’ does not answer');
    expect(await readSegment('de', late)).toBe('In Schritt 1.4: „2FG7“ antwortet nicht');
  });

  it('stays empty without a failure', async () => {
    expect(await readSegment('en', null)).toBe('');
  });
});
