import type { RunnerStatus } from '@cellwright/client';
import { ProductError } from '@cellwright/domain/basics';
import type { ControlLoss } from '@cellwright/domain/robot';
import { cellErrors } from '../i18n/cell-errors.ts';
import { showError } from '../ui/toasts.ts';

type Known = Pick<RunnerStatus, 'state' | 'admission'>;

export interface ShownHolder {
  readonly name: string;
  readonly isMine: boolean;
  readonly isProgram: boolean;
  /** Its connection is lost. */
  readonly isLost: boolean;
}

/** Returns who controls the robot, including another connection of this client that has the lease. */
export function findHolder({ state, admission }: Known): ShownHolder | undefined {
  const { lease, control } = state ?? {};
  const holder = control?.holder;
  const name = lease?.holderName ?? holder?.name;
  if (name === undefined) return undefined;
  const isMine = lease ? lease.holderID === admission?.sessionID : holder?.clientID === admission?.clientID;
  return { name, isMine, isProgram: holder?.kind === 'program', isLost: holder?.isLost ?? false };
}

/** Returns the name of another holder. */
export function findOtherHolder(known: Known): string | undefined {
  const holder = findHolder(known);
  return holder?.isMine ? undefined : holder?.name;
}

/** Returns the loss of control that this client has not acknowledged yet. */
export function findLoss({ state, admission }: Known): ControlLoss | undefined {
  return state?.control?.losses.find(({ clientID }) => clientID === admission?.clientID);
}

type RefusalListener = (error: ProductError) => void;
const listeners = new Set<RefusalListener>();

/**
 * Calls the listener for commands that were refused because another client has control. Returns a function that
 * unsubscribes.
 */
export function onRefusedControl(listener: RefusalListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Shows the error of a refused command. If another client has control, a dialog asks whether to take over instead. */
export function showRefusal(error: unknown): void {
  const isAboutControl = error instanceof ProductError && error.code === 'api_control_required';
  if (isAboutControl && listeners.size > 0) for (const listener of listeners) listener(error);
  else showError(cellErrors.translate(error));
}
