import { findOutsideRange } from '@cellwright/domain/equipment';
import { commandedCapabilities } from '@cellwright/equipment/capabilities';
import { describeCapabilities, parseEquipmentConfig } from '@cellwright/equipment/contracts';
import { describe, expect, it } from 'vitest';
import { wireGrippers } from './gripper-kinds.ts';
import { gripperCommandBody, gripperConfigurationSchema } from './gripper-schemas.ts';

const meters = (value: number) => ({ unit_kind: 'meters', value });
const newtons = (value: number) => ({ unit_kind: 'newtons', value });
const fingers = { control_kind: 'force_grip', grip_direction: 'external', target_force: newtons(60) };
const shares = { target_diameter: 0.35, target_force: 0.5, target_speed: 0.8 };

/** Request of a program, its device, and the resulting command. */
const cases = [
  [
    { onrobot_2fg14: { ...fingers, target_grip_width: meters(0.1) } },
    { kind: 'OnRobot2FG14' },
    { control: 'force_grip', widthMeters: 0.1, direction: 'inward', forceNewtons: 60 },
  ],
  [
    {
      onrobot_3fg15: {
        control_kind: 'flexible_force_grip',
        grip_direction: 'internal',
        target_grip_diameter: { unit_kind: 'millimeters', value: 90 },
        target_force: newtons(10),
      },
    },
    { kind: 'OnRobot3FG15' },
    { control: 'force_grip', widthMeters: 0.09, direction: 'outward', forceNewtons: 10 },
  ],
  [{ dh_ag: shares }, { kind: 'DHGripper', model: 'AG-95' }, { forceFraction: 0.5, speedFraction: 0.8 }],
  [{ dh_pgc: shares }, { kind: 'DHGripper', model: 'PGC-140-50' }, { forceFraction: 0.5 }],
  [{ dh_cgi: { ...shares, target_force: 10 } }, { kind: 'DHGripper', model: 'CGI-100-170' }, { forceFraction: 0.2 }],
  [
    { schunk_egx: { control_kind: 'move', target_grip_width: meters(0.02) } },
    { kind: 'SchunkEGx' },
    { control: 'move', widthMeters: 0.02, direction: 'inward' },
  ],
] as const;

const atRest = { connected: true, status: 'idle' } as const;

function configOf(wanted: { readonly kind: string }) {
  const parsed = parseEquipmentConfig({ name: 'The gripper', ...wanted });
  if (!parsed.isValid) throw new Error(parsed.config.problems.join());
  return parsed.config;
}

function wireOf(kind: string) {
  const wire = wireGrippers.find((each) => each.kind === kind);
  if (!wire) throw new Error(`no gripper ${kind}`);
  return wire;
}

describe('A gripper of the robot API', () => {
  it.each(cases)('%j maps to %j, within its limits', (body, wanted, expected) => {
    const [kind = ''] = Object.keys(body);
    const config = configOf(wanted);
    const wire = wireOf(kind);
    expect(wireGrippers.filter((each) => each.is(config))).toEqual([wire]);
    const asked = wire.command(gripperCommandBody.parse({ kind, ...body }), config);
    expect(asked).toMatchObject({ capability: 'gripper', command: expected });
    const command = commandedCapabilities.gripper.command.parse(asked?.command);
    const ranges = describeCapabilities(config).gripper;
    expect(ranges && findOutsideRange(command, ranges)).toEqual([]);
  });

  it.each(cases)('%j returns exactly what was sent', (body, wanted) => {
    const [kind = ''] = Object.keys(body);
    const config = configOf(wanted);
    const wire = wireOf(kind);
    const asked = wire.command(gripperCommandBody.parse({ kind, ...body }), config);
    const command = commandedCapabilities.gripper.command.parse(asked?.command);
    const live = {
      widthMeters: command.widthMeters + 0.0001,
      targetWidthMeters: command.widthMeters,
      targetForceNewtons: command.forceNewtons,
      targetForceFraction: command.forceFraction,
      direction: command.direction,
      gripDetected: false,
      ...atRest,
    };
    const answer = gripperConfigurationSchema.parse(wire.describe(live, config));
    const said = Object.values(body)[0];
    const values = Object.values(answer).find((value) => typeof value === 'object');
    expect(answer.kind).toBe(kind);
    const read = [values].map((each) => ({ width_inner: 0, diameter: 0, width: 0, ...each }))[0];
    if ('target_diameter' in said) expect(read?.diameter).toBe(said.target_diameter);
    else if ('target_grip_diameter' in said) expect(read?.diameter).toBe(command.widthMeters);
    else expect([read?.width_inner, read?.width]).toContain(command.widthMeters);
  });

  it('a screwdriver accepts millimetres and newtons, and has its own stop', () => {
    const wire = wireOf('onrobot_screwdriver');
    const config = configOf({ kind: 'OnRobotScrewdriver' });
    const ask = (screw: Record<string, unknown>) =>
      wire.command(gripperCommandBody.parse({ kind: wire.kind, onrobot_screwdriver: screw }), config);
    expect(ask({ command_kind: 'tighten', target_force: 25, target_torque: 2, screw_length: 20 })).toEqual({
      capability: 'screwdriver',
      command: {
        action: 'TIGHTEN',
        forceNewtons: 25,
        torqueNewtonMeters: 2,
        screwLengthMeters: 0.02,
        shankPositionMeters: 0.03,
        waitForEnd: true,
      },
    });
    expect(ask({ command_kind: 'set_shank_position', shank_position: -5 })?.command).toMatchObject({
      action: 'MOVE_SHANK',
      shankPositionMeters: -0.005,
    });
    expect(ask({ command_kind: 'stop' })).toEqual({ capability: 'screwdriver', command: { action: 'STOP' } });
    const live = { shankPositionMeters: 0.012, achievedTorqueNewtonMeters: 3, ...atRest };
    expect(wire.describe(live, config)).toEqual({
      kind: 'onrobot_screwdriver',
      onrobot_screwdriver: { shank_position: 12, achieved_torque: 3 },
    });
  });

  it.each([
    ['inward', { width_inner: 0.036, width_outer: 0.046 }],
    ['outward', { width_inner: 0.026, width_outer: 0.036 }],
  ] as const)('returns both widths of a grip %s, the fingertips apart', (direction, widths) => {
    const config = configOf({ kind: 'OnRobot2FG7' });
    const live = { widthMeters: 0.036, targetWidthMeters: 0.036, direction, gripDetected: true, ...atRest };
    expect(wireOf('onrobot_2fg7').describe(live, config)).toMatchObject({ onrobot_2fg7: widths });
  });

  it('ignores a command without its own part', () => {
    for (const wire of wireGrippers) {
      const config = configOf({ kind: 'DHGripper' });
      expect(wire.command(gripperCommandBody.parse({ kind: wire.kind }), config)).toBeUndefined();
    }
  });
});
