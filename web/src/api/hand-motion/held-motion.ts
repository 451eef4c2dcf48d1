import type { RunnerClient } from '@cellwright/client';
import { type Clock, createId } from '@cellwright/domain/basics';
import { jogHeartbeatMS } from '@cellwright/domain/robot';
import type { RunnerPayload, RunnerResult } from '@cellwright/domain/runner-socket';

/** Maximum of unanswered heartbeats; beyond it the connection is too slow to hold a motion. */
const maxOpenBeats = 3;
/** The robot is stopped if it is still in a manual motion this long after the release, ms. */
const restWithinMS = 2000;
const lookAgainMS = 100;

/** Velocity of a jog, without the id of its command. */
export type JogVelocity =
  | Omit<Extract<RunnerPayload<'jog'>, { jogKind: 'joint' }>, 'commandID'>
  | Omit<Extract<RunnerPayload<'jog'>, { jogKind: 'cartesian' }>, 'commandID'>;

/** Move that continues while it is held; the payload without the fields that holding adds. */
export type HeldMove =
  | {
      readonly kind: 'moveToJointSpacePoint';
      readonly payload: Pick<RunnerPayload<'moveToJointSpacePoint'>, 'jointAngles' | 'motionSpeed' | 'maxTooltipSpeed'>;
    }
  | {
      readonly kind: 'moveToCartesianSpacePose';
      readonly payload: Pick<
        RunnerPayload<'moveToCartesianSpacePose'>,
        'pose' | 'motionKind' | 'motionSpeed' | 'maxTooltipSpeed'
      >;
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
  /** Called with the reason why a commanded arm does not move; undefined when it moves. */
  onHeldBy(reason: string | undefined): void;
  /**
   * Called when the motion ends: 'Success', 'Interrupted', or the error. `reason` is set if neither a stop nor a late
   * heartbeat interrupted it, as when the tool changed.
   */
  onEnd(result: string, reason?: string): void;
  onError(error: unknown): void;
}

type Runner = Pick<RunnerClient, 'send' | 'status'>;

/**
 * Manual motion that continues while a button is held; one at a time. A heartbeat is sent every 100 ms. A motion that
 * the robot ended because a heartbeat was late does not start again while the button is still held, since the user no
 * longer expects the arm to move: it needs a new press. `onLate` of the press is called.
 */
export class HeldMotion {
  private readonly runner: Runner;
  private readonly clock: Clock;
  private readonly events: HeldMotionEvents;
  private active:
    | { readonly commandID: string; readonly isJog: boolean; openBeats: number; cancelTimer: () => void }
    | undefined;
  /** The last press; a late heartbeat may be reported after its release. */
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
      (answer) => this.handleAnswer(commandID, answer),
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
            : kind === 'moveToCartesianSpacePose'
              ? runner.send(kind, { ...payload, ...held }, { epoch })
              : runner.send(kind, { ...payload, ...held }, { epoch });
    sent.then(
      ({ result, message, isLate = false }) => {
        if (isLate) this.notifyLate(commandID);
        this.finish(commandID, result, isLate ? undefined : message);
      },
      (error: unknown) => this.fail(commandID, error),
    );
  }

  /** Ends the motion on release. Sends a stop, so that the robot does not wait for the heartbeat to time out. */
  end(): void {
    const { active } = this;
    if (!active) return;
    active.cancelTimer();
    this.active = undefined;
    this.events.onHeldBy(undefined);
    // If the message is lost, the robot stops for lack of heartbeats; the connection notice shows the lost connection.
    this.runner.send('stopJog', { commandID: active.commandID }).catch(() => undefined);
    this.scheduleRestCheck(restWithinMS);
  }

  /** Stops the robot if it does not leave the manual motion in time; a new hold cancels the wait. */
  private scheduleRestCheck(leftMS: number): void {
    this.cancelRestCheck();
    this.cancelRestCheck = this.clock.schedule(lookAgainMS, () => {
      const kind = this.runner.status.state?.kind;
      if (this.active || (kind !== 'RunningAdHocCommand' && kind !== 'Recovering')) return;
      if (leftMS <= lookAgainMS) this.stop();
      else this.scheduleRestCheck(leftMS - lookAgainMS);
    });
  }

  /** Stops the robot, except while a run is paused: the stop would end the run. */
  private stop(): void {
    const { status } = this.runner.status.state?.run ?? {};
    if (status === 'running' || status === 'paused') return;
    // The connection notice shows that the stop did not arrive.
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
        // The result of a move shows that it has ended.
        (answer) => this.handleAnswer(commandID, active.isJog ? answer : { ...answer, isActive: true }),
        (error: unknown) => this.fail(commandID, error),
      )
      .finally(() => {
        active.openBeats--;
      });
  }

  private handleAnswer(commandID: string, { isActive, heldBy, isLate }: RunnerResult<'holdHeartbeat'>): void {
    if (isLate) this.notifyLate(commandID);
    if (this.active?.commandID !== commandID) return;
    if (isActive) this.events.onHeldBy(heldBy);
    else this.finish(commandID, 'Interrupted');
  }

  private notifyLate(commandID: string): void {
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
