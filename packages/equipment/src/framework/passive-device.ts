/** A device without a connection of its own: a base, a mounting. It is present as long as it is enabled. */
import { createServer } from 'node:net';
import type { EquipmentLiveState } from '@cellwright/domain/equipment';
import type { EquipmentDriver } from './driver.ts';
import { type EquipmentSim, noFaults } from './sim.ts';

const present: EquipmentLiveState = { connected: true, status: 'idle' };

export function createPassiveDriver(): EquipmentDriver<EquipmentLiveState, never> {
  return {
    start: () => undefined,
    state: () => present,
    whenKnown: () => Promise.resolve(),
    onChange: () => () => undefined,
    stopMotion: () => Promise.resolve(),
    close: () => Promise.resolve(),
    capabilities: {},
  };
}

/** Occupies the port in the record but sends nothing. */
export function createPassiveSim(): EquipmentSim<never> {
  const server = createServer((socket) => socket.destroy());
  return {
    start: (port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => {
          const address = server.address();
          resolve(typeof address === 'object' && address ? address.port : port);
        });
      }),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
    dropConnections: () => undefined,
    faults: { ...noFaults },
    simulated: {},
  };
}
