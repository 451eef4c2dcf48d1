/**
 * The line between a robot controller and its commander: the driver interface that the routine runner codes against,
 * the stop table, and the protocol (length-prefixed protobuf over TCP) with its client.
 */
export * from './refusals.ts';
export * from './robot-driver.ts';
export * from './stop-table.ts';
