import type { Clock } from '@cellwright/domain/basics';
import { deviceMessages } from '@cellwright/domain/messages';
import { createDeferred } from '../framework/deferred.ts';
import type { LineFaults } from './modbus-in-memory.ts';
import {
  type CyclicBank,
  type CyclicDevice,
  notConnectedYet,
  type OpenScanner,
  reconnectMS,
  type ScannerTarget,
} from './scanner.ts';

/** Time of opening a connection on loopback, ms. */
const openMS = 2;
const sendMS = 1;
const noAnswer = 'The device did not answer';

/**
 * Creates cyclic connections without a socket: drivers reach the assemblies of simulated devices on a common clock.
 * Inputs take one interval, outputs a millisecond; nothing is sent between changes.
 * @param find returns the device at an address; undefined if nothing listens there
 * @param faultsOf returns the faults of its connection; undefined for none
 */
export function createScannerInMemory(
  clock: Clock,
  find: (target: ScannerTarget) => CyclicBank | undefined,
  faultsOf: (target: ScannerTarget) => LineFaults | undefined = () => undefined,
): OpenScanner {
  return (target) => {
    const listeners = new Set<() => void>();
    const known = createDeferred();
    let problem = notConnectedYet;
    let device: CyclicDevice | undefined;
    let inputs: Uint8Array | undefined;
    const tell = () => {
      known.resolve();
      for (const listener of listeners) listener();
    };
    const lose = (reason: string) => {
      device?.close();
      device = undefined;
      inputs = undefined;
      problem = reason;
      cancelConnect = clock.schedule(reconnectMS, connect);
      tell();
    };
    const connect = () => {
      const found = find(target);
      if (!found || faultsOf(target)?.silent) {
        lose(deviceMessages.noConnection(`${target.host}:${target.port}`));
        return;
      }
      const opened = found.open();
      device = opened;
      opened.onChange(() => void clock.schedule(target.scan.intervalMS, () => read(opened)));
      read(opened);
    };
    const read = (from: CyclicDevice) => {
      if (device !== from) return;
      inputs = from.readInputs();
      tell();
    };
    let cancelConnect = clock.schedule(openMS, connect);
    return {
      inputs() {
        if (device && faultsOf(target)?.silent)
          lose(target.registers ? noAnswer : 'The device no longer sends EtherNet/IP packets');
        return inputs;
      },
      problem: () => problem,
      whenKnown: () => known.promise,
      onChange(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      setOutputs(data) {
        const to = device;
        const sent = data.slice();
        clock.schedule(sendMS, () => {
          if (to === device) to?.take(sent);
        });
      },
      async close() {
        cancelConnect();
        known.resolve();
        device?.close();
        device = undefined;
      },
    };
  };
}
