import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildManifest } from '@cellwright/domain/software';
import { silentLogger, systemClock } from '@cellwright/service-kit';
import { VirtualClock } from '@cellwright/testkit';
import { sliceOf } from '@cellwright/testkit/exhaustive';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFolderPlatform } from '../platform/folder-platform.ts';
import { openRegistry } from '../registry/open-registry.ts';
import { createTestBox, firstBuildID, type TestBox } from '../testing/box.fixture.ts';
import { createBuildsClient } from '../trust/builds-client.ts';
import { createInstallActs } from './install-acts.ts';
import { type InstallActs, Installer } from './installer.ts';
import type { InstallRecord, Journal } from './journal.ts';

/** Journal in memory, which survives a killed installer. */
class MemoryJournal implements Journal {
  readonly records: InstallRecord[] = [];
  findLast = async () => this.records.at(-1);
  async save(record: InstallRecord): Promise<void> {
    const known = this.records.findIndex(({ id }) => id === record.id);
    if (known < 0) this.records.push(record);
    else this.records[known] = record;
  }
}

const never = new Promise<never>(() => undefined);

interface StartOptions {
  /** Stops forever at the step with this number, like a killed process. */
  readonly killAt?: number;
  readonly busy?: () => string | undefined;
  readonly health?: (signal: AbortSignal) => Promise<void>;
  readonly clock?: VirtualClock;
  readonly closed?: () => string | undefined;
}

/** Reason for which the robots of the box are held; it outlives a killed installer. */
let heldFor: string | undefined;
let reports: string[];

let box: TestBox;
let journal: MemoryJournal;
beforeEach(() => {
  box = createTestBox();
  journal = new MemoryJournal();
  [heldFor, reports] = [undefined, []];
  box.publish('2.0');
});
afterEach(() => box.remove());

/** Starts the software of a box as the launcher does: the selected build runs. */
async function start(options: StartOptions = {}) {
  const steps: string[] = [];
  const restarts: string[] = [];
  const runningBuildID = box.readSelected().buildID;
  let killed = () => {};
  const death = new Promise<'killed'>((resolve) => {
    killed = () => resolve('killed');
  });
  const step = async (name: string) => {
    steps.push(name);
    if (steps.length === options.killAt) {
      killed();
      await never;
    }
  };
  const clock = options.clock ?? systemClock;
  const platform = createFolderPlatform({
    ...{ folder: box.releases, runningBuildID, onStep: step },
    restart: (reason) => void restarts.push(reason),
  });
  const acts = createInstallActs({
    platform,
    client: createBuildsClient({
      folder: join(box.folder, 'trust'),
      readRoot: () => box.rootMetadata,
      clock: systemClock,
    }),
    openRegistry: () => openRegistry(box.registry),
    folder: join(box.folder, 'downloads'),
    backUp: async () => undefined,
    readDatabaseSize: async () => 0,
    checkHealth: (_, signal) => options.health?.(signal) ?? Promise.resolve(),
    forgetFormer: async () => undefined,
    report: async (_, error) => void reports.push(error),
    clock,
  });
  const installer = new Installer({
    journal: { findLast: journal.findLast, save: (record) => step('save').then(() => journal.save(record)) },
    acts: withSteps(acts, step),
    interlock: {
      findBusy: async () => options.busy?.(),
      async hold(reason) {
        const busy = options.busy?.();
        if (busy === undefined) heldFor = reason;
        return busy;
      },
      async release() {
        await step('release');
        heldFor = undefined;
      },
    },
    findClosed: async () => options.closed?.(),
    clock,
    log: silentLogger,
  });
  return { installer, steps, restarts, death };
}

function withSteps(acts: InstallActs, step: (name: string) => Promise<void>): InstallActs {
  const around = <Args extends unknown[]>(name: string, act: (...args: Args) => Promise<void>) => {
    return async (...args: Args) => {
      await step(`before ${name}`);
      await act(...args);
      await step(`after ${name}`);
    };
  };
  return {
    ...acts,
    download: around('download', acts.download),
    verify: around('verify', acts.verify),
    importImages: around('import', acts.importImages),
    backUp: around('backUp', acts.backUp),
    migrate: around('migrate', acts.migrate),
    select: around('select', acts.select),
    checkHealth: around('health', acts.checkHealth),
    commit: around('commit', acts.commit),
    forgetFormer: around('forgetFormer', acts.forgetFormer),
    discard: around('discard', acts.discard),
    report: around('report', acts.report),
  };
}

async function findBuild(buildId = '2.0'): Promise<BuildManifest> {
  const client = createBuildsClient({
    ...{ folder: join(box.folder, 'trust'), readRoot: () => box.rootMetadata, clock: systemClock },
  });
  const { builds } = await client.refresh(openRegistry(box.registry), new AbortController().signal);
  const build = builds.find((each) => each.buildId === buildId);
  if (!build) throw new Error(`no build ${buildId}`);
  return build;
}

const normal = { source: null, isStopConfirmed: false };

