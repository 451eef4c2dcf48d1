import type { DeviceAddress } from './contract.ts';

/** Of a device that nothing is connected to: its driver opens no connection. */
export const noAddress: DeviceAddress = { host: '127.0.0.1', port: 9 };
