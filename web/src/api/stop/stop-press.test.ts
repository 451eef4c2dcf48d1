import type { StopWay } from '@cellwright/client';
import { ProductError } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it, vi } from 'vitest';
import { cellErrors } from '../../i18n/cell-errors.ts';
import { StopPress } from './stop-press.ts';

const never = () => new Promise<never>(() => undefined);
const confirm = async () => ({ stopEpoch: 2 });
const fail = async () => {
  throw new ProductError('unavailable', 'No cell answers');
};
const refuse = async () => {
  throw new ProductError('authorization_required', 'Sign in first');
};

function bench(answers: Record<RobotKind, StopWay['send']>) {
  const clock = new VirtualClock();
  const sent: string[] = [];
  const remembered: (number | null)[] = [];
  const press = new StopPress({
    robots: ['live', 'simulated'],
    waysOf: (robot) => [
      {
        send: () => {
          sent.push(`${robot} at ${clock.now()}`);
          return answers[robot]();
        },
      },
    ],
    clock,
    remember: (at) => remembered.push(at),
  });
  return { answers, clock, press, remembered, sent };
}

describe('StopPress', () => {
  it('sends the stop to every robot and shows no notice once all have confirmed it', async () => {
    const { clock, press, remembered, sent } = bench({ live: confirm, simulated: confirm });
    press.press();
    expect(press.state).toEqual({ kind: 'sent' });
    await clock.advance(5000);
    expect(press.state).toEqual({ kind: 'none' });
    expect(sent).toEqual(['live at 0', 'simulated at 0']);
    expect(remembered.at(-1)).toBeNull();
  });

  it('names the robot that did not confirm within 1.5 s, and continues sending', async () => {
    const { clock, press, sent } = bench({ live: never, simulated: confirm });
    press.press();
    await clock.advance(1499);
    expect(press.state).toEqual({ kind: 'sent' });
    await clock.advance(60_000);
    expect(press.state).toEqual({ kind: 'unreached', robots: ['live'], reason: undefined });
    expect(sent.length).toBeGreaterThan(100);
  });

  it('shows the notice with the reason immediately when every channel fails', async () => {
    const { clock, press } = bench({ live: fail, simulated: fail });
    press.press();
    await clock.advance(0);
    expect(press.state).toEqual({ kind: 'unreached', robots: ['live', 'simulated'], reason: 'No cell answers' });
  });

  it('shows the reason in the language of the page', async () => {
    const german = new ProductError('unavailable', 'Keine Zelle antwortet');
    const translate = vi.spyOn(cellErrors, 'translate').mockReturnValue(german);
    const { clock, press } = bench({ live: fail, simulated: confirm });
    press.press();
    await clock.advance(0);
    expect(press.state).toMatchObject({ kind: 'unreached', reason: 'Keine Zelle antwortet' });
    translate.mockRestore();
  });

  it('reaches a robot that is back after a minute, and shows the notice until it is acknowledged', async () => {
    const { answers, clock, press, remembered } = bench({ live: fail, simulated: fail });
    press.press();
    await clock.advance(60_000);
    answers.live = confirm;
    answers.simulated = confirm;
    await clock.advance(500);
    expect(press.state).toMatchObject({ kind: 'reachedLate' });
    expect(remembered.at(-1)).toBeNull();
    await clock.advance(600_000);
    expect(press.state.kind).toBe('reachedLate');
    press.acknowledge();
    expect(press.state).toEqual({ kind: 'none' });
  });

  it('ends when the notice is acknowledged', async () => {
    const { clock, press, sent } = bench({ live: fail, simulated: fail });
    press.press();
    await clock.advance(2000);
    press.acknowledge();
    const { length } = sent;
    await clock.advance(60_000);
    expect(sent).toHaveLength(length);
    expect(press.state).toEqual({ kind: 'none' });
  });

  it('stops repeating when the cell does not accept this browser', async () => {
    const { clock, press, sent } = bench({ live: refuse, simulated: refuse });
    press.press();
    await clock.advance(60_000);
    expect(press.state).toEqual({ kind: 'refused' });
    expect(sent).toHaveLength(2);
  });

  it('sends again immediately on a second press and restarts the timer', async () => {
    const { answers, clock, press, sent } = bench({ live: fail, simulated: fail });
    press.press();
    await clock.advance(10_250);
    const { length } = sent;
    press.press();
    expect(sent).toHaveLength(length + 2);
    expect(press.state.kind).toBe('unreached');
    answers.live = confirm;
    answers.simulated = confirm;
    await clock.advance(500);
    expect(press.state).toEqual({ kind: 'reachedLate', afterMS: 10_750 });
  });

  it('continues after the page is reloaded', async () => {
    const { clock, press, remembered } = bench({ live: fail, simulated: confirm });
    await clock.advance(8000);
    press.press(3000);
    await clock.advance(0);
    expect(press.state).toMatchObject({ kind: 'unreached', robots: ['live'] });
    expect(remembered).toEqual([3000]);
  });

  it('shows no alarm for a new press while the notice of an earlier one is still open', async () => {
    const { answers, clock, press } = bench({ live: fail, simulated: fail });
    press.press();
    await clock.advance(1000);
    answers.live = confirm;
    answers.simulated = confirm;
    await clock.advance(500);
    expect(press.state.kind).toBe('reachedLate');
    press.press();
    expect(press.state).toEqual({ kind: 'sent' });
    await clock.advance(0);
    expect(press.state).toEqual({ kind: 'none' });
  });
});