/** Starts the box again until an install is decided. */
async function runToEnd(options: StartOptions = {}): Promise<InstallRecord | undefined> {
  for (let starts = 0; starts < 5; starts += 1) {
    const { installer, restarts } = await start(options);
    await installer.resume();
    await installer.idle;
    if (restarts.length === 0) break;
  }
  return journal.findLast();
}

describe('Installer', () => {
  it('installs a build, restarts into it and commits it', async () => {
    const { installer, restarts } = await start();
    await installer.request(await findBuild(), normal);
    await installer.idle;
    expect(restarts).toEqual(['start the build release/2.0']);
    expect(await journal.findLast()).toMatchObject({ stage: 'switched', outcome: 'running' });
    expect(heldFor).toBe(
      'A software update is being installed: release/2.0. Wait until it is finished, then try again',
    );
    expect(await runToEnd()).toMatchObject({ stage: 'committed', outcome: 'committed', error: null });
    expect(heldFor).toBeUndefined();
    expect(box.readSelected()).toEqual({ buildID: '2.0', content: '2.0' });
    expect(readdirSync(join(box.releases, 'releases')).sort()).toEqual([firstBuildID, '2.0']);
  });

  it('returns to the previous build when the new one is not healthy', async () => {
    const { installer } = await start();
    await installer.request(await findBuild(), normal);
    await installer.idle;
    const failed = await runToEnd({ health: () => Promise.reject(new Error('The robot session did not start')) });
    expect(failed).toMatchObject({ outcome: 'rolledBack', error: 'The robot session did not start' });
    expect(box.readSelected()).toEqual({ buildID: firstBuildID, content: firstBuildID });
    expect(existsSync(join(box.releases, 'releases', '2.0'))).toBe(false);
    expect(reports).toEqual(['The robot session did not start']);
    expect(heldFor).toBeUndefined();
  });

  it('returns to the previous build when a user cancels while the new one is tested', async () => {
    const { installer } = await start();
    await installer.request(await findBuild(), normal);
    await installer.idle;
    await expect(installer.cancel()).rejects.toThrow('The new build is being started');
    const health = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    const tested = await start({ health });
    await tested.installer.resume();
    await expect.poll(() => tested.steps).toContain('before health');
    await tested.installer.cancel();
    expect(await journal.findLast()).toMatchObject({ outcome: 'rollingBack', error: 'A user cancelled the install' });
    expect(await runToEnd()).toMatchObject({ outcome: 'rolledBack', error: 'A user cancelled the install' });
    expect(box.readSelected().buildID).toBe(firstBuildID);
    expect([heldFor, reports]).toEqual([undefined, []]);
  });

  it('waits for the time of updates, with the robots free, and begins when it comes', async () => {
    const clock = new VirtualClock();
    let closed: string | undefined = 'Updates begin every day from 22:00 to 04:00 (UTC)';
    const { installer } = await start({ closed: () => closed, clock });
    await installer.request(await findBuild(), normal);
    await expect.poll(() => installer.hold).toEqual({ reason: 'window', message: closed });
    await clock.advance(60_000);
    expect([heldFor, box.readSelected().buildID]).toEqual([undefined, firstBuildID]);
    closed = undefined;
    await clock.advance(10_000);
    await installer.idle;
    expect(box.readSelected().buildID).toBe('2.0');
  });

  it('does not let an emergency build wait for the time of updates', async () => {
    box.publish('3.0', { strategy: 'EMERGENCY_IMMEDIATE_SKIP_STOPPING' });
    const { installer } = await start({ closed: () => 'closed' });
    await installer.request(await findBuild('3.0'), normal);
    await installer.idle;
    expect(box.readSelected().buildID).toBe('3.0');
  });

  it('commits a build that works, although the first tries fail', async () => {
    const { installer } = await start();
    await installer.request(await findBuild(), normal);
    await installer.idle;
    const clock = new VirtualClock();
    const save = journal.save.bind(journal);
    let failures = 3;
    journal.save = async (record) => {
      if (record.outcome === 'committed' && failures-- > 0) throw new Error('The disk is full');
      await save(record);
    };
    const tested = await start({ clock });
    await tested.installer.resume();
    const readOutcome = async () => {
      await clock.advance(2000);
      return (await journal.findLast())?.outcome;
    };
    await expect.poll(readOutcome).toBe('committed');
    await tested.installer.idle;
    expect(box.readSelected().buildID).toBe('2.0');
  });

  it('lets routines start again at a start without an install', async () => {
    heldFor = 'A software update is being installed';
    const { installer } = await start();
    await installer.resume();
    await installer.idle;
    expect(heldFor).toBeUndefined();
  });

  it('installs nothing while a run is active, and names it', async () => {
    const { installer } = await start({ busy: () => 'The routine Palletize is running' });
    const request = installer.request(await findBuild(), normal);
    await expect(request).rejects.toThrow('The routine Palletize is running. Stop it, then install the build');
    expect(journal.records).toEqual([]);
  });

  it('waits for the confirmed stop before an emergency update, after a second confirmation', async () => {
    box.publish('3.0', { strategy: 'EMERGENCY_IMMEDIATE_SKIP_STOPPING' });
    const build = await findBuild('3.0');
    const clock = new VirtualClock();
    let busy: string | undefined = 'The routine Palletize is running';
    const { installer, steps } = await start({ busy: () => busy, clock });
    await expect(installer.request(build, normal)).rejects.toThrow('Confirm the emergency update');
    await installer.request(build, { ...normal, isStopConfirmed: true });
    await expect.poll(() => installer.hold).toEqual({ reason: 'running', message: busy });
    await clock.advance(60_000);
    expect(steps).not.toContain('before select');
    expect(box.readSelected().buildID).toBe(firstBuildID);
    busy = undefined;
    await clock.advance(2000);
    await installer.idle;
    expect(installer.hold).toBeUndefined();
    expect(box.readSelected().buildID).toBe('3.0');
  });

  it('cancels a waiting install, and removes the unpacked files', async () => {
    let busy: string | undefined;
    const { installer } = await start({ busy: () => busy });
    const build = await findBuild();
    const request = installer.request(build, normal);
    await request;
    busy = 'A person moves the arm';
    await expect.poll(() => installer.hold?.reason).toBe('running');
    await installer.cancel();
    expect(await journal.findLast()).toMatchObject({ outcome: 'rolledBack', error: 'A user cancelled the install' });
    expect(readdirSync(join(box.releases, 'releases'))).toEqual([firstBuildID]);
    await expect(installer.cancel()).rejects.toThrow('No install is under way');
  });

  it('refuses the running build and a second install', async () => {
    box.publish(firstBuildID);
    let busy: string | undefined;
    const { installer } = await start({ busy: () => busy });
    await expect(installer.request(await findBuild(firstBuildID), normal)).rejects.toThrow('already running');
    await installer.request(await findBuild(), normal);
    busy = 'busy';
    await expect(installer.request(await findBuild(), normal)).rejects.toThrow('is being installed');
    await installer.close();
  });

  it('continues after a graceful end instead of deciding', async () => {
    let busy: string | undefined;
    const { installer } = await start({ busy: () => busy });
    const build = await findBuild();
    await installer.request(build, normal);
    busy = 'busy';
    await installer.close();
    expect(await journal.findLast()).toMatchObject({ outcome: 'running' });
    expect(await runToEnd()).toMatchObject({ outcome: 'committed' });
  });
});

