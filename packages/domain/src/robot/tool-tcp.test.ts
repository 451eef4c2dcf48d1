import { identityPose } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { tcpOf } from './tool-tcp.ts';

const at = (z: number) => ({ ...identityPose, z });

describe('tcpOf', () => {
  it('returns the point of each option, and nothing for one that the tool does not have', () => {
    const gripper = { tcp: at(0.2) };
    expect(tcpOf(gripper, 'wrist')).toEqual(identityPose);
    expect(tcpOf(gripper, 'auto')).toEqual(at(0.2));
    expect(tcpOf(gripper, 'ee-1')).toEqual(at(0.2));
    expect(tcpOf(gripper, 'ee-2')).toBeUndefined();
    expect(tcpOf({ tcp: at(0.2), ends: [{ end: 2, tcp: at(0.3) }] }, 'ee-2')).toEqual(at(0.3));
  });

  it('returns the optical frame of a calibrated wrist camera only', () => {
    expect(tcpOf({ tcp: at(0.2) }, 'wristCamera')).toBeUndefined();
    expect(tcpOf({ tcp: at(0.2), wristCamera: at(0.05) }, 'wristCamera')).toEqual(at(0.05));
  });
});
