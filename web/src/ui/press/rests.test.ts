import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Place, Rests, restMS, type Seen } from './rests.ts';

const here: Place = { left: 0, top: 0, right: 100, bottom: 60 };
const play = { meaning: 'play', place: here };

function watch(...looks: readonly [control: object, seen: Seen, at: number][]) {
  const rests = new Rests<object>();
  for (const [control, seen, at] of looks) rests.look([[control, seen]], at);
  return rests;
}

describe('A press', () => {
  const control = {};

  it('counts if its control has been in place for 700 ms', () => {
    const rests = watch([control, play, 0]);
    expect(rests.isMeant(control, restMS - 1)).toBe(false);
    expect(rests.isMeant(control, restMS)).toBe(true);
  });

  it('counts from 700 ms after a change of the meaning', () => {
    const rests = watch([control, { meaning: 'pause', place: here }, 0], [control, play, 5000]);
    expect(rests.isMeant(control, 5699)).toBe(false);
    expect(rests.isMeant(control, 5700)).toBe(true);
  });

  it('counts from 700 ms after the control was enabled', () => {
    const rests = watch([control, { meaning: undefined, place: here }, 0], [control, play, 5000]);
    expect(rests.isMeant(control, 5200)).toBe(false);
  });

  it('counts from 700 ms after the control moved, also in small steps', () => {
    const moved = (px: number) => ({ ...play, place: { ...here, left: px, right: 100 + px } });
    expect(watch([control, play, 0], [control, moved(2), 4000]).isMeant(control, 4001)).toBe(true);
    expect(watch([control, play, 0], [control, moved(2), 1000], [control, moved(4), 4000]).isMeant(control, 4001)).toBe(
      false,
    );
  });

  it('does not count on an unknown control, or one that reappeared', () => {
    const rests = watch([control, play, 0]);
    expect(rests.isMeant({}, 10_000)).toBe(false);
    rests.look([], 1000);
    rests.look([[control, play]], 2000);
    expect(rests.isMeant(control, 2100)).toBe(false);
  });
});

describe('Random changes of a screen', () => {
  const place = fc
    .record({ left: fc.nat(400), top: fc.nat(400) })
    .map(({ left, top }): Place => ({ left, top, right: left + 100, bottom: top + 60 }));
  const shown = fc.record({ meaning: fc.constantFrom('play', 'pause', 'recover', undefined), place });
  const screen = fc.dictionary(fc.constantFrom('a', 'b', 'c'), shown, { noNullPrototype: true });

  it('let no press reach a control that changed or moved within 700 ms', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ screen, stays: fc.nat(1500) }), { minLength: 1, maxLength: 12 }), (states) => {
        const controls = new Map(['a', 'b', 'c'].map((name) => [name, { name }]));
        const rests = new Rests<object>();
        const history: { at: number; screen: Record<string, Seen> }[] = [];
        let now = 0;
        for (const state of states) {
          history.push({ at: now, screen: state.screen });
          const all = Object.entries(state.screen).flatMap(([name, seen]) => {
            const control = controls.get(name);
            return control ? [[control, seen] as const] : [];
          });
          rests.look(all, now);
          now += state.stays;
          for (const [name, seen] of Object.entries(state.screen)) {
            const control = controls.get(name);
            if (!control || !rests.isMeant(control, now)) continue;
            const recent = history.filter(
              ({ at }, index) => (history[index + 1]?.at ?? now) > now - restMS && at <= now,
            );
            for (const { screen: then } of recent) {
              expect(then[name]?.meaning).toBe(seen.meaning);
              expect(Math.abs((then[name]?.place.left ?? Number.NaN) - seen.place.left)).toBeLessThan(8);
            }
          }
        }
      }),
    );
  });
});
