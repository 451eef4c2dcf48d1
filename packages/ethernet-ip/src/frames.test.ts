import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { services, writeRequest } from './cip/message.ts';
import { writePath } from './cip/path.ts';
import { writeForwardOpen, writeUnconnectedSend } from './connections/forward-open.ts';
import { createBench, createOpen, createPeer, cyclic, frame, replyIn, rrData } from './testing.fixture.ts';
import { ByteReader, ByteWriter } from './wire/bytes.ts';
import { itemTypes, readItems, writeItems } from './wire/cpf.ts';
import { encapsulationCommands as commands } from './wire/encapsulation.ts';

const register = frame(commands.registerSession, Uint8Array.of(1, 0, 0, 0));
const at = (classID: number, attributeID?: number, instanceID = 1) =>
  writePath({ classID, instanceID, ...(attributeID === undefined ? {} : { attributeID }), connectionPoints: [] });

function createSession() {
  const bench = createBench();
  const peer = createPeer();
  const session = bench.answerer.answer(register, peer).frame?.session ?? 0;
  const ask = (message: Uint8Array) => replyIn(bench.answerer.answer(rrData(message, session), peer).frame);
  return { ...bench, peer, session, ask };
}

describe('encapsulation session', () => {
  it('registers once, admits messages, and ends', () => {
    const { answerer, peer, session, adapter } = createSession();
    expect(session).toBeGreaterThan(0);
    expect(answerer.answer(register, peer).frame?.status).toBe(1);
    const foreign = rrData(writeRequest(services.getAttributesAll, at(1)), session + 1);
    expect(answerer.answer(foreign, peer).frame?.status).toBe(0x64);
    expect(answerer.answer(frame(commands.unregisterSession, undefined, session), peer)).toEqual({ isEnd: true });
    expect([peer.session, adapter.table.all]).toEqual([0, []]);
  });

  it('needs version 1', () => {
    const { answerer } = createBench();
    const old = frame(commands.registerSession, Uint8Array.of(2, 0, 0, 0));
    expect(answerer.answer(old, createPeer()).frame).toMatchObject({ status: 0x69, data: Uint8Array.of(1, 0, 0, 0) });
  });

  it('refuses datagrams, which may list identity and services', () => {
    const { answerer } = createBench();
    const peer = createPeer(true);
    expect(answerer.answer(register, peer).frame?.status).toBe(1);
    const [identity] =
      readItems(answerer.answer(frame(commands.listIdentity), peer).frame?.data ?? new Uint8Array()) ?? [];
    expect(identity?.type).toBe(itemTypes.identity);
    expect(new TextDecoder().decode(identity?.data.slice(33, -1))).toBe('\tTest cell'.slice(1));
    const [listed] =
      readItems(answerer.answer(frame(commands.listServices), peer).frame?.data ?? new Uint8Array()) ?? [];
    expect(new TextDecoder().decode(listed?.data.slice(4, 18))).toBe('Communications');
  });
});

