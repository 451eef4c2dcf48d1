import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it, vi } from 'vitest';
import { createDrafts } from './drafts.ts';
import { createUnsavedList } from './unsaved-work.ts';

function start() {
  const clock = new VirtualClock();
  const list = createUnsavedList(clock);
  return {
    clock,
    list,
    devices: createDrafts<string>('device', { list }),
    code: createDrafts<number>('code', { list }),
  };
}

describe('Unsaved work', () => {
  it('lists the drafts of every form until they are dropped', () => {
    const { list, devices, code } = start();
    expect(list.isEmpty).toBe(true);
    devices.put('1', 'Gripper', 'draft');
    code.put('1', 'Count', 3);
    code.put('2', 'Count', 4);
    expect(list.names).toEqual(['Gripper', 'Count']);
    devices.drop('1');
    code.drop('1');
    expect(list.isEmpty).toBe(false);
    code.drop('2');
    expect(list.isEmpty).toBe(true);
    expect(code.all).toEqual([]);
  });

  it('settles when everything saves itself', async () => {
    const { list, devices } = start();
    devices.put('1', 'Gripper', 'draft', { save: async () => devices.drop('1') });
    await expect(list.settle(2000)).resolves.toBe(true);
  });

  it('stays unsaved when a save fails, and when saving needs a button', async () => {
    const { list, devices, code } = start();
    devices.put('1', 'Gripper', 'draft', { save: () => Promise.reject(new Error('conflict')) });
    await expect(list.settle(2000)).resolves.toBe(false);
    devices.drop('1');
    code.put('1', 'Count', 3);
    await expect(list.settle(2000)).resolves.toBe(false);
  });

  it('does not wait longer than the limit for a cell that does not answer', async () => {
    const { clock, list, devices } = start();
    devices.put('1', 'Gripper', 'draft', { save: () => new Promise(() => undefined) });
    const settled = list.settle(2000);
    await clock.advance(2000);
    await expect(settled).resolves.toBe(false);
  });

  it('discards every draft and calls its discard function', () => {
    const { list, devices } = start();
    const discard = vi.fn();
    devices.put('1', 'Gripper', 'draft', { discard });
    list.discardAll();
    expect(discard).toHaveBeenCalledOnce();
    expect(devices.get('1')).toBeUndefined();
    expect(list.isEmpty).toBe(true);
  });
});
