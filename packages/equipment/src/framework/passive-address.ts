import type { NetworkAddress } from './contract.ts';

/** Of a device that nothing is connected to: its driver opens no connection. */
export const noAddress: NetworkAddress = { host: '127.0.0.1', port: 9 };