describe('objects of the adapter', () => {
  it.each([
    ['identity', 0x01, [1, 2, 3, 4, 5, 6, 7]],
    ['TCP/IP', 0xf5, [1, 2, 3, 4, 5, 6, 8, 9, 13]],
    ['Ethernet link', 0xf6, [1, 2, 3]],
    ['QoS', 0x48, [4, 5]],
  ])('return the attributes of %s, and refuse others', (_, classID, attributes) => {
    const { ask } = createSession();
    for (const id of attributes)
      expect(ask(writeRequest(services.getAttributeSingle, at(classID, id)))?.status).toBe(0);
    expect(ask(writeRequest(services.getAttributeSingle, at(classID, 99)))?.status).toBe(0x14);
    const change = writeRequest(services.setAttributeSingle, at(classID, attributes[0]), Uint8Array.of(1));
    expect(ask(change)?.status).toBe(0x0e);
  });

  it('return all attributes and a list, with the status of each', () => {
    const { ask } = createSession();
    const all = ask(writeRequest(services.getAttributesAll, at(1)));
    expect([all?.data.length, all?.data[0], all?.data[1]]).toEqual([2 + 2 + 2 + 2 + 2 + 4 + 10, 1234 % 256, 4]);
    const list = ask(writeRequest(services.getAttributeList, at(1), Uint8Array.of(2, 0, 1, 0, 99, 0)));
    expect([list?.status, [...(list?.data ?? [])]]).toEqual([0x0a, [2, 0, 1, 0, 0, 0, 210, 4, 99, 0, 0x14, 0]]);
  });

  it('refuse an unknown class, instance, service and segment', () => {
    const { ask } = createSession();
    expect(ask(writeRequest(services.getAttributesAll, at(0x99)))?.status).toBe(0x05);
    expect(ask(writeRequest(services.getAttributeSingle, at(4, 3, 99)))?.status).toBe(0x05);
    expect(ask(writeRequest(0x4c, at(1)))?.status).toBe(0x08);
    expect(ask(writeRequest(services.getAttributesAll, Uint8Array.of(0x91, 2, 65, 66)))?.status).toBe(0x04);
  });

  it('return and accept assemblies of the right size while no scanner owns them', () => {
    const { ask, images, open } = createSession();
    const write = (length: number, instance = 150) =>
      ask(writeRequest(services.setAttributeSingle, at(4, 3, instance), new Uint8Array(length).fill(4)))?.status;
    expect([write(31), write(33), write(32), write(32, 100)]).toEqual([0x13, 0x15, 0, 0x0e]);
    expect(images).toMatchObject([{ isExplicit: true, isRun: true }]);
    expect(ask(writeRequest(services.getAttributeSingle, at(4, 4, 100)))?.data).toEqual(Uint8Array.of(32, 0));
    open();
    expect(write(32)).toBe(0x0c);
  });

  it('reset the connections, but not those of an owner', () => {
    const { ask, open, adapter } = createSession();
    const reset = writeRequest(services.reset, at(1));
    const heartbeat = { consumed: cyclic(20_000, 2) };
    open({ path: { classID: 4, instanceID: 151, connectionPoints: [152, 100] }, ...heartbeat });
    expect([ask(reset)?.status, adapter.table.all]).toEqual([0, []]);
    open();
    expect([ask(reset)?.status, adapter.table.all.length]).toEqual([0x0c, 1]);
  });

  it('answer a message that is wrapped in an unconnected send, once', () => {
    const { ask } = createSession();
    const inner = writeRequest(services.getAttributeSingle, at(1, 7));
    const wrapped = writeRequest(services.unconnectedSend, at(6), writeUnconnectedSend(inner, Uint8Array.of(1, 0)));
    expect(ask(wrapped)).toMatchObject({ service: 0x8e, status: 0 });
    const twice = writeRequest(services.unconnectedSend, at(6), writeUnconnectedSend(wrapped, Uint8Array.of(1, 0)));
    expect(ask(twice)).toMatchObject({ service: 0xd2, status: 0x08 });
  });

  it('answer over a connection of class 3, which ends with its session', () => {
    const { answerer, ask, peer, session, adapter } = createSession();
    const router = { classID: 2, instanceID: 1, connectionPoints: [] };
    const opened = ask(
      writeRequest(services.forwardOpen, at(6), writeForwardOpen(createOpen({ path: router, transport: 0xa3 }))),
    );
    const id = new ByteReader(opened?.data ?? new Uint8Array()).u32();
    const address = { type: itemTypes.connectedAddress, data: new ByteWriter().u32(id).finish() };
    const message = writeRequest(services.getAttributeSingle, at(1, 1));
    const content = { type: itemTypes.connectedData, data: new ByteWriter().u16(7).raw(message).finish() };
    const data = new ByteWriter()
      .u32(0)
      .u16(0)
      .raw(writeItems([address, content]))
      .finish();
    const answer = answerer.answer(frame(commands.sendUnitData, data, session), peer).frame;
    const [, item] = readItems(answer?.data.slice(6) ?? new Uint8Array()) ?? [];
    expect([...(item?.data ?? [])]).toEqual([7, 0, 0x8e, 0, 0, 0, 210, 4]);
    answerer.end(peer);
    expect(adapter.table.all).toEqual([]);
  });
});

describe('random frames', () => {
  const anyBytes = fc.uint8Array({ maxLength: 120 });
  const knownCommand = fc.constantFrom(...Object.values(commands));
  const service = fc.constantFrom(...Object.values(services), 0, 0x7f);
  /** Messages to other classes than the assembly and the connection manager, which may be commanded. */
  const message = fc
    .tuple(service, fc.constantFrom(1, 2, 0x48, 0xf5, 0xf6, 0x99), fc.nat(3), fc.nat(16), anyBytes)
    .filter(([code, classID]) => !(code === services.reset && classID === 1))
    .map(([code, classID, instance, attribute, data]) => writeRequest(code, at(classID, attribute, instance), data));

  it('never throw and change nothing, on TCP, as datagrams and as cyclic packets', () => {
    const { answerer, adapter, images, peer, session, open } = createSession();
    const { consumedID } = open();
    const stateNow = () => `${adapter.table.all.length} ${adapter.outputImage} ${images.length} ${peer.session}`;
    const before = stateNow();
    const datagram = createPeer(true);
    fc.assert(
      fc.property(fc.oneof(knownCommand, fc.nat(0xffff)), anyBytes, message, (command, data, request) => {
        if (command !== commands.unregisterSession) answerer.answer(frame(command, data, session), peer);
        answerer.answer(frame(command, data, session), datagram);
        answerer.answer(rrData(request, session), peer);
        answerer.answer(rrData(data, session), peer);
        adapter.receive(data, '10.0.0.9');
        adapter.receive(
          Uint8Array.of(2, 0, 2, 0x80, 8, 0, ...new ByteWriter().u32(consumedID).finish(), ...data),
          '10.0.0.9',
        );
        if (stateNow() !== before) expect(stateNow()).toBe(before);
      }),
      { numRuns: 10_000 },
    );
  });
});
