/** What a server of the benchmark serves: the product's sockets, or bare ones that carry the same bytes. */
const serverNames = ['product', 'peer'] as const;
export type ServerName = (typeof serverNames)[number];
/** What is sent to every client. */
export type Kind = 'entityEvent' | 'frame';

/** To a server: send so often, then say what it cost. */
export interface Order {
  readonly count: number;
  readonly intervalMS: number;
}

/** From a server, about an order. */
export interface Cost {
  readonly cpuMS: number;
}

/** From the clients, when it is asked for: messages received, in all. */
export interface Received {
  readonly received: number;
}
