// Messages between the processes of the state patch benchmark.
import { busSubjects } from '@cellwright/service-kit';

/** The two paths of a patch: through the product, and through a bare relay. */
export const wayNames = ['product', 'peer'] as const;
export type WayName = (typeof wayNames)[number];

/** First message to a process: the address of NATS, and for the gateway that of the runner. */
export interface Beginning {
  readonly natsURL: string;
  readonly runnerAddress: string;
}

/** A process's own address. */
export interface Address {
  readonly address: string;
}

/** The runner's time of sending the last patch, ns of the machine's monotonic clock. */
export interface Sent {
  readonly sentAt: string;
}

/** Separate subject of the relay: the product's gateway must not receive it. */
export const bareSubject = `bare.${busSubjects.robotPatch.of('simulated')}`;

/** Sends a message to the parent. @throws Error when this process was not forked by the benchmark. */
export function tell(message: Address | Sent): void {
  if (!process.send) throw new Error('This file is a part of scripts/bench/state-patch.ts, which starts it');
  process.send(message);
}

/** Resolves with the parent's first message. */
export function beginning(): Promise<Beginning> {
  return new Promise((resolve) => process.once('message', (message: Beginning) => resolve(message)));
}
