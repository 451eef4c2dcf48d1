import { realTimeOf } from '@cellwright/domain/basics';
import { robotMessages } from '@cellwright/domain/messages';
import { type Answer, accepted, refuse } from '../answer.ts';
import { definePart, type PartContext } from '../core/part.ts';
import { emptyResult } from '../core/part-messages.ts';
import { checkMayMove, type SessionCore } from '../core/session-core.ts';
import { takeArmFromPausedRun } from './hand-motion.ts';

/** Time without renewal after which guided mode ends, ms. */
const guidedSilenceMS = 1000;

/** Guided mode (antigravity): the arm can be moved by hand while a client keeps renewing it. */
export class GuidedMode {
  private active: { readonly isSlow: boolean; lastSign: number; cancel: () => void } | undefined;
  private readonly core: SessionCore;

  constructor(core: SessionCore) {
    this.core = core;
  }

  /** Starts guided mode, always slow after a failure. */
  async start(wishedSlow: boolean): Promise<Answer> {
    const { core } = this;
    const isSlow = wishedSlow || core.machine.state === 'Failure';
    const mayMove = checkMayMove(core, 'robot_not_idle');
    if (!mayMove.ok) return mayMove;
    const fired = core.machine.fire(isSlow ? 'slowGuidedStarted' : 'guidedStarted');
    if (!fired.ok) return refuse('robot_not_idle', fired.reason);
    const active = { isSlow, lastSign: realTimeOf(core.clock).now(), cancel: () => undefined };
    this.active = active;
    if (!(await takeArmFromPausedRun(core))) {
      this.finish();
      return refuse('robot_not_idle', robotMessages.armNotStopped);
    }
    if (this.active !== active) return refuse('robot_not_idle', robotMessages.stopRequestedFirst);
    const answer = await this.renew(isSlow);
    if (!answer.ok) this.finish();
    else if (this.active === active) this.watch(guidedSilenceMS);
    return answer;
  }

  /** Renews guided mode as a sign that a user still guides the arm. */
  async validate(): Promise<Answer> {
    const { active } = this;
    if (!active) return refuse('robot_not_idle', robotMessages.guidedModeNotActive);
    active.lastSign = realTimeOf(this.core.clock).now();
    return this.renew(active.isSlow);
  }

  /** Ends guided mode; no effect when it is not active. */
  async stop(): Promise<Answer> {
    if (!this.active) return accepted;
    this.active.cancel();
    const answer = await this.core.arm.command((driver, epoch) => driver.setGuidedMode({ epoch, mode: 'off' }));
    await this.core.arm.waitForStandstill();
    this.finish();
    return answer;
  }

  /** Handles its end by the controller or the session. */
  finish(): void {
    if (!this.active) return;
    this.active.cancel();
    this.active = undefined;
    const { machine } = this.core;
    if (machine.state === 'Antigravity' || machine.state === 'AntigravitySlow') machine.fire('guidedEnded');
  }

  private renew(isSlow: boolean): Promise<Answer> {
    const mode = isSlow ? 'slow' : 'normal';
    return this.core.arm.command((driver, epoch) => driver.setGuidedMode({ epoch, mode }));
  }

  private watch(ms: number): void {
    const { active } = this;
    if (!active) return;
    const clock = realTimeOf(this.core.clock);
    active.cancel = clock.schedule(ms, () => {
      const remaining = active.lastSign + guidedSilenceMS - clock.now();
      if (this.active !== active) return;
      if (remaining > 0) this.watch(remaining);
      else void this.stop();
    });
  }
}

export const guidedPart = definePart({
  name: 'guided',
  stopOrder: 32,
  start: ({ core }: PartContext<unknown>) => new GuidedMode(core),
  stop: (guided) => guided.finish(),
  eventHappened(guided, { kind }) {
    if (kind === 'guidedModeEnded') guided.finish();
  },
  clientGone(guided, { isHolder }) {
    if (isHolder) void guided.stop();
  },
  messages: {
    startAntigravity: (guided, { isSlow }) => emptyResult(guided.start(isSlow)),
    validateGuidedMode: (guided) => emptyResult(guided.validate()),
    stopAntigravity: (guided) => emptyResult(guided.stop()),
  },
});
