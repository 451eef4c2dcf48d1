import type { GripperDescription } from '../../capabilities/gripper.ts';
import type { ModbusGripperTable } from '../modbus-gripper/table.ts';

/** Registers of the 2FG7 and 2FG14, offsets 0-based. Source: OnRobot's Connectivity Guide, Modbus registers of the 2FG. */
export const registers = {
  /** Write: 0.1 mm, width in the direction of the grip. */
  targetWidth: 0x000,
  /** Write: N. */
  targetForce: 0x001,
  /** Write: % of the maximum speed. */
  targetSpeed: 0x002,
  /** Write: one of `commands`. */
  command: 0x003,
  /** Read: `statusBits`. */
  status: 0x100,
  /** Read: 0.1 mm, between the fingertips. */
  externalWidth: 0x101,
  /** Read: 0.1 mm, over the fingertips. */
  internalWidth: 0x102,
} as const;
/** An external grip closes on a part, an internal one opens inside it. */
export const commands = { gripExternal: 1, gripInternal: 2, stop: 3 } as const;
export const statusBits = { busy: 1 << 0, gripDetected: 1 << 1 } as const;
export const registerUnitsPerMeter = 10_000;

export function twoFingerTable(description: GripperDescription): ModbusGripperTable {
  return {
    description,
    resolutionMeters: 1 / registerUnitsPerMeter,
    reads: [{ offset: registers.status, count: 3 }],
    decode([[status = 0, external = 0, internal = 0] = []]) {
      return {
        isBusy: (status & statusBits.busy) !== 0,
        gripDetected: (status & statusBits.gripDetected) !== 0,
        widthMeters: { inward: external / registerUnitsPerMeter, outward: internal / registerUnitsPerMeter },
      };
    },
    encode: ({ direction, widthMeters, forceNewtons, speedFraction }) => [
      {
        offset: registers.targetWidth,
        values: [
          Math.round(widthMeters * registerUnitsPerMeter),
          Math.round(forceNewtons),
          Math.round(speedFraction * 100),
          direction === 'inward' ? commands.gripExternal : commands.gripInternal,
        ],
      },
    ],
    stop: () => ({ offset: registers.command, values: [commands.stop] }),
  };
}
