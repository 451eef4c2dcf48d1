/** What the driver of a custom gripper needs of what reaches it: where to send it, and what its sensors say. */
import type { PortsFailure } from '../../transport/ports.ts';
import type { Place } from './plan.ts';

/** What each sensor says; one that the gripper has not is undefined. */
export interface Signals {
  readonly open?: boolean | undefined;
  readonly closed?: boolean | undefined;
  readonly part?: boolean | undefined;
}

export type SendResult = { readonly ok: true } | { readonly ok: false; readonly failure: PortsFailure };

/** No call rejects, and nothing is ever sent twice. */
export interface GripperLine {
  /** As last heard; undefined while the gripper is not. */
  signals(): Signals | undefined;
  /** Why it is not heard, for the operator. */
  problem(): string;
  /** Called after every change of what is heard; the returned function ends that. */
  onChange(listener: () => void): () => void;
  /** Tells it to open or to close, in one go. */
  send(place: Place, options: { readonly signal: AbortSignal }): Promise<SendResult>;
  close(): Promise<void>;
}
