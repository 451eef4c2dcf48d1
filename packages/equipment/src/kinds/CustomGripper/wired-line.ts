import { findPortByName, type IOLevel, type OutputAction, writablePortKindSchema } from '@cellwright/domain/robot';
import type { PortsTransport } from '../../transport/ports.ts';
import { type CustomGripperConfig, notWired } from './contract.ts';
import type { GripperLine, Signals } from './line.ts';
import type { Place } from './plan.ts';

/** Creates the connection to a gripper at the ports of the control box or the flange. */
export function lineOverPorts(config: CustomGripperConfig, ports: PortsTransport): GripperLine {
  const { openSensor, closedSensor, partSensor, sensorLevel } = config;
  return {
    signals(): Signals | undefined {
      const levels = ports.levels();
      const read = (name: string) => (name === notWired ? undefined : levels?.[name] === sensorLevel);
      return levels && { open: read(openSensor), closed: read(closedSensor), part: read(partSensor) };
    },
    problem: () => 'The control box of the gripper does not answer',
    onChange: (listener) => ports.onChange(listener),
    send: (place, { signal }) => ports.setOutputs(listOutputs(place, config), { signal }),
    close: async () => ports.close(),
  };
}

/** Returns all outputs that together move the fingers there. */
function listOutputs(place: Place, config: CustomGripperConfig): OutputAction[] {
  const { openOutput, closeOutput, outputLevel, isPulsed, pulseSeconds } = config;
  const wires = [
    { name: openOutput, isOn: place === 'open' },
    { name: closeOutput, isOn: place === 'closed' },
  ];
  return wires.flatMap(({ name, isOn }) => {
    const port = name === notWired ? undefined : findPortByName(name);
    const kind = writablePortKindSchema.safeParse(port?.kind);
    if (!port || !kind.success) return [];
    const level = isOn ? outputLevel : oppositeOf(outputLevel);
    return [{ kind: kind.data, port: port.port, level, ...(isOn && isPulsed ? { pulseSeconds } : {}) }];
  });
}

export function oppositeOf(level: IOLevel): IOLevel {
  return level === 'high' ? 'low' : 'high';
}
