/** EtherNet/IP adapter and scanner without sockets. */
export * from './adapter.ts';
export * from './answer-frame.ts';
export * from './cip/message.ts';
export * from './cip/path.ts';
export * from './connections/check-open.ts';
export * from './connections/connection.ts';
export * from './connections/connection-table.ts';
export * from './connections/forward-open.ts';
export * from './eds.ts';
export * from './objects/cell-device.ts';
export * from './objects/device.ts';
export * from './objects/object-table.ts';
export * from './scanner/scan-connection.ts';
export * from './wire/bytes.ts';
export * from './wire/cpf.ts';
export * from './wire/encapsulation.ts';
