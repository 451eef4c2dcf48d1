import type { RunnerClient } from '@cellwright/client';
import { type Clock, createId, jogHeartbeatMS, type RunnerPayload, type RunnerResult } from '@cellwright/domain';

/** Heartbeats that may wait for their answer; beyond it the connection is too slow to hold an arm by. */
const maxOpenBeats = 3;
/** A robot that is still in a manual motion this long after the release is stopped, ms. */
const restWithinMS = 2000;
const lookAgainMS = 100;

/** The velocity of a jog, without the id of its command. */
export type JogVelocity =
  | Omit<Extract<RunnerPayload<'jog'>, { jogKind: 'joint' }>, 'commandID'>
  | Omit<Extract<RunnerPayload<'jog'>, { jogKind: 'cartesian' }>, 'commandID'>;

/** A move that goes on while it is held; the payload without what the hold adds. */
export type HeldMove =
  | {
      readonly kind: 'moveToJointSpacePoint';
      readonly payload: Pick<RunnerPayload<'moveToJointSpacePoint'>, 'jointAngles' | 'motionSpeed' | 'maxTooltipSpeed'>;
    }
  | {
      readonly kind: 'moveJointRelative';
      readonly payload: Pick<RunnerPayload<'moveJointRelative'>, 'joint' | 'offset' | 'maxJointSpeeds'>;
    }
  | {
      readonly kind: 'moveToolRelative';
      readonly payload: Pick<
        RunnerPayload<'moveToolRelative'>,
        'frame' | 'translation' | 'rotation' | 'maxTooltipSpeed'
      >;
    }
  | {
      readonly kind: 'returnToPausePosition';
      readonly payload: Pick<RunnerPayload<'returnToPausePosition'>, 'motionSpeed'>;
    };

export interface HeldMotionEvents {
  /** Why the arm stands although it is told to move; undefined when it moves. */
  onHeldBy(reason: string | undefined): void;
  /**
   * It is over: 'Success', 'Interrupted', or what went wrong. `reason` says why it was interrupted when neither a stop
   * nor a late heartbeat did it: the tool changed.
   */
  onEnd(result: string, reason?: string): void;
  onError(error: unknown): void;
}

type Runner = Pick<RunnerClient, 'send' | 'status'>;

/**
 * One motion by hand at a time: it goes on while it is held, and the robot hears of that every 100 ms. What the robot
 * ended because it heard too late is not started again, though the button may still be held: nobody expects the arm to
 * move by then, so it takes a new press. `onLate` of the press is told.
 */
export class HeldMotion {
  private readonly runner: Runner;
  private readonly clock: Clock;
  private readonly events: HeldMotionEvents;
  private active:
    | { readonly commandID: string; readonly isJog: boolean; openBeats: number; cancelTimer: () => void }
    | undefined;
  /** The last press: that it was late may be heard when it has been let go already. */
  private press: { readonly commandID: string; readonly onLate: () => void } | undefined;

  private cancelRestCheck = (): void => undefined;

  constructor(runner: Runner, clock: Clock, events: HeldMotionEvents) {
    this.runner = runner;
    this.clock = clock;
    this.events = events;
  }

  startJog(velocity: JogVelocity, onLate: () => void): void {
    const commandID = this.begin(true, onLate);
    const { epoch } = this;
    this.runner.send('jog', { ...velocity, commandID }, { epoch }).then(
      (answer) => this.hear(commandID, answer),
      (error: unknown) => this.fail(commandID, error),
    );
  }

  startMove({ kind, payload }: HeldMove, onLate: () => void): void {
    const commandID = this.begin(false, onLate);
    const held = { commandID, isHeld: true };
    const { epoch, runner } = this;
    const sent =
      kind === 'moveToJointSpacePoint'
        ? runner.send(kind, { ...payload, ...held }, { epoch })
        : kind === 'moveJointRelative'
          ? runner.send(kind, { ...payload, ...held }, { epoch })
          : kind === 'moveToolRelative'
            ? runner.send(kind, { ...payload, ...held }, { epoch })
            : runner.send(kind, { ...payload, ...held }, { epoch });
    sent.then(
      ({ result, message, isLate = false }) => {
        if (isLate) this.tellLate(commandID);
        this.finish(commandID, result, isLate ? undefined : message);
      },
      (error: unknown) => this.fail(commandID, error),
    );
  }

