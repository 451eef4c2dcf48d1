import type { RobotFailure } from '@cellwright/domain/robot';
import { busSubjects } from '@cellwright/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ada, bob, type IdentityBench, startIdentityBench } from './testing/identity-bench.fixture.ts';

let bench: IdentityBench;
beforeAll(async () => {
  bench = await startIdentityBench();
});
afterAll(() => bench.stop());

const makeToast = async () => {
  const { document } = await bench.create('notifications', {
    kind: 'toast',
    robotID: 'robot_1',
    failureReason: 'Lost',
  });
  return document?.id ?? '';
};

describe('status of a notification', () => {
  it('changes for each user separately', async () => {
    const id = await makeToast();
    await bench.patch('notifications', id, { status: { user_ada: 'viewed' } }, ada);
    await bench.patch('notifications', id, { status: { user_bob: 'archived' } }, bob);
    await bench.patch('notifications', id, { status: { user_ada: 'dismissed' } }, ada);
    expect((await bench.get('notifications', id)).status).toEqual({ user_ada: 'dismissed', user_bob: 'archived' });
  });

  it('stays unchanged for others when a user removes its own, or sends the whole notification as received', async () => {
    const id = await makeToast();
    await bench.patch('notifications', id, { status: { user_bob: 'viewed' } }, bob);
    await bench.patch('notifications', id, { status: null }, ada);
    expect((await bench.get('notifications', id)).status).toEqual({ user_bob: 'viewed' });
  });

  it('cannot be set for another user, nor can other fields of the notification', async () => {
    const id = await makeToast();
    const forbidden = { code: 'forbidden' };
    await expect(bench.patch('notifications', id, { status: { user_bob: 'viewed' } }, ada)).rejects.toMatchObject(
      forbidden,
    );
    await expect(bench.patch('notifications', id, { failureReason: 'other' }, ada)).rejects.toMatchObject(forbidden);
  });

  it('does not appear in the audit log, because it is not a command', async () => {
    await bench.patch('notifications', await makeToast(), { status: { user_ada: 'viewed' } }, ada);
    await bench.patch('featureFlags', '1', { backups: true }, ada);
    await expect.poll(() => bench.list({ action: 'featureFlags.patch' })).toHaveLength(1);
    expect(await bench.list({ action: 'notifications.' })).toEqual([]);
  });
});

describe('settings of the cell', () => {
  it('exist from the first start on', async () => {
    expect(await bench.get('externalControlSettings', '1')).toMatchObject({
      isEnabled: false,
      isRobotIOEnabled: false,
    });
    expect(await bench.get('featureFlags', '1')).toMatchObject({ palletizing: false });
  });

  it('refuse an unknown flag by its name', async () => {
    await expect(bench.patch('featureFlags', '1', { hyperdrive: true })).rejects.toMatchObject({
      code: 'request_failed_validation',
      message: expect.stringContaining("no feature flag 'hyperdrive'"),
    });
  });
});

const find = async (kind: string) => {
  const query = { where: { kind: [kind] }, search: '', sort: ['-createdAt'], limit: 1000, offset: 0 };
  const queryJson = Buffer.from(JSON.stringify(query));
  const { items } = await bench.stored.findEntities({ entity: 'notifications', caller: ada, queryJson });
  return items.map(({ id }) => id);
};

describe('a toast of a client', () => {
  it('cannot have a status yet, which is named', async () => {
    const toast = { kind: 'toast', failureReason: 'x', status: { user_1: 'viewed' } };
    await expect(bench.create('notifications', toast)).rejects.toThrow(/'status'/);
  });
});

