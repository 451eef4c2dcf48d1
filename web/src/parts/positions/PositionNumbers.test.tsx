import { createInverseKinematics, createKinematics, defaultArm, readyJoints } from '@cellwright/arm';
import { jointAnglesSchema, type Position } from '@cellwright/domain/robot';
import { composePoses, identityPose, invertPose } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { renderIn } from '../../i18n/in-language.fixture.tsx';
import { lengthUnits } from '../../ui/length.ts';
import { atJoints, atPose, PositionNumbers, type Postures } from './PositionNumbers.tsx';

const kinematics = createKinematics(defaultArm);
const inverse = createInverseKinematics(kinematics);
const tool = { ...identityPose, z: 0.1 };
const ready = jointAnglesSchema.parse([...readyJoints]);
const tipOf = (tcpOption = 'auto') => (tcpOption === 'wrist' ? identityPose : tool);
const postures: Postures = {
  poseOf: (joints, { tcpOption }) => composePoses(kinematics.computeTipPose(joints), tipOf(tcpOption)),
  jointsOf(pose, near, { tcpOption }) {
    const solved = inverse.solveNearest(composePoses(pose, invertPose(tipOf(tcpOption))), near ?? ready);
    return solved.ok ? jointAnglesSchema.parse([...solved.joints]) : undefined;
  },
  begin: () => ({ jointAngles: ready, pose: composePoses(kinematics.computeTipPose(ready), tool) }),
  limits: defaultArm.joints.map(({ limits }) => limits),
};
const taught = postures.begin();
const far = { x: 9, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 };

describe('A position whose numbers are typed', () => {
  it('has the joint angles of the nearest posture at the pose', () => {
    const pose = postures.poseOf(ready, {});
    const moved = atPose(taught, { ...pose, z: pose.z - 0.05 }, postures);
    const there = postures.poseOf(moved.jointAngles ?? [], {});
    expect(there.z).toBeCloseTo(pose.z - 0.05, 6);
    expect(Math.abs((moved.jointAngles?.[0] ?? 9) - ready[0])).toBeLessThan(0.5);
  });

  it('belongs to the TCP that its own tcpOption names', () => {
    const flange: Position = { jointAngles: ready, pose: kinematics.computeTipPose(ready), tcpOption: 'wrist' };
    const typed = atPose(flange, kinematics.computeTipPose(ready), postures).jointAngles ?? [];
    for (const [joint, angle] of ready.entries()) expect(typed[joint]).toBeCloseTo(angle, 6);
    expect(atJoints(flange, ready, postures).pose).toEqual(kinematics.computeTipPose(ready));
  });

  it('has no joint angles out of reach', () => {
    expect(atPose(taught, far, postures)).toEqual({ pose: far, jointAngles: undefined });
  });

  it('has the pose of the joint angles that were typed', () => {
    const moved = jointAnglesSchema.parse(ready.map((angle, index) => (index === 0 ? angle + 0.2 : angle)));
    expect(atJoints(taught, moved, postures)).toEqual({ jointAngles: moved, pose: postures.poseOf(moved, {}) });
  });

  it('keeps its name, and drops the taught wrist pose', () => {
    const named: Position = { ...taught, name: 'Tray', wristPose: far };
    expect(atJoints(named, ready, postures)).toMatchObject({ name: 'Tray' });
    expect(atPose(named, far, postures)).not.toHaveProperty('wristPose');
  });
});

describe('PositionNumbers', () => {
  const render = (position: Position) =>
    renderIn(
      'en',
      <PositionNumbers
        position={position}
        length={lengthUnits.millimeter}
        postures={postures}
        isDisabled={false}
        onChange={() => undefined}
      />,
    );

  it('shows that the pose is out of reach', async () => {
    expect(await render({ pose: far })).toContain('role="status"');
    expect(await render(taught)).not.toContain('role="status"');
  });

  it('shows the pose of a position that has joint angles only, in the unit of the user', async () => {
    const { x } = postures.poseOf(ready, {});
    expect(await render({ jointAngles: ready })).toContain(`value="${Number((x * 1000).toFixed(1))} mm"`);
  });
});
