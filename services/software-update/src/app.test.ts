import { createServer } from 'node:http';
import {
  acknowledgeSoftwareWarning,
  type CallDefinition,
  cancelSoftwareInstall,
  checkForBuilds,
  createBackup,
  getSoftware,
  getUpdateSettings,
  joinFleet,
  leaveFleet,
  listBackups,
  listStickBuilds,
  requestSoftwareInstall,
  setUpdateSettings,
} from '@cellwright/calls';
import type { CallInput } from '@cellwright/service-kit/calls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestBox, firstBuildID, type TestBox } from './testing/box.fixture.ts';
import { type FakeRobot, startSoftwareBench } from './testing/software-bench.fixture.ts';

let box: TestBox;
let robot: FakeRobot;
let bench: Awaited<ReturnType<typeof startSoftwareBench>>;
let running: Awaited<ReturnType<typeof bench.start>>;
beforeEach(async () => {
  box = createTestBox();
  robot = { kind: 'Idle', isControllerConnected: true };
  bench = await startSoftwareBench(box, robot);
  running = await bench.start();
});
afterEach(async () => {
  await running.stop();
  await bench.end();
  box.remove();
});

const read = () => running.calls.ask(getSoftware, {});
/** Waits until the service wants to restart, and starts it again with the selected build. */
async function restart(count = 1): Promise<void> {
  await expect.poll(() => bench.restarts.length).toBe(count);
  await running.stop();
  running = await bench.start();
}

describe('The software-update service', () => {
  it('offers signed builds, installs one, and reports its states', async () => {
    box.publish('2.0');
    expect(await running.calls.ask(checkForBuilds, {})).toMatchObject({
      builds: [{ buildId: '2.0', strategy: 'ON_CLIENT_REQUEST' }],
      checkError: null,
      update: { status: null, activeBuildID: firstBuildID, targetBuildID: null },
    });
    const requested = await running.calls.ask(requestSoftwareInstall, { targetBuildID: '2.0' });
    expect(requested.update).toMatchObject({
      targetBuildID: '2.0',
      targetBuildName: 'release/2.0',
      lastErrorMessage: null,
    });
    await restart();
    await expect
      .poll(async () => (await read()).update)
      .toMatchObject({ status: 'installed', activeBuildID: '2.0', isSoftwareInstallRequested: false, stage: null });
    await expect
      .poll(() => bench.audited)
      .toEqual([expect.objectContaining({ action: 'software.install', outcome: 'accepted' })]);
  });

  it('names a registry that is not to be trusted, and installs nothing', async () => {
    box.publish('2.0');
    box.forge();
    expect(await running.calls.ask(checkForBuilds, {})).toMatchObject({
      builds: [],
      checkError: expect.stringContaining('signed with another key (wrong key). Nothing was installed'),
    });
    await expect(running.calls.ask(requestSoftwareInstall, { targetBuildID: '2.0' })).rejects.toThrow();
    expect(box.readSelected().buildID).toBe(firstBuildID);
  });

  it('refuses an install while a routine runs, and without a known build', async () => {
    box.publish('2.0');
    robot.kind = 'RoutineRunning';
    await expect(running.calls.ask(requestSoftwareInstall, { targetBuildID: '2.0' })).rejects.toThrow(
      'A routine runs on the live robot. Stop it, then install the build',
    );
    await expect(running.calls.ask(requestSoftwareInstall, { targetBuildID: '3.0' })).rejects.toThrow(
      'The registry offers no build 3.0',
    );
  });

  it('refuses programs and locked sessions at its own port, and keeps its settings', async () => {
    box.publish('2.0');
    const settings = await running.calls.ask(getUpdateSettings, {});
    const permissions = ['controlPanel', 'account'];
    const callers = [
      { id: 'token_line', name: 'Line', permissions },
      { id: 'user_ada', name: 'Ada', permissions: ['account'] },
    ];
    for (const author of callers) {
      const refused = { code: 'forbidden', message: expect.stringContaining('needs the control-panel PIN') };
      const attempts: readonly (readonly [CallDefinition, CallInput])[] = [
        [requestSoftwareInstall, { targetBuildID: '2.0' }],
        [setUpdateSettings, { ...settings, timeZone: 'UTC' }],
        [joinFleet, { hubURL: 'http://127.0.0.1:9', code: 'K7QF' }],
        [leaveFleet, {}],
      ];
      for (const [call, input] of attempts)
        await expect(running.calls.send(call, input, { author })).rejects.toMatchObject(refused);
    }
    expect(await running.calls.ask(getUpdateSettings, {})).toEqual(settings);
    expect((await read()).update).toMatchObject({ targetBuildID: null });
  });

  it('refuses firmware that the controller cannot take', async () => {
    box.publish('2.0');
    const joints = { requestFirmwareInstallData: { joints: [1] } };
    await expect(running.calls.ask(requestSoftwareInstall, { targetBuildID: '2.0', ...joints })).rejects.toThrow(
      'takes no firmware',
    );
  });

  it('waits for the stop before an emergency build, and can be cancelled', async () => {
    box.publish('2.0', { strategy: 'EMERGENCY_IMMEDIATE_SKIP_STOPPING' });
    robot.kind = 'RoutineRunning';
    await running.calls.ask(requestSoftwareInstall, { targetBuildID: '2.0', isStopConfirmed: true });
    await expect
      .poll(async () => (await read()).update)
      .toMatchObject({ status: 'installing', stage: 'imported', hold: { reason: 'running' } });
    const cancelled = await running.calls.ask(cancelSoftwareInstall, {});
    expect(cancelled.update).toMatchObject({
      lastErrorMessage: 'A user cancelled the install',
      lastWarningNotified: false,
    });
    const seen = await running.calls.ask(acknowledgeSoftwareWarning, {});
    expect(seen.update.lastWarningNotified).toBe(true);
    await expect
      .poll(() => bench.audited)
      .toContainEqual(expect.objectContaining({ action: 'software.acknowledgeWarning', outcome: 'accepted' }));
  });

  it('opens no address that a caller gives in place of the folder of a stick', async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const offlineUpdatePath = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    expect(await running.calls.ask(listStickBuilds, { offlineUpdatePath })).toMatchObject({ builds: [] });
    const installing = running.calls.ask(requestSoftwareInstall, { targetBuildID: '2.0', offlineUpdatePath });
    await expect(installing).rejects.toThrow();
    await new Promise((resolve) => server.close(resolve));
    expect(requests).toBe(0);
  });

  it('says who makes backups where it has no database for them', async () => {
    expect(await running.calls.ask(listBackups, {})).toMatchObject({ items: [], hasKey: false });
    await expect(running.calls.ask(createBackup, {})).rejects.toThrow('made by who runs its database');
  });
});