describe('external control', () => {
  const told = async () => {
    const ids = await find('externalControl');
    const all = await Promise.all(ids.map((id) => bench.get('notifications', id)));
    return all.map(({ failureReason }) => failureReason).sort();
  };

  it('causes one notification when it is switched on, changed and switched off, and none without a change', async () => {
    await bench.patch('externalControlSettings', '1', { isEnabled: true, isRobotIOEnabled: true }, ada);
    await bench.patch('externalControlSettings', '1', { isEnabled: true }, ada);
    await bench.patch('externalControlSettings', '1', { isRobotIOEnabled: false }, ada);
    await bench.patch('externalControlSettings', '1', { isEnabled: false }, ada);
    expect(await told()).toEqual([
      'Ada changed the settings of external control: isRobotIOEnabled',
      'Ada disabled external control',
      'Ada enabled external control. It has no effect yet: EtherNet/IP needs an address and its feature, Modbus and OPC UA an address, and ports of the robot are not used',
    ]);
  });

  it('reports a change of its feature, and that ports of the robot have no effect', async () => {
    const before = new Set(await told());
    const ioPorts = [{ direction: 'input', port: 9, meaning: 'play' }];
    const etherNetIPAdapter = { host: '127.0.0.1' };
    await bench.patch('externalControlSettings', '1', { isEnabled: true, etherNetIPAdapter }, ada);
    await bench.patch('featureFlags', '1', { etherNetIP: true });
    await bench.patch('externalControlSettings', '1', { isRobotIOEnabled: true, ioPorts }, ada);
    await bench.patch('externalControlSettings', '1', { isEnabled: false }, ada);
    await bench.patch('externalControlSettings', '1', { isEnabled: true }, ada);
    await bench.patch('featureFlags', '1', { etherNetIP: false });
    const cleared = { isEnabled: false, isRobotIOEnabled: false, ioPorts: [], etherNetIPAdapter: { host: '' } };
    await bench.patch('externalControlSettings', '1', cleared, ada);
    expect((await told()).filter((text) => !before.has(text))).toEqual([
      'Ada changed the settings of external control: isRobotIOEnabled, ioPorts. Ports of the robot have no effect yet',
      'Ada enabled external control. Ports of the robot have no effect yet',
      'External control has an effect now: the EtherNet/IP feature was enabled',
      'External control no longer has an effect: the EtherNet/IP feature was disabled',
    ]);
  });

  it('refuses isInForce from a client', async () => {
    await expect(
      bench.patch('externalControlSettings', '1', { isEnabled: true, isInForce: true }, ada),
    ).rejects.toMatchObject({ details: { problems: [{ fieldId: 'isInForce' }] } });
    expect(await bench.get('externalControlSettings', '1')).toMatchObject({ isInForce: false });
  });

  it('causes no notification of a refused change', async () => {
    const before = await told();
    const ports = { ioPorts: [{ direction: 'input', port: 999, meaning: 'play' }] };
    await expect(bench.patch('externalControlSettings', '1', ports, ada)).rejects.toThrow();
    expect(await told()).toEqual(before);
  });

  it('causes one notification when a program takes a robot, regardless of the number of deliveries', async () => {
    const taken = {
      id: 'notification_taken',
      at: '2026-05-01T00:00:00.000Z',
      robotKind: 'live' as const,
      byID: 'token_line',
      byName: 'Line 4',
    };
    for (const messageId of ['one', 'two'])
      await bench.bus.publish(busSubjects.programControl.subject, taken, { messageId });
    await expect.poll(() => find('externalControl')).toContain('notification_taken');
    expect(await bench.get('notifications', 'notification_taken')).toMatchObject({
      kind: 'externalControl',
      robotKind: 'live',
      failureReason: 'Line 4 took control of the live robot with a program (control mode api)',
      createdAt: '2026-05-01T00:00:00.000Z',
    });
  });
});

describe('question of a routine', () => {
  it('causes one notification, whatever the number of deliveries', async () => {
    const question = {
      id: 'notification_question',
      at: '2026-05-01T00:00:00.000Z',
      robotKind: 'simulated' as const,
      routineID: 'routine_1',
      stepID: 'step_1',
      message: 'Is the door closed?',
    };
    for (const messageId of ['first', 'second'])
      await bench.bus.publish(busSubjects.operatorQuestion.subject, question, { messageId });
    await expect.poll(() => find('waitForConfirmation')).toEqual(['notification_question']);
    expect(await bench.get('notifications', 'notification_question')).toMatchObject({
      kind: 'waitForConfirmation',
      robotKind: 'simulated',
      routineID: 'routine_1',
      stepID: 'step_1',
      failureReason: 'Is the door closed?',
    });
  });
});

