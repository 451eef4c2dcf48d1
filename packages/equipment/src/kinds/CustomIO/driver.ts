import { deviceMessages } from '@cellwright/domain/messages';
import { ioPortName } from '@cellwright/domain/robot';
import { createDeferred } from '../../framework/deferred.ts';
import type { DriverContext, DriverDefinition, EquipmentDriver } from '../../framework/driver.ts';
import { type CustomIOConfig, type CustomIOLiveState, customIOContract } from './contract.ts';

export const customIODriver: DriverDefinition<typeof customIOContract> = {
  contract: customIOContract,
  create: createCustomIODriver,
};

/** Takes no commands: it reports the levels of its ports under their names in this device. */
function createCustomIODriver(
  config: CustomIOConfig,
  { openPorts }: DriverContext,
): EquipmentDriver<CustomIOLiveState, never> {
  const transport = openPorts();
  const known = createDeferred();
  const listeners = new Set<(state: CustomIOLiveState) => void>();
  let endListening = () => {};
  let published = '';

  const state = (): CustomIOLiveState => {
    const heard = transport.levels();
    if (!heard) return { connected: false, status: 'error', error: deviceMessages.controlBoxSilent, levels: {} };
    const named = config.ports.map((port) => [port.name, heard[ioPortName(port)] ?? 'low'] as const);
    return { connected: true, status: 'idle', levels: Object.fromEntries(named) };
  };
  const follow = () => {
    if (transport.levels()) known.resolve();
    const now = state();
    const text = JSON.stringify(now);
    if (text === published) return;
    published = text;
    for (const listener of listeners) listener(now);
  };
  return {
    start() {
      endListening = transport.onChange(follow);
      follow();
    },
    state,
    whenKnown: () => known.promise,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stopMotion: () => Promise.resolve(),
    async close() {
      endListening();
      transport.close();
      listeners.clear();
      known.resolve();
    },
    capabilities: {},
  };
}
