import { type LineCommandBit, lineCommandBits } from '@cellwright/domain/robot';
import { answerRequest } from '@cellwright/modbus';
import { VirtualClock } from '@cellwright/testkit';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createModbusBank } from './modbus-bank.ts';
import { Ownership } from './ownership.ts';
import { WrittenCommands } from './written-commands.ts';

const watchdogMS = 1000;
let clock: VirtualClock;
let ownership: Ownership;
let sent: LineCommandBit[];
let losses: string[];
let commands: WrittenCommands;
let inputs: Uint8Array;
beforeEach(() => {
  clock = new VirtualClock();
  ownership = new Ownership(clock);
  sent = [];
  losses = [];
  inputs = Uint8Array.from({ length: 32 }, (_, index) => index);
  commands = new WrittenCommands({
    ...{ protocol: 'modbus', ownership, clock, watchdogMS },
    onCommand: (name) => void sent.push(name),
    onOwnerLost: (peer) => void losses.push(peer),
  });
});

const plc = { id: 1, peer: '10.0.0.9' };
const other = { id: 2, peer: '10.0.0.8' };
const bit = (name: LineCommandBit) => 2 ** lineCommandBits.indexOf(name);
const set = (client: typeof plc, ...names: LineCommandBit[]) =>
  commands.write(client, { Command: names.reduce((sum, name) => sum + bit(name), 0) });

describe('WrittenCommands', () => {
  it('makes the first client that writes the owner, and refuses others until that ends its ownership', () => {
    expect(commands.readOwner(plc)).toBe(0);
    expect(set(plc)).toBeUndefined();
    expect(ownership.owner).toMatchObject({ protocol: 'modbus', peer: '10.0.0.9' });
    expect([commands.readOwner(plc), commands.readOwner(other)]).toEqual([1, 2]);
    expect(set(other, 'Play')).toBe('busy');
    expect(commands.write(other, { Owner: 0 })).toBe('busy');
    expect(commands.write(plc, { Owner: 0 })).toBeUndefined();
    expect([ownership.owner, losses]).toEqual([null, []]);
    expect(set(other)).toBeUndefined();
  });

  it('reads a command when its bit rises, and nothing from bits that are set at first', () => {
    set(plc, 'Play', 'Reset');
    expect(sent).toEqual([]);
    set(plc);
    set(plc, 'Play');
    set(plc, 'Play');
    expect(sent).toEqual(['Play']);
  });

  it('starts nothing when a heartbeat comes before a Play that is already set', () => {
    commands.write(plc, { LineHeartbeat: 1 });
    set(plc, 'Play');
    expect(sent).toEqual([]);
    set(plc, 'Play', 'Stop');
    expect(sent).toEqual(['Stop']);
  });

  it('stops for a client that is not the owner, although its write is refused', () => {
    set(plc);
    expect(set(other, 'Stop', 'Play')).toBe('busy');
    expect([sent, commands.commandValue]).toEqual([['Stop'], 0]);
  });

  it('loses an owner that stops writing once, and zeroes its command', async () => {
    set(plc);
    set(plc, 'Play');
    await clock.advance(watchdogMS - 1);
    commands.write(plc, { LineHeartbeat: 7 });
    await clock.advance(watchdogMS - 1);
    expect(losses).toEqual([]);
    await clock.advance(1);
    expect([losses, commands.lossCount, ownership.owner]).toEqual([['10.0.0.9'], 1, null]);
    expect([...commands.image.slice(0, 4)]).toEqual([0, 0, 0, 0]);
    await clock.advance(10 * watchdogMS);
    expect(losses).toHaveLength(1);
    set(plc, 'Play');
    expect(sent).toEqual(['Play']);
  });

  it('lets a new connection of the same host continue when the old one is closed, but no other host', async () => {
    set(plc);
    const again = { id: 3, peer: plc.peer };
    expect(set(again)).toBe('busy');
    commands.endConnection(plc);
    expect(set(other, 'Play')).toBe('busy');
    expect(set(again, 'Play')).toBeUndefined();
    expect(sent).toEqual(['Play']);
    await clock.advance(watchdogMS);
    expect(losses).toEqual(['10.0.0.9']);
  });

  it('cannot be used while a scanner owns the cell, but for a Stop', () => {
    ownership.take('etherNetIP', '10.0.0.5');
    expect(commands.readOwner(plc)).toBe(2);
    expect([set(plc), set(plc, 'Stop')]).toEqual(['busy', 'busy']);
    expect([sent, ownership.owner?.protocol]).toEqual([['Stop'], 'etherNetIP']);
  });

  it('refuses commands that do not exist, and takes nothing of the request', () => {
    expect(commands.write(plc, { Command: 64, LineHeartbeat: 5 })).toBe('illegalValue');
    expect(commands.write(plc, { Owner: 2 })).toBe('illegalValue');
    expect([ownership.owner, [...commands.image.slice(0, 4)]]).toEqual([null, [0, 0, 0, 0]]);
  });
});

