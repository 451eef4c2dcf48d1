import { describe, expect, it } from 'vitest';
import { DHKinds } from './dh-kinds.ts';
import type { RobotCall } from './robot-line.ts';

const callOf = (subjectID: string): RobotCall => ({
  robotKind: 'simulated',
  identity: { subjectID, name: subjectID, permissions: [] },
});
const ag = { kind: 'dh_ag' as const };

describe('DHKinds', () => {
  it('reports a DH gripper to the token that has commanded one, and to no other', () => {
    const kinds = new DHKinds('auto');
    kinds.noteCommand(callOf('old'), 'dh_pgc');
    expect(kinds.show(callOf('old'), ag)).toEqual(ag);
    expect(kinds.show(callOf('new'), ag)).toEqual({ kind: 'none_connected' });
  });

  it('reports a DH gripper to all or to none by the setting of the cell', () => {
    expect(new DHKinds('always').show(callOf('new'), ag)).toEqual(ag);
    const never = new DHKinds('never');
    never.noteCommand(callOf('old'), 'dh_ag');
    expect(never.show(callOf('old'), ag)).toEqual({ kind: 'none_connected' });
  });

  it('does not change other grippers', () => {
    const fingers = { kind: 'schunk_egx' as const };
    expect(new DHKinds('never').show(callOf('new'), fingers)).toEqual(fingers);
  });
});
