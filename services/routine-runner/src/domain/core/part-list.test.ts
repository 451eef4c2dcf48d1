import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { startCell } from '../testing/fake-cell.fixture.ts';
import { definePart, type PartContext } from './part.ts';
import { PartList } from './part-list.ts';
import { defineSlice } from './state-slice.ts';

const stop = { kind: 'stop', stop: { how: 'stop', by: null } } as const;

/** Returns a part that logs its calls. */
function spy(name: string, log: string[], stopOrder?: number) {
  return definePart({
    name,
    stopOrder,
    start: (_context: PartContext<unknown>) => void log.push(`start ${name}`),
    stop: () => void log.push(`stop ${name}`),
    close: () => void log.push(`close ${name}`),
  });
}

describe('PartList', () => {
  it('starts and closes parts in the order of the list, and stops them in their stop order', () => {
    const log: string[] = [];
    const list = new PartList([spy('late', log, 90), spy('usual', log), spy('early', log, 10)]);
    list.start(startCell().session.core, {});
    list.stop(stop);
    list.notify((part) => part.close());
    expect(log).toEqual([
      ...['start late', 'start usual', 'start early'],
      ...['stop early', 'stop usual', 'stop late'],
      ...['close late', 'close usual', 'close early'],
    ]);
  });

  it('stops every part even if one throws, and reports the error', () => {
    const log: string[] = [];
    const broken = definePart({
      name: 'broken',
      stopOrder: 1,
      start: (_context: PartContext<unknown>) => undefined,
      stop() {
        throw new Error('cannot stop');
      },
    });
    const list = new PartList([broken, spy('next', log)]);
    const errors: unknown[] = [];
    const { core } = startCell().session;
    list.start({ ...core, log: { ...core.log, error: (...error) => void errors.push(error) } }, {});
    list.stop(stop);
    expect(log).toEqual(['start next', 'stop next']);
    expect(errors).toEqual([['a part of the session failed to stop', { error: new Error('cannot stop') }]]);
  });

  it('calls every part even if one throws, and throws then', () => {
    const log: string[] = [];
    const broken = definePart({
      name: 'broken',
      start: (_context: PartContext<unknown>) => undefined,
      close() {
        throw new Error('cannot close');
      },
    });
    const list = new PartList([broken, spy('next', log)]);
    list.start(startCell().session.core, {});
    expect(() => list.notify((part) => part.close())).toThrow('cannot close');
    expect(log).toEqual(['start next', 'close next']);
  });

  it('names a part that is requested before it is started', () => {
    const later = definePart({ name: 'later', start: (_context: PartContext<unknown>) => 1 });
    const eager = definePart({ name: 'eager', start: ({ core }: PartContext<unknown>) => later.of(core) });
    const list = new PartList([eager, later]);
    expect(() => list.start(startCell().session.core, {})).toThrow(
      "The part 'later' is not started. List it before the parts that need it",
    );
  });

  it('refuses two parts with the same name', () => {
    expect(() => new PartList([spy('weld', []), spy('weld', [])])).toThrow(
      "Two parts of the session have the name 'weld'. Rename one",
    );
  });

  it('refuses two parts that answer the same message', () => {
    const part = (name: string) =>
      definePart({
        name,
        start: (_context: PartContext<unknown>) => undefined,
        messages: { controlHeartbeat: () => ({ ok: true, value: {} }) },
      });
    expect(() => new PartList([part('one'), part('other')])).toThrow("the message 'controlHeartbeat'");
  });
});

describe('defineSlice', () => {
  const slice = defineSlice('weld', z.object({ isArcOn: z.boolean() }), { isArcOn: false });

  it('keeps its initial state until it is set', () => {
    const { core } = startCell().session;
    expect(slice.get(core)).toEqual({ isArcOn: false });
    slice.set(core, { isArcOn: true });
    expect(slice.get(core)).toEqual({ isArcOn: true });
    expect(core.store.state.parts).toEqual({ weld: { isArcOn: true } });
  });

  it('refuses an initial state that does not match its schema', () => {
    expect(() => defineSlice('weld', z.object({ amps: z.number().max(300) }), { amps: 400 })).toThrow(z.ZodError);
  });
});
