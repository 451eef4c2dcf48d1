import { decodeDoubleWord, encodeDoubleWord } from '../../framework/double-words.ts';
import type { DriverContext, DriverDefinition } from '../../framework/driver.ts';
import { ModbusGripperDriver } from '../../framework/modbus-gripper/driver.ts';
import type { ModbusGripperTable } from '../../framework/modbus-gripper/table.ts';
import { framesOverHttp } from './adi.ts';
import { describeSchunk, type SchunkEGxConfig, schunkEGxContract } from './contract.ts';
import { variants } from './contract-variants.ts';

/**
 * Frames of the EGU and EGK: four numbers of 32 bits each way. Written: control bits, position in µm, speed in µm/s,
 * force in %. Read: status bits, position in µm, unused, diagnosis. Source: Schunk's software manual of the EGU and
 * EGK.
 */
export const frameRegisters = 8;
export const controlBits = {
  /** Inverted: 0 is a fast stop and switches the power off. */
  noFastStop: 1 << 0,
  stop: 1 << 1,
  acknowledge: 1 << 2,
  /** Toggled by each command, so that the same one can be sent again. */
  repeat: 1 << 6,
  /** Grips from inside. */
  outward: 1 << 7,
  grip: 1 << 12,
  moveAbsolute: 1 << 13,
} as const;
export const statusBits = {
  ready: 1 << 0,
  success: 1 << 4,
  error: 1 << 7,
  gripped: 1 << 12,
  positionReached: 1 << 13,
} as const;
export const micrometresPerMeter = 1e6;
export const forcePercent = 100;

export const schunkEGxDriver: DriverDefinition<typeof schunkEGxContract> = {
  contract: schunkEGxContract,
  create: (config, context) => new ModbusGripperDriver(config, schunkTable(config), withLine(config, context)),
};

/** Returns the context with the transport of its variant; everything else is the same. */
function withLine({ interface: over }: SchunkEGxConfig, context: DriverContext): DriverContext {
  if (over === 'modbus') return context;
  return {
    ...context,
    openModbus: ({ unitID: _, ...target }) => framesOverHttp(context.openHttp(target), context.clock),
  };
}

/** Returns the change of the gap between the jaws per count of a position, m. */
export function metersPerCount({ jawsInPosition }: SchunkEGxConfig): number {
  return (jawsInPosition === 'one' ? 2 : 1) / micrometresPerMeter;
}

function schunkTable(config: SchunkEGxConfig): ModbusGripperTable {
  const { byteOrder, closedWidth, fingertipWidth, inputOffset, outputOffset } = config;
  const { highestSpeed } = variants[config.variant];
  const countOf = (meters: number) => Math.round(meters / metersPerCount(config));
  const frame = (...numbers: readonly number[]) => ({
    offset: outputOffset,
    values: numbers.flatMap((number) => encodeDoubleWord(number, byteOrder)),
  });
  let repeat = 0;
  return {
    description: describeSchunk(config),
    resolutionMeters: 0.0001,
    reads: [{ offset: inputOffset, count: frameRegisters }],
    decode([registers = []]) {
      const [status0 = 0, status1 = 0, position0 = 0, position1 = 0] = registers;
      const [diagnosis0 = 0, diagnosis1 = 0] = registers.slice(6);
      const status = decodeDoubleWord(status0, status1, byteOrder);
      const inward = closedWidth + decodeDoubleWord(position0, position1, byteOrder) * metersPerCount(config);
      const isFaulty = (status & statusBits.error) !== 0;
      const isAtRest = (status & (statusBits.success | statusBits.gripped | statusBits.positionReached)) !== 0;
      return {
        isBusy: !isFaulty && !isAtRest,
        gripDetected: (status & statusBits.gripped) !== 0,
        widthMeters: { inward, outward: inward + fingertipWidth },
        needsPreparation: isFaulty,
        problem: isFaulty ? describeFault(decodeDoubleWord(diagnosis0, diagnosis1, byteOrder)) : undefined,
      };
    },
    prepare: frame(controlBits.noFastStop | controlBits.acknowledge, 0, 0, 0),
    encode({ control, direction, widthMeters, forceFraction, speedFraction }) {
      repeat ^= controlBits.repeat;
      const between = direction === 'inward' ? widthMeters : widthMeters - fingertipWidth;
      const grip = controlBits.grip | (direction === 'outward' ? controlBits.outward : 0);
      const action = control === 'move' ? controlBits.moveAbsolute : grip;
      const speed = countOf(speedFraction * highestSpeed);
      return [
        frame(
          controlBits.noFastStop | repeat | action,
          countOf(between - closedWidth),
          speed,
          Math.round(forceFraction * forcePercent),
        ),
      ];
    },
    stop: () => frame(controlBits.noFastStop | controlBits.stop, 0, 0, 0),
  };
}

function describeFault(diagnosis: number): string {
  const code = (diagnosis >>> 0).toString(16).toUpperCase().padStart(8, '0');
  return `The gripper reports an error, diagnosis ${code}; the next command acknowledges it`;
}
