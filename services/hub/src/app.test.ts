import { rm } from 'node:fs/promises';
import { enrolBox, getBoxTimeline, labelBox, redeemEnrolmentCode, revokeBox } from '@cellwright/calls';
import { createKey } from '@cellwright/fleet';
import { lagFactor } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { useHub, waitUntil } from './testing/hub-bench.fixture.ts';

const hub = useHub();
let count = 0;

function nextSerial(): string {
  count += 1;
  return `b-${count}`;
}
const joinBox = (serial = nextSerial()) => hub.joinBox(serial);

describe('enrolment', () => {
  it('waits for the box until its code is redeemed, and shows it online after its first report', async () => {
    const serial = nextSerial();
    await hub.ask(enrolBox, { serial, alias: 'Press' });
    expect(await hub.findBox(serial)).toMatchObject({ alias: 'Press', status: 'awaitingSetup', enrolledAt: null });
    const box = await joinBox(serial);
    await box.send(box.report());
    expect(await hub.findBox(serial)).toMatchObject({
      ...{ alias: 'Press', status: 'online', codeExpiresAt: null },
      state: { software: { buildID: '1.0.0' } },
    });
  });

  it('accepts a code once, for its serial number, in any case and with any separators', async () => {
    const [serial, other] = [nextSerial(), nextSerial()];
    const { code } = await hub.ask(enrolBox, { serial });
    await hub.ask(enrolBox, { serial: other });
    const redeem = (wanted: string, text: string) =>
      hub.ask(redeemEnrolmentCode, { serial: wanted, code: text, userKey: createKey('user').publicKey });
    await expect(redeem(other, code)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(redeem('unknown', code)).rejects.toMatchObject({ code: 'forbidden' });
    await redeem(serial, code.toLowerCase().replaceAll('-', ' '));
    await expect(redeem(serial, code)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('refuses a code after ten minutes, and one that was replaced', async () => {
    const serial = nextSerial();
    const userKey = createKey('user').publicKey;
    const first = await hub.ask(enrolBox, { serial });
    const second = await hub.ask(enrolBox, { serial });
    await expect(hub.ask(redeemEnrolmentCode, { serial, code: first.code, userKey })).rejects.toMatchObject({
      code: 'forbidden',
    });
    hub.bench.passTime(10 * 60_000);
    await expect(hub.ask(redeemEnrolmentCode, { serial, code: second.code, userKey })).rejects.toThrow(
      'has expired. Create a new code on the hub',
    );
    expect(await hub.findBox(serial)).toMatchObject({ codeExpiresAt: null });
  });

  it('does not close the connections of other boxes', async () => {
    const before = await joinBox();
    let drops = 0;
    void (async () => {
      for await (const { type } of before.nats.status()) if (type === 'disconnect') drops += 1;
    })();
    for (let each = 0; each < 10; each += 1) await joinBox();
    await before.send(before.report());
    expect(drops).toBe(0);
  });

  it('records who enrolled, labelled and revoked a box', async () => {
    const { id } = await joinBox();
    await hub.ask(labelBox, { id, alias: 'Press 2', tags: ['berlin'] });
    await hub.ask(revokeBox, { id });
    // Entries of the other tests may still arrive before these.
    const newest = () => hub.bench.audited.slice(-2).map(({ action }) => action);
    await waitUntil(() => newest().join() === 'fleet.labelBox,fleet.revokeBox', 'both entries are published');
  });
});

describe('a report', () => {
  it('changes the hub once, however often it arrives', async () => {
    const box = await joinBox();
    const fact = { id: 'fact_1', kind: 'robotFailed', at: '2026-01-01T00:00:00.000Z', text: 'Collision' } as const;
    const report = box.report({ facts: [fact] });
    await box.send(report);
    await box.send(report);
    const { items } = await hub.ask(getBoxTimeline, { id: box.id });
    expect(items).toMatchObject([fact]);
  });

  it('does not replace a newer state when it is late', async () => {
    const box = await joinBox();
    const late = box.report({}, { buildID: 'old' });
    await box.send(box.report({}, { buildID: 'new' }));
    await box.send(late);
    expect(await hub.findBox(box.serial)).toMatchObject({ state: { software: { buildID: 'new' } } });
    await box.send({ ...late, sessionID: 'session_2', sequence: 0 });
    expect(await hub.findBox(box.serial)).toMatchObject({ state: { software: { buildID: 'old' } } });
  });

  it('cannot be sent as another box', async () => {
    const [box, other] = [await joinBox(), await joinBox()];
    await other.send(other.report());
    const subject = `cells.${other.account}.event.report`;
    await expect(
      box.nats.request(subject, JSON.stringify(box.report({}, { buildID: 'forged' })), { timeout: 500 }),
    ).rejects.toThrow();
    expect(await hub.findBox(other.serial)).toMatchObject({ state: { software: { buildID: '1.0.0' } } });
  });

  it('gets no response if the hub cannot read it', async () => {
    const box = await joinBox();
    await expect(box.nats.request('event.report', '{"state":{}}', { timeout: 300 })).rejects.toThrow();
    await box.send(box.report());
  });

  it('keeps a box online until three are missing', async () => {
    const box = await joinBox();
    await box.send(box.report());
    hub.bench.passTime(34_000);
    expect(await hub.findBox(box.serial)).toMatchObject({ status: 'online' });
    hub.bench.passTime(2000);
    expect(await hub.findBox(box.serial)).toMatchObject({ status: 'offline' });
  });

  it('does not have to be missing for a box whose connection has ended', async () => {
    const box = await joinBox();
    await box.send(box.report());
    await box.close();
    await waitUntil(async () => (await hub.findBox(box.serial))?.status === 'offline', 'the box is offline');
  });
});

describe('revocation', () => {
  it('cuts the live connection within a second, and leaves the others', async () => {
    const [stolen, other] = [await joinBox(), await joinBox()];
    await stolen.send(stolen.report());
    const cut = (async () => {
      for await (const { type } of stolen.nats.status()) if (type === 'disconnect') return performance.now();
      return Number.POSITIVE_INFINITY;
    })();
    const from = performance.now();
    expect(await hub.ask(revokeBox, { id: stolen.id })).toMatchObject({ status: 'revoked' });
    expect((await cut) - from).toBeLessThan(1000 * lagFactor());
    await other.send(other.report());
    await expect(hub.connect(stolen).then((again) => again.send(again.report()))).rejects.toThrow();
  });

  it('ends with a new code, which gives the box new keys', async () => {
    const former = await joinBox();
    await hub.ask(revokeBox, { id: former.id });
    const again = await joinBox(former.serial);
    expect(again.id).toBe(former.id);
    expect(again.account).not.toBe(former.account);
    await again.send(again.report());
    expect(await hub.findBox(former.serial)).toMatchObject({ status: 'online' });
  });

  it('follows for the previous keys when a box joins again', async () => {
    const former = await joinBox();
    await joinBox(former.serial);
    await expect(former.nats.request('event.report', '{}', { timeout: 500 })).rejects.toThrow();
  });
});

describe('the fleet', () => {
  it('continues with connected boxes after a restart of the hub', async () => {
    const box = await joinBox();
    await hub.stop();
    await expect(box.send(box.report(), 1000)).rejects.toThrow();
    await hub.start();
    await box.send(box.report());
    expect(await hub.findBox(box.serial)).toMatchObject({ status: 'online' });
  });

  it('returns after NATS has lost its accounts, without revoked boxes', async () => {
    const [box, revoked] = [await joinBox(), await joinBox()];
    await hub.ask(revokeBox, { id: revoked.id });
    await hub.bench.nats.kill();
    await rm(hub.bench.accounts, { recursive: true, force: true });
    await hub.bench.nats.restart();
    const report = box.report();
    await waitUntil(
      () =>
        box.send(report, 3000).then(
          () => true,
          () => false,
        ),
      'the box has reported',
    );
    await expect(revoked.send(revoked.report(), 3000)).rejects.toThrow();
  });
});
