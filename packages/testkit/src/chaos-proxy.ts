import { connect, createServer, type Server, type Socket } from 'node:net';

/** Treatment of the bytes in both directions, from now on. */
export interface ChaosSettings {
  /** Delay of each chunk, ms; order is kept. */
  readonly latencyMs: number;
  /** Maximum deviation of the delay per chunk, ms. */
  readonly jitterMs: number;
  /** Swallows everything: connections stay open and nothing arrives, as with a pulled cable. */
  readonly blackhole: boolean;
  /** Swallows one direction only: a half-open connection. */
  readonly halfOpen: 'toServer' | 'toClient' | undefined;
  /** Refuses new connections. */
  readonly refuse: boolean;
  /** Probability, per chunk, that its connection is reset instead. */
  readonly resetRate: number;
  /** Probability, per chunk, that it is lost (TCP never loses bytes; use it for peers that do). */
  readonly dropRate: number;
}

export const calm: ChaosSettings = {
  latencyMs: 0,
  jitterMs: 0,
  blackhole: false,
  halfOpen: undefined,
  refuse: false,
  resetRate: 0,
  dropRate: 0,
};

export interface ChaosProxyOptions {
  /** Port of the real server on 127.0.0.1. */
  readonly target: number;
  /** Returns numbers from 0 to 1, so that a run is reproducible. Default Math.random. */
  readonly random?: () => number;
}

type Direction = 'toServer' | 'toClient';

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/** A TCP proxy on loopback with configurable faults. Put it between a client and a server. */
export class ChaosProxy {
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  readonly #target: number;
  readonly #random: () => number;
  #settings = calm;
  #swallowed = 0;

  private constructor({ target, random = Math.random }: ChaosProxyOptions) {
    this.#target = target;
    this.#random = random;
    this.#server = createServer({ allowHalfOpen: true }, (client) => this.#accept(client));
  }

  static async start(options: ChaosProxyOptions): Promise<ChaosProxy> {
    const proxy = new ChaosProxy(options);
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once('error', reject);
      proxy.#server.listen(0, '127.0.0.1', resolve);
    });
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  /** Returns the number of open connections. */
  get connections(): number {
    return this.#pairs.size;
  }

  /** Returns the number of bytes received and not passed on. */
  get swallowedBytes(): number {
    return this.#swallowed;
  }

  /** Changes the given settings and keeps the others. */
  set(changes: Partial<ChaosSettings>): void {
    this.#settings = { ...this.#settings, ...changes };
  }

  /** Works without faults from now on; swallowed bytes stay lost. */
  heal(): void {
    this.#settings = calm;
  }

  /** Resets every connection (RST, not FIN). */
  resetAll(): void {
    for (const pair of [...this.#pairs]) reset(pair);
  }

  /** Ends every connection in order (FIN). */
  endAll(): void {
    for (const { client, server } of this.#pairs) {
      client.end();
      server.end();
    }
  }

  async stop(): Promise<void> {
    this.resetAll();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #accept(client: Socket): void {
    if (this.#settings.refuse) {
      client.resetAndDestroy();
      return;
    }
    const server = connect({ port: this.#target, host: '127.0.0.1', allowHalfOpen: true });
    const pair = { client, server };
    this.#pairs.add(pair);
    this.#pump(pair, client, server, 'toServer');
    this.#pump(pair, server, client, 'toClient');
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on('error', () => reset(pair));
      socket.on('close', () => {
        if (client.destroyed && server.destroyed) this.#pairs.delete(pair);
      });
    }
  }

  #pump(pair: Pair, from: Socket, to: Socket, direction: Direction): void {
    let lastAt = 0;
    // Each timer does the oldest work, so that a later chunk never overtakes, in whatever order timers fire.
    const waiting: (() => void)[] = [];
    const later = (work: () => void) => {
      const { latencyMs, jitterMs } = this.#settings;
      const jitter = jitterMs > 0 ? jitterMs * (2 * this.#random() - 1) : 0;
      const now = performance.now();
      lastAt = Math.max(lastAt, now + latencyMs + jitter);
      if (waiting.length === 0 && lastAt <= now) {
        work();
        return;
      }
      waiting.push(work);
      setTimeout(() => waiting.shift()?.(), lastAt - now);
    };
    from.on('data', (chunk) => {
      const fate = this.#decide(direction);
      if (fate === 'swallow') this.#swallowed += chunk.length;
      if (fate === 'reset') reset(pair);
      else if (fate === 'pass') later(() => this.#write(from, to, chunk));
    });
    from.on('end', () => {
      if (this.#decide(direction) === 'pass') later(() => to.end());
    });
  }

  #write(from: Socket, to: Socket, chunk: Buffer): void {
    if (to.destroyed) return;
    if (!to.write(chunk)) {
      // Backpressure is passed on, so that a slow reader slows the writer.
      from.pause();
      to.once('drain', () => from.resume());
    }
  }

  #decide(direction: Direction): 'pass' | 'swallow' | 'reset' {
    const { blackhole, halfOpen, resetRate, dropRate } = this.#settings;
    if (blackhole || halfOpen === direction) return 'swallow';
    if (resetRate > 0 && this.#random() < resetRate) return 'reset';
    return dropRate > 0 && this.#random() < dropRate ? 'swallow' : 'pass';
  }
}

function reset({ client, server }: Pair): void {
  client.resetAndDestroy();
  server.resetAndDestroy();
}
