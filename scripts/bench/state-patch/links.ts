// What the processes of the state patch benchmark tell each other.
import { busSubjects } from '@cellwright/service-kit';

/** The two ways of a patch: through the product, and through a bare relay. */
export const wayNames = ['product', 'peer'] as const;
export type WayName = (typeof wayNames)[number];

/** To a process, once it runs: where NATS is, and for the gateway where the runner is. */
export interface Beginning {
  readonly natsURL: string;
  readonly runnerAddress: string;
}

/** From a process: where it serves. */
export interface Address {
  readonly address: string;
}

/** From the runner: when it sent the last patch, ns of the machine's monotonic clock. */
export interface Sent {
  readonly sentAt: string;
}

/** The relay's own subject: the product's gateway must not hear it. */
export const bareSubject = `bare.${busSubjects.robotPatch.of('simulated')}`;

/** Tells the parent. @throws when this process was not forked by the benchmark. */
export function tell(message: Address | Sent): void {
  if (!process.send) throw new Error('This file is a part of scripts/bench/state-patch.ts, which starts it');
  process.send(message);
}

/** The parent's first message. */
export function beginning(): Promise<Beginning> {
  return new Promise((resolve) => process.once('message', (message: Beginning) => resolve(message)));
}
