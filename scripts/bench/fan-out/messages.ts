/** Type of a benchmark server: the product's sockets, or bare ones that send the same bytes. */
const serverNames = ['product', 'peer'] as const;
export type ServerName = (typeof serverNames)[number];
/** Message sent to every client. */
export type Kind = 'entityEvent' | 'frame';

/** Order to a server: send a number of messages, then report the cost. */
export interface Order {
  readonly count: number;
  readonly intervalMS: number;
}

/** A server's report about an order. */
export interface Cost {
  readonly cpuMS: number;
}

/** The clients' report on request: total number of received messages. */
export interface Received {
  readonly received: number;
}