describe('A killed installer', () => {
  /** Returns the steps of an undisturbed install. */
  async function listSteps(health?: () => Promise<void>): Promise<number> {
    let count = 0;
    const { installer, steps } = await start({ health });
    await installer.request(await findBuild(), normal);
    await installer.idle;
    count += steps.length;
    for (let starts = 0; starts < 3; starts += 1) {
      const next = await start({ health });
      await next.installer.resume();
      await next.installer.idle;
      count += next.steps.length;
    }
    return count;
  }

  /** Returns the steps to kill at: a third of them in `npm test`. */
  const pickSteps = (count: number) =>
    sliceOf(
      Array.from({ length: count }, (_, at) => at + 1),
      String,
      { share: 1 / 3 },
    );

  /** Kills at a step, counted over restarts; then lets the box start until it is decided. */
  async function killAt(step: number, health?: () => Promise<void>): Promise<void> {
    let remaining = step;
    for (let starts = 0; starts < 4 && remaining > 0; starts += 1) {
      const { installer, steps, death } = await start({ killAt: remaining, health });
      const work = starts === 0 ? installer.request(await findBuild(), normal) : installer.resume();
      const outcome = await Promise.race([death, work.then(() => installer.idle)]);
      if (outcome === 'killed') break;
      remaining -= steps.length;
    }
    if (journal.records.length === 0) return;
    const end = await runToEnd({ health });
    const { buildID, content } = box.readSelected();
    expect(content).toBe(buildID);
    expect([step, end?.outcome, buildID]).toEqual(
      health ? [step, 'rolledBack', firstBuildID] : [step, 'committed', '2.0'],
    );
    expect(readdirSync(join(box.releases, 'releases')).filter((name) => name.endsWith('.incoming'))).toEqual([]);
    await runToEnd();
    expect(heldFor).toBeUndefined();
  }

  function reset(): void {
    box.remove();
    box = createTestBox();
    journal = new MemoryJournal();
    box.publish('2.0');
  }

  it('ends on the new build, regardless of where it was killed', async () => {
    const count = await listSteps();
    expect(count).toBeGreaterThan(25);
    for (const step of pickSteps(count)) {
      reset();
      await killAt(step);
    }
  });

  it('ends on the previous build if the new one is not healthy, regardless of where it was killed', async () => {
    const health = () => Promise.reject(new Error('unhealthy'));
    const count = await listSteps(health);
    expect(count).toBeGreaterThan(25);
    for (const step of pickSteps(count)) {
      reset();
      await killAt(step, health);
    }
  });
});
