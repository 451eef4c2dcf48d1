/**
 * The connection between a robot controller and its commander: the driver interface for the routine runner, the stop
 * table, and the protocol (length-prefixed protobuf over TCP) with its client. Protocol types stay inside: both sides
 * use commands, states and events of the product.
 */
export { CommandSender, Listeners } from './client/command-sender.ts';
export { type ConnectOptions, type ConnectResult, connectController } from './client/connect.ts';
export * from './commands.ts';
export * from './forces.ts';
export * from './mode-transitions.ts';
export * from './protocol-limits.ts';
export * from './refusals.ts';
export * from './robot-driver.ts';
export { type DecodedCommand, decodeCommand, encodeCommand } from './rpc/command-codec.ts';
export { FrameReader, type FrameResult, frameHeaderBytes, frameOf } from './rpc/framing.ts';
export { type LogPage, MessageEncoder } from './rpc/message-codec.ts';
export * from './stop-table.ts';