  /** Let go: no more heartbeats, and a word that nobody holds any more, so that it does not wait for silence. */
  end(): void {
    const { active } = this;
    if (!active) return;
    active.cancelTimer();
    this.active = undefined;
    this.events.onHeldBy(undefined);
    // Unheard, the robot ends it for want of heartbeats; what broke the connection is shown by the connection.
    this.runner.send('stopJog', { commandID: active.commandID }).catch(() => undefined);
    this.scheduleRestCheck(restWithinMS);
  }

  /** Stops the robot if it does not leave the manual motion; a new hold ends the wait. */
  private scheduleRestCheck(leftMS: number): void {
    this.cancelRestCheck();
    this.cancelRestCheck = this.clock.schedule(lookAgainMS, () => {
      const kind = this.runner.status.state?.kind;
      if (this.active || (kind !== 'RunningAdHocCommand' && kind !== 'Recovering')) return;
      if (leftMS <= lookAgainMS) this.stop();
      else this.scheduleRestCheck(leftMS - lookAgainMS);
    });
  }

  /** Not while a run is paused: the stop would end it. */
  private stop(): void {
    const { status } = this.runner.status.state?.run ?? {};
    if (status === 'running' || status === 'paused') return;
    // A stop that does not arrive is shown by the connection.
    this.runner.send('stop', {}).catch(() => undefined);
  }

  private get epoch(): number | undefined {
    return this.runner.status.state?.stopEpoch;
  }

  private begin(isJog: boolean, onLate: () => void): string {
    this.end();
    const commandID = createId('message');
    this.press = { commandID, onLate };
    this.active = { commandID, isJog, openBeats: 0, cancelTimer: () => undefined };
    this.scheduleBeat(commandID);
    return commandID;
  }

  private scheduleBeat(commandID: string): void {
    const { active } = this;
    if (active?.commandID !== commandID) return;
    active.cancelTimer = this.clock.schedule(jogHeartbeatMS, () => {
      this.beat(commandID);
      this.scheduleBeat(commandID);
    });
  }

  private beat(commandID: string): void {
    const { active } = this;
    if (active?.commandID !== commandID || active.openBeats >= maxOpenBeats) return;
    active.openBeats++;
    this.runner
      .send('holdHeartbeat', { commandID })
      .then(
        // A move tells by its result that it is over.
        (answer) => this.hear(commandID, active.isJog ? answer : { ...answer, isActive: true }),
        (error: unknown) => this.fail(commandID, error),
      )
      .finally(() => {
        active.openBeats--;
      });
  }

  private hear(commandID: string, { isActive, heldBy, isLate }: RunnerResult<'holdHeartbeat'>): void {
    if (isLate) this.tellLate(commandID);
    if (this.active?.commandID !== commandID) return;
    if (isActive) this.events.onHeldBy(heldBy);
    else this.finish(commandID, 'Interrupted');
  }

  private tellLate(commandID: string): void {
    const { press } = this;
    if (press?.commandID !== commandID) return;
    this.press = undefined;
    press.onLate();
  }

  private finish(commandID: string, result: string, reason?: string): void {
    if (this.active?.commandID !== commandID) return;
    this.active.cancelTimer();
    this.active = undefined;
    this.events.onHeldBy(undefined);
    if (result !== 'Success' && result !== 'Interrupted') this.stop();
    this.events.onEnd(result, reason);
  }

  private fail(commandID: string, error: unknown): void {
    if (this.active?.commandID !== commandID) return;
    this.active.cancelTimer();
    this.active = undefined;
    this.events.onHeldBy(undefined);
    this.events.onError(error);
  }
}
