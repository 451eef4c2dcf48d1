/** Modbus TCP server without sockets. */
export * from './answer-request.ts';
export * from './frames.ts';
export * from './register-bank.ts';
