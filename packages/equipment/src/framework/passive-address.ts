import type { NetworkAddress } from './contract.ts';

/** Address of a device without a connection: its driver opens none. */
export const noAddress: NetworkAddress = { host: '127.0.0.1', port: 9 };