describe('failure of a robot', () => {
  const failure = (id: string, at = '2026-05-01T00:00:00.000Z'): RobotFailure => ({
    id,
    at,
    robotKind: 'simulated',
    routineID: 'routine_1',
    failure: { kind: 'GripperFailure', reason: 'It does not answer', recoveryKind: 'Recoverable', stepID: 'step_1' },
  });
  it('causes one notification for deliveries minutes apart', async () => {
    for (const delivery of ['one', 'two', 'three']) {
      await bench.bus.publish(busSubjects.robotFailure.subject, failure('notification_a'), { messageId: delivery });
      await bench.clock.advance(5 * 60_000);
    }
    await bench.bus.publish(busSubjects.robotFailure.subject, failure('notification_b'), { messageId: 'four' });
    await expect.poll(() => find('robotFailure')).toContain('notification_b');
    expect((await find('robotFailure')).sort()).toEqual(['notification_a', 'notification_b']);
    expect(await bench.get('notifications', 'notification_a')).toMatchObject({
      kind: 'robotFailure',
      routineID: 'routine_1',
      stepID: 'step_1',
      failureKind: 'GripperFailure',
      failureReason: 'It does not answer',
      createdAt: '2026-05-01T00:00:00.000Z',
    });
  });

  it('disappears after thirty days', async () => {
    const now = bench.clock.wallNow().getTime();
    const at = (days: number) => new Date(now - days * 86_400_000).toISOString();
    await bench.bus.publish(busSubjects.robotFailure.subject, failure('notification_old', at(31)), {
      messageId: 'old',
    });
    await bench.bus.publish(busSubjects.robotFailure.subject, failure('notification_new', at(29)), {
      messageId: 'new',
    });
    await expect.poll(() => find('robotFailure')).toContain('notification_new');
    await bench.clock.advance(3_600_000);
    await expect.poll(() => find('robotFailure')).not.toContain('notification_old');
    expect(await find('robotFailure')).toContain('notification_new');
  });
});

describe('robot of a notification', () => {
  const findAbout = async (robotID: string) => {
    const query = { where: { robotID: [robotID] }, search: '', sort: ['-createdAt'], limit: 1000, offset: 0 };
    const queryJson = Buffer.from(JSON.stringify(query));
    const { items } = await bench.stored.findEntities({ entity: 'notifications', caller: ada, queryJson });
    return items.map(({ id }) => id);
  };
  const publishRobot = (id: 'live' | 'simulated', revision: number) =>
    bench.bus.publish(busSubjects.entity.of('robots'), {
      entity: 'robots',
      change: 'patched',
      ...{ id, version: 2, revision, at: '2026-05-01T00:00:00.000Z', by: { id: '', name: '' } },
      document: { id, robotID: 'robot_cell' },
    });
  const toast = async (about: object) => {
    const { document } = await bench.create('notifications', { kind: 'toast', failureReason: 'Lost', ...about });
    return document?.id ?? '';
  };

  it('becomes its id in stored ones with the context', async () => {
    const [byID, byKind] = [await toast({ robotID: 'simulated' }), await toast({ robotKind: 'live' })];
    expect(await findAbout('live')).toContain(byKind);
    await publishRobot('simulated', 1);
    await publishRobot('live', 2);
    await expect.poll(() => findAbout('robot_cell')).toEqual(expect.arrayContaining([byID, byKind]));
    expect(await findAbout('simulated')).toEqual([]);
    expect(await findAbout('live')).toEqual([]);
    expect(await bench.get('notifications', byID)).toMatchObject({ robotID: 'robot_cell', robotKind: 'simulated' });
  });

  it('becomes its id in new ones, regardless of the name that a client sent', async () => {
    for (const about of [{ robotID: 'live' }, { robotKind: 'live' }])
      expect(await bench.get('notifications', await toast(about))).toMatchObject({
        robotID: 'robot_cell',
        robotKind: 'live',
      });
    expect(await bench.get('notifications', await toast({ robotID: 'robot_other' }))).toMatchObject({
      robotID: 'robot_other',
    });
  });

  it('has its id in reports of a robot session', async () => {
    const taken = { id: 'notification_by_id', at: '2026-05-01T00:00:00.000Z', byID: 'token_1', byName: 'Line 4' };
    await bench.bus.publish(busSubjects.programControl.subject, { ...taken, robotKind: 'live', robotID: 'robot_cell' });
    await expect.poll(() => findAbout('robot_cell')).toContain('notification_by_id');
  });
});