describe('createModbusBank', () => {
  const ask = (...request: number[]) => {
    const bank = createModbusBank({ client: plc, commands, readInputs: () => inputs });
    return [...answerRequest(Uint8Array.from(request), bank)];
  };

  it('shows the inputs in both tables of registers and as discrete inputs', () => {
    const [, , ...input] = ask(4, 0, 0, 0, 18);
    expect(input.slice(0, 12)).toEqual([0, 0, 0, 1, 0, 2, 0, 3, 5, 4, 7, 6]);
    expect(ask(3, 0, 100, 0, 18).slice(2)).toEqual(input);
    expect(ask(2, 0, 24, 0, 16)).toEqual([2, 2, 3, 4]);
  });

  it('takes commands from registers and coils, and shows them in both', () => {
    expect(ask(16, 0, 0, 0, 3, 6, 0, 0, 0x12, 0x34, 0, 1)).toEqual([16, 0, 0, 0, 3]);
    expect(ask(5, 0, 0, 0xff, 0)).toEqual([5, 0, 0, 0xff, 0]);
    expect(sent).toEqual(['Play']);
    expect(ask(3, 0, 0, 0, 3)).toEqual([3, 6, 0, 1, 0x12, 0x34, 0, 1]);
    expect(ask(15, 0, 0, 0, 2, 1, 0b10)).toEqual([15, 0, 0, 0, 2]);
    expect(ask(1, 0, 0, 0, 6)).toEqual([1, 1, 0b10]);
    expect(sent).toEqual(['Play', 'Pause']);
  });

  it.each([
    ['a register that only shows the state', [6, 0, 100, 0, 1], 2],
    ['a missing register', [6, 0, 3, 0, 1], 2],
    ['a command that does not exist', [6, 0, 0, 0, 64], 3],
    ['a missing coil', [5, 0, 6, 0xff, 0], 2],
    ['registers between the commands and the state', [3, 0, 2, 0, 2], 2],
    ['a missing input register', [4, 0, 18, 0, 1], 2],
    ['a missing discrete input', [2, 1, 0, 0, 1], 2],
  ])('refuses %s', (_, request, code) => {
    expect(ask(...request)).toEqual([(request[0] ?? 0) | 0x80, code]);
    expect([sent, ownership.owner]).toEqual([[], null]);
  });

  it('changes nothing by 10,000 random requests that it refuses', () => {
    const functionCode = fc.oneof(fc.constantFrom(1, 2, 3, 4, 5, 6, 15, 16, 23), fc.nat(255));
    fc.assert(
      fc.property(functionCode, fc.uint8Array({ maxLength: 40 }), (first, rest) => {
        const before = [[...commands.image], ownership.owner, sent.length];
        const [answered = 0] = ask(first, ...rest);
        if (answered >= 0x80) expect([[...commands.image], ownership.owner, sent.length]).toEqual(before);
        expect(commands.commandValue).toBeLessThan(64);
      }),
      { numRuns: 10_000 },
    );
  });
});
