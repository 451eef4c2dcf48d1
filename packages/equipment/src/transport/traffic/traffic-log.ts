import type { Clock } from '@cellwright/domain/basics';
import type { TrafficConnection, TrafficProtocol } from '@cellwright/domain/equipment';
import { SecretMask, spellSecrets } from './secret-mask.ts';
import type { Traffic, TrafficTap } from './traffic.ts';

/** Limits of what is stored of each device. Bytes beyond those of a frame are counted, not stored. */
export const trafficLimits = { connections: 6, framesPerConnection: 100, bytesPerFrame: 256 } as const;

interface Frame {
  readonly sequence: number;
  readonly at: Date;
  readonly direction: 'sent' | 'received';
  readonly size: number;
  readonly bytes: Buffer;
}

/** Numbers the connections and frames of all devices of the cell in order. */
export class TrafficRecorder {
  readonly #clock: Clock;
  #connections = 0;
  #frames = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param secrets passwords and tokens of the device, which are never stored */
  openLog(secrets: readonly string[] = []): TrafficLog {
    return new TrafficLog(spellSecrets(secrets), {
      now: () => this.#clock.wallNow(),
      nextConnection: () => ++this.#connections,
      nextFrame: () => ++this.#frames,
    });
  }
}

interface Numbering {
  now(): Date;
  nextConnection(): number;
  nextFrame(): number;
}

/** The newest connections of a device with their newest frames, within fixed limits. */
export class TrafficLog {
  readonly #secrets: readonly Buffer[];
  readonly #numbering: Numbering;
  readonly #recorders = new Map<TrafficProtocol, Traffic>();
  #connections: RecordedConnection[] = [];

  constructor(secrets: readonly Buffer[], numbering: Numbering) {
    this.#secrets = secrets;
    this.#numbering = numbering;
  }

  /** Returns the recorder for the transports of the device over a protocol, which is always the same one. */
  over(protocol: TrafficProtocol): Traffic {
    const known = this.#recorders.get(protocol);
    if (known) return known;
    const recorder: Traffic = {
      open: (address) => {
        const connection = new RecordedConnection(protocol, address, this.#secrets, this.#numbering);
        this.#connections = [...makeRoom(this.#connections), connection];
        return connection;
      },
    };
    this.#recorders.set(protocol, recorder);
    return recorder;
  }

  /** Returns all connections, oldest first, each with at most `maxFrames` of its newest frames. */
  read(maxFrames: number): TrafficConnection[] {
    return this.#connections.map((connection) => connection.describe(maxFrames));
  }
}

/** Drops a failed attempt before a connection with frames, and an open connection last. */
function makeRoom(connections: readonly RecordedConnection[]): readonly RecordedConnection[] {
  if (connections.length < trafficLimits.connections) return connections;
  const leaving =
    connections.find(({ isOpen, frameCount }) => !isOpen && frameCount === 0) ??
    connections.find(({ isOpen }) => !isOpen) ??
    connections[0];
  return connections.filter((connection) => connection !== leaving);
}

class RecordedConnection implements TrafficTap {
  frameCount = 0;
  readonly #number: number;
  readonly #protocol: TrafficProtocol;
  readonly #address: string;
  readonly #numbering: Numbering;
  readonly #openedAt: Date;
  readonly #masks: { readonly sent: SecretMask; readonly received: SecretMask };
  readonly #frames: Frame[] = [];
  #closedAt: Date | undefined;
  #problem: string | undefined;

  constructor(protocol: TrafficProtocol, address: string, secrets: readonly Buffer[], numbering: Numbering) {
    this.#protocol = protocol;
    this.#address = address;
    this.#numbering = numbering;
    this.#number = numbering.nextConnection();
    this.#openedAt = numbering.now();
    this.#masks = { sent: new SecretMask(secrets), received: new SecretMask(secrets) };
  }

  get isOpen(): boolean {
    return this.#closedAt === undefined;
  }

  sent(bytes: Uint8Array): void {
    this.#record('sent', bytes);
  }

  received(bytes: Uint8Array): void {
    this.#record('received', bytes);
  }

  end(problem?: string): void {
    this.#problem ??= problem;
    this.#closedAt ??= this.#numbering.now();
  }

  describe(maxFrames: number): TrafficConnection {
    return {
      number: this.#number,
      protocol: this.#protocol,
      address: this.#address,
      openedAt: this.#openedAt.toISOString(),
      closedAt: this.#closedAt?.toISOString() ?? null,
      problem: this.#problem ?? null,
      frameCount: this.frameCount,
      frames: this.#frames.slice(-maxFrames).map(({ at, bytes, ...frame }) => ({
        ...frame,
        at: at.toISOString(),
        hex: bytes.toString('hex'),
      })),
    };
  }

  #record(direction: Frame['direction'], chunk: Uint8Array): void {
    const bytes = this.#masks[direction].mask(chunk, trafficLimits.bytesPerFrame);
    const { nextFrame, now } = this.#numbering;
    this.#frames.push({ sequence: nextFrame(), at: now(), direction, size: chunk.length, bytes });
    this.frameCount += 1;
    if (this.#frames.length > trafficLimits.framesPerConnection) this.#frames.shift();
  }
}
