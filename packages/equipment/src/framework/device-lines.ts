/** The interfaces of a device whose sensors and outputs are configured: ports, registers or macro variables. */
import type { RegisterTable } from '@cellwright/domain/equipment';
import { findPortByName, type IOLevel, type OutputAction } from '@cellwright/domain/robot';
import { openHaasControl } from '../transport/haas/broker.ts';
import type { DriverContext } from './driver.ts';
import { readTable } from './modbus-tables.ts';
import { type DeviceInterface, isWired } from './place-fields.ts';
import {
  type byteOrders,
  decodeRegisters,
  encodeRegisters,
  namedOrders,
  type registerFormats,
  wordsOf,
} from './register-format.ts';
import { writeFunctionsFrom } from './write-functions.ts';

/** The place of a value: a port, a register or a macro variable, by the interface. */
export interface Place {
  readonly ioPort: string;
  readonly type: RegisterTable;
  readonly offset: number;
  readonly format: (typeof registerFormats)[number];
  readonly order: (typeof byteOrders)[number];
  readonly macroVariable: number;
}
export interface SensorPlace extends Place {
  readonly highWhen: 'notZero' | 'equals';
  readonly highValue: number;
}
export interface OutputPlace extends Place {
  readonly level: IOLevel;
  readonly pulseSeconds: number;
  readonly value: number;
}
export interface LineConfig {
  readonly deviceInterface: DeviceInterface;
  readonly timeoutMS: number;
  readonly unitID: number;
  readonly registerFunction: '16' | '6';
  readonly coilFunction: '5' | '15';
}

/** `lost`: the device does not answer; otherwise the value (a level is 1 or 0), or what is wrong with this sensor alone. */
export type Reading = { readonly value: number } | { readonly problem: string } | { readonly lost: string };

/** Undefined: it is set. `nothing`: it cannot have been; `unknown`: it may have been. */
export type SendFailure = {
  readonly kind: 'stopped' | 'unreachable' | 'busy' | 'refused' | 'unknown';
  readonly message: string;
};

export interface SendOptions {
  /** True for values that may be written twice. */
  readonly mayRepeat?: boolean;
}

export interface DeviceLine {
  read(sensor: Place): Promise<Reading>;
  /** Whether anybody is there, of a device without sensors. */
  probe(): Promise<string | undefined>;
  /** Sets several outputs together, or one by one on a line that cannot combine them. */
  send(outputs: readonly OutputPlace[], signal: AbortSignal, options?: SendOptions): Promise<SendFailure | undefined>;
  readonly sendsTogether: boolean;
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

export function openDeviceLine(config: LineConfig, context: DriverContext): DeviceLine {
  if (isWired(config.deviceInterface)) return openWiredLine(context);
  return openNetworkLine(config, context);
}

/** The network of a device, which may have wires too. */
export function openNetworkLine(config: LineConfig, context: DriverContext): DeviceLine {
  return config.deviceInterface === 'modbusTCP' ? openModbus(config, context) : openHaas(config, context);
}

const notHeard = 'The control box of the device does not answer';
const silent = () => () => undefined;

/** The ports of the control box and the flange. */
export function openWiredLine({ openPorts }: DriverContext): DeviceLine {
  const ports = openPorts();
  return {
    async read({ ioPort }) {
      const levels = ports.levels();
      return levels ? { value: levels[ioPort] === 'high' ? 1 : 0 } : { lost: notHeard };
    },
    probe: async () => (ports.levels() ? undefined : notHeard),
    async send(outputs, signal) {
      if (!ports.levels()) return { kind: 'unreachable', message: notHeard };
      const actions = outputs.flatMap(({ ioPort, level, pulseSeconds }): OutputAction[] => {
        const ref = findPortByName(ioPort);
        if (ref?.kind !== 'Output' && ref?.kind !== 'Relay' && ref?.kind !== 'FlangeOutput') return [];
        return [{ kind: ref.kind, port: ref.port, level, ...(pulseSeconds > 0 ? { pulseSeconds } : {}) }];
      });
      const sent = await ports.setOutputs(actions, { signal });
      return sent.ok ? undefined : failureOf(sent.failure);
    },
    sendsTogether: true,
    onChange: (listener) => ports.onChange(listener),
    close: async () => ports.close(),
  };
}

function openModbus(config: LineConfig, { address, openModbus: open }: DriverContext): DeviceLine {
  const { unitID, timeoutMS } = config;
  const writeFunctions = writeFunctionsFrom(config);
  const modbus = open({ ...address, unitID, connectTimeoutMS: timeoutMS, timeoutMS, writeFunctions });
  return {
    async read({ type, offset, format, order }) {
      const answer = await readTable(modbus, type, offset, wordsOf(format));
      if (!answer.ok) {
        const { kind, message } = answer.failure;
        return kind === 'refused' ? { problem: message } : { lost: message };
      }
      const value = decodeRegisters(answer.value, format, namedOrders[order]);
      return value === undefined ? { problem: 'It is not a number. Check its format' } : { value: Number(value) };
    },
    async probe() {
      const answer = await modbus.readHoldingRegisters(0, 1);
      return answer.ok || answer.failure.kind === 'refused' ? undefined : answer.failure.message;
    },
    async send(outputs, signal) {
      for (const { type, offset, format, order, value } of outputs) {
        const words = encodeRegisters(value, format, namedOrders[order]) ?? [];
        const sent =
          type === 'coil'
            ? await modbus.writeCoil(offset, value !== 0, { signal })
            : await modbus.writeRegisters(offset, words, { signal });
        if (!sent.ok) return failureOf(sent.failure);
      }
      return undefined;
    },
    sendsTogether: false,
    onChange: silent,
    close: () => modbus.close(),
  };
}

function openHaas({ timeoutMS }: LineConfig, { address, openLines }: DriverContext): DeviceLine {
  const control = openHaasControl({ ...address, timeoutMS }, openLines);
  return {
    async read({ macroVariable }) {
      const answer = await control.readMacro(macroVariable);
      if (answer.ok) return { value: answer.value };
      const { kind, message } = answer.failure;
      if (kind === 'refused') return { problem: `The control has no macro variable ${macroVariable}` };
      return kind === 'busy' ? { problem: message } : { lost: message };
    },
    async probe() {
      const answer = await control.readSerialNumber();
      return answer.ok || answer.failure.kind === 'refused' ? undefined : answer.failure.message;
    },
    async send(outputs, signal, { mayRepeat } = {}) {
      for (const { macroVariable, value } of outputs) {
        const sent = await control.writeMacro(macroVariable, value, { signal, ...(mayRepeat && { mayRepeat }) });
        if (!sent.ok) return failureOf(sent.failure);
      }
      return undefined;
    },
    sendsTogether: false,
    onChange: silent,
    close: () => control.close(),
  };
}

export function failureOf({
  kind,
  wasSent,
  message,
}: {
  readonly kind: string;
  readonly wasSent: boolean;
  readonly message: string;
}): SendFailure {
  if (kind === 'aborted' || kind === 'stopped') return { kind: 'stopped', message };
  if (kind === 'refused' || (kind === 'busy' && !wasSent)) return { kind, message };
  return { kind: wasSent ? 'unknown' : 'unreachable', message };
}

/** Whether a value is the sensor's high level. On wires it is 1. */
export function levelOf({ highWhen, highValue }: SensorPlace, value: number, wired: boolean): IOLevel {
  const isHigh = wired || highWhen === 'notZero' ? value !== 0 : Math.abs(value - highValue) < 1e-6;
  return isHigh ? 'high' : 'low';
}
