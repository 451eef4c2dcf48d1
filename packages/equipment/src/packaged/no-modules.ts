import type { OpenStream, StreamResult } from '../transport/stream.ts';
import type { DeviceModules } from './device-modules.ts';

const problem = 'This process does not run packages';
const refused: StreamResult = { ok: false, message: problem };

/** Modules of a process that runs none. */
export const noModules: DeviceModules = { run: async () => problem };

/** Connections of a process that opens none for packages. */
export const noStream: OpenStream = () => ({
  send: async () => refused,
  receive: async () => refused,
  close: () => undefined,
});
