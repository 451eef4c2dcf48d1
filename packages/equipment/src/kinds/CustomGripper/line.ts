/** Connection of the driver of a custom gripper: sends commands and reads its sensors. */
import type { PortsFailure } from '../../transport/ports.ts';
import type { Place } from './plan.ts';

/** Reading of each sensor; undefined for a sensor that the gripper does not have. */
export interface Signals {
  readonly open?: boolean | undefined;
  readonly closed?: boolean | undefined;
  readonly part?: boolean | undefined;
}

export type SendResult = { readonly ok: true } | { readonly ok: false; readonly failure: PortsFailure };

/** Connection of a gripper. No call rejects, and nothing is ever sent twice. */
export interface GripperLine {
  /** Returns the last readings; undefined while the gripper is unreachable. */
  signals(): Signals | undefined;
  /** Returns why it is unreachable, for the operator. */
  problem(): string;
  /** Called after every change of a reading; the returned function ends that. */
  onChange(listener: () => void): () => void;
  /** Commands it to open or to close, in one request. */
  send(place: Place, options: { readonly signal: AbortSignal }): Promise<SendResult>;
  close(): Promise<void>;
}
