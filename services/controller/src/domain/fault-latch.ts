import { type CommandResult, refuse, type StopKind } from '@cellwright/controller-link';

type Refused = (CommandResult & { ok: false }) | undefined;

/**
 * Severity of the stops that keep the brakes engaged until they are acknowledged: the last two until the controller
 * restarts, the others until a reset.
 */
const ranks = { inputsDisagree: 1, emergencyStopInput: 2, powerBoard: 3, controlFault: 3 } as const;
type Latch = keyof typeof ranks;

/** Keeps the brakes engaged after a fault until it is reset. The most severe of several faults counts. */
export class FaultLatch {
  private latch: Latch | undefined;

  /** The stop that requires a reset. */
  get cause(): StopKind | undefined {
    return this.latch;
  }
  get isEStopped(): boolean {
    return this.latch === 'emergencyStopInput';
  }
  /** True if a safety input caused the stop. */
  get isSafety(): boolean {
    return this.isEStopped || this.latch === 'inputsDisagree';
  }

  /** Latches the stop if it requires a reset; most stops do not. */
  take(cause: StopKind): void {
    if (isLatched(cause) && (this.latch === undefined || ranks[cause] > ranks[this.latch])) this.latch = cause;
  }

  clear(): void {
    this.latch = undefined;
  }

  refuseMotion(): Refused {
    return this.isEStopped ? refuse('emergency_stopped', 'Release the emergency stop and recover') : undefined;
  }

  refuseRelease(): Refused {
    if (this.latch === 'inputsDisagree') return refuse('fault_remains', 'A pair of safety inputs disagreed. Recover');
    return this.refuseMotion() ?? this.refuseControlFault();
  }

  refuseControlFault(): Refused {
    if (this.latch !== 'controlFault' && this.latch !== 'powerBoard') return undefined;
    return refuse('fault_remains', 'The controller has a fault. Restart it');
  }
}

function isLatched(cause: StopKind): cause is Latch {
  return Object.hasOwn(ranks, cause);
}
