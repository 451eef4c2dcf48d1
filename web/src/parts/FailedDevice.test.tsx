import type { Failure } from '@cellwright/domain/robot';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { renderIn } from '../i18n/in-language.fixture.tsx';
import { FailedDevice } from './FailedDevice.tsx';

// Other files of this worker use the same modules without the mock.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ history: {} }) }));

const failure: Failure = { kind: 'GripperFailure', reason: 'Failed to actuate gripper', recoveryKind: 'Recoverable' };
const ofGripper: Failure = { ...failure, equipmentID: 'equipment_1' };

describe('FailedDevice', () => {
  it('shows the name of the device as a link to it', async () => {
    const link = /<a href="\/box\?device=equipment_1"[^>]*>Check ‘Left gripper’<\/a>/;
    expect(await renderIn('en', <FailedDevice failure={ofGripper} name="Left gripper" />)).toMatch(link);
    const german = await renderIn('de', <FailedDevice failure={ofGripper} name="Left gripper" />);
    expect(german).toContain('Nach „Left gripper“ sehen');
  });

  it('shows nothing without a device, or when it was deleted', async () => {
    expect(await renderIn('en', <FailedDevice failure={failure} name="Left gripper" />)).not.toContain('<a');
    expect(await renderIn('en', <FailedDevice failure={ofGripper} name={undefined} />)).not.toContain('<a');
  });
});
