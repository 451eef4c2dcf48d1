import { ProductError } from '@cellwright/domain/basics';
import type { BoxFact, BoxReport, WantedBuild } from '@cellwright/domain/fleet';
import type { SoftwareUpdate } from '@cellwright/domain/software';
import { silentLogger } from '@cellwright/service-kit';
import { flushPromises, VirtualClock } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FleetMember, reportIntervalMS } from './fleet-member.ts';
import type { Membership } from './membership-file.ts';

const membership: Membership = {
  ...{ hubURL: 'http://hub', natsURL: 'nats://hub', account: 'A', userJWT: 'jwt', userSeed: 'seed' },
  joinedAt: '2026-01-01T00:00:00.000Z',
};
const update: SoftwareUpdate = {
  ...{ status: null, activeBuildID: '1', targetBuildID: null, targetBuildName: null, offlineUpdatePath: null },
  ...{ targetOperationMode: 'unknown', activeOperationMode: 'unknown', isSoftwareInstallRequested: false },
  ...{ lastErrorMessage: null, lastErrorAt: null, lastWarningMessage: null, lastWarningNotified: false },
  ...{ shutdownStatus: 'none', targetBuild: null, firmware: [], stage: null, hold: null },
};

let clock: VirtualClock;
let member: FleetMember;
let stored: Membership | undefined;
let waiting: BoxFact[];
let reports: BoxReport[];
let isHubAway: boolean;
let hubAheadMS: number;
let wanted: WantedBuild | null;
let requested: string[];
let refusal: ProductError | undefined;
let links: number;
let software: { lastErrorMessage: string | null; targetBuildID: string | null };

beforeEach(() => {
  clock = new VirtualClock();
  [stored, waiting, reports, requested, links] = [membership, [], [], [], 0];
  [isHubAway, hubAheadMS, wanted, refusal] = [false, 0, null, undefined];
  software = { lastErrorMessage: null, targetBuildID: null };
  member = createMember();
});
afterEach(() => member.close());

function createMember(): FleetMember {
  const facts = {
    dropped: 0,
    add: async (fact: BoxFact) => void waiting.push(fact),
    readOldest: async () => ({ lastID: String(waiting.length), facts: waiting.slice(0, 100) }),
    removeUpTo: async (lastID: string) => void waiting.splice(0, Math.min(100, Number(lastID))),
    count: async () => waiting.length,
    clear: async () => void waiting.splice(0),
  };
  return new FleetMember({
    serial: 'b-1',
    file: {
      read: () => stored,
      write: (next) => {
        stored = next;
      },
      remove: () => {
        stored = undefined;
      },
    },
    facts,
    async openLink() {
      links += 1;
      if (isHubAway) throw new ProductError('unavailable', 'The hub does not answer at nats://hub');
      return {
        async send(report) {
          if (isHubAway) throw new ProductError('unavailable', 'The hub does not answer');
          reports.push(report);
          return { at: new Date(clock.wallNow().getTime() + hubAheadMS).toISOString(), wanted };
        },
        close: async () => {},
      };
    },
    redeem: async (hubURL) => ({ ...membership, hubURL }),
    readSoftware: async () => ({
      update: { ...update, ...software },
      ...{ builds: [], checkedAt: null, checkError: null, unavailable: null },
    }),
    async requestInstall(buildID) {
      requested.push(buildID);
      if (refusal) throw refusal;
    },
    readRobots: async () => [],
    clock,
    log: silentLogger,
    random: () => 0.5,
  });
}

const fact = (id: string): BoxFact => ({ id, kind: 'runEnded', at: membership.joinedAt, text: '' });

describe('A box in a fleet', () => {
  it('reports its state at once and then every ten seconds, over one connection', async () => {
    member.start();
    await clock.advance(reportIntervalMS * 3 + 1);
    expect(reports).toHaveLength(4);
    expect(reports.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    expect(links).toBe(1);
    expect(await member.read()).toMatchObject({ isConnected: true, problem: null });
  });

  it('sends facts until the hub has stored them, more than fit into a report one after the other', async () => {
    waiting = Array.from({ length: 150 }, (_, index) => fact(`f${index}`));
    member.start();
    await clock.advance(1);
    expect(reports.map(({ facts }) => facts.length)).toEqual([100, 50]);
    expect(waiting).toEqual([]);
  });

  it('stores facts while the hub is unavailable, and reconnects with growing delays', async () => {
    isHubAway = true;
    waiting = [fact('a')];
    member.start();
    await clock.advance(60_000);
    expect(links).toBeGreaterThan(5);
    expect(links).toBeLessThan(15);
    expect(await member.read()).toMatchObject({
      ...{ isConnected: false, waitingFacts: 1 },
      problem: 'The hub does not answer at nats://hub',
    });
    isHubAway = false;
    await clock.advance(15_000);
    expect(reports[0]?.facts).toEqual([fact('a')]);
    expect(await member.read()).toMatchObject({ isConnected: true, waitingFacts: 0, problem: null });
  });

  it('reports how far its clock is ahead of that of the hub', async () => {
    hubAheadMS = -90_000;
    member.start();
    await clock.advance(reportIntervalMS + 1);
    expect(reports.map(({ state }) => state.clockSkewMS)).toEqual([null, 90_000]);
  });

  it('requests the build that the hub wants, and reports why that is refused', async () => {
    wanted = { buildID: '2', waveID: 'wave_1' };
    refusal = new ProductError('conflict', 'Create the backup key first');
    member.start();
    await clock.advance(reportIntervalMS + 1);
    expect(requested).toEqual(['2', '2']);
    expect(reports[1]?.state.software.obstacle).toEqual({ reason: 'person', message: 'Create the backup key first' });
  });

  it('does not repeat an install that has failed', async () => {
    wanted = { buildID: '2', waveID: 'wave_1' };
    software = { lastErrorMessage: 'The test routine failed', targetBuildID: '2' };
    member.start();
    await clock.advance(reportIntervalMS + 1);
    expect(requested).toEqual([]);
    expect(reports[0]?.state.software).toMatchObject({ targetBuildID: '2', obstacle: { reason: 'failed' } });
  });

  it('joins and leaves without a restart', async () => {
    stored = undefined;
    member.start();
    await clock.advance(reportIntervalMS);
    expect(reports).toEqual([]);
    expect(await member.join('http://other', 'code')).toMatchObject({ hubURL: 'http://other' });
    await clock.advance(1);
    await flushPromises();
    expect(reports[0]?.facts).toMatchObject([{ kind: 'joined' }]);
    expect(await member.leave()).toMatchObject({ hubURL: null, joinedAt: null, isConnected: false });
    const count = reports.length;
    await clock.advance(reportIntervalMS * 3);
    expect(reports).toHaveLength(count);
  });
});
