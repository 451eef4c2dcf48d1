import type { Clock } from '@cellwright/domain/basics';
import { callService } from '@cellwright/service-kit/calls';
import type { GrpcService } from '@cellwright/service-kit/grpc';
import type { Fleet } from '../domain/fleet.ts';
import type { WaveStore } from '../store/wave-store.ts';

export interface HubCallsDeps {
  readonly fleet: Fleet;
  readonly waves: WaveStore;
  readonly isReachable: () => boolean;
  /** Address at which boxes reach the NATS of the hub. */
  readonly nats: { readonly url: string | null; readonly port: number };
  readonly clock: Clock;
}

/** Creates the handlers of calls about the fleet. */
export function createHubCalls({ fleet, waves, isReachable, nats, clock }: HubCallsDeps): GrpcService {
  return callService('hub', {
    listFleetBoxes: async () => ({ items: await fleet.list(), isReachable: isReachable() }),
    enrolBox: ({ serial, alias }, { describeAct }) => fleet.enrol(serial, alias, describeAct()),
    labelBox: ({ id, ...labels }, { describeAct }) => fleet.label(id, labels, describeAct()),
    revokeBox: ({ id }, { describeAct }) => fleet.revoke(id, describeAct()),
    getBoxTimeline: async ({ id }) => ({ items: await fleet.listTimeline(id) }),
    async redeemEnrolmentCode(redemption, { describeAct }) {
      const subjectOf = ({ id, serial }: { id: string; serial: string }) => ({ subject: { id, name: serial } });
      const redeemed = await fleet.redeem(redemption, (box) => describeAct(subjectOf(box)));
      return { ...redeemed, natsURL: nats.url, natsPort: nats.port };
    },
    listWaves: async () => ({ items: await waves.list() }),
    createWave: (plan, { describeAct, author }) =>
      waves.create(plan, { at: clock.wallNow(), by: author.name, entry: describeAct() }),
    holdWave: ({ id, reason }, { describeAct }) => waves.hold({ id, entry: describeAct() }, reason),
    resumeWave: ({ id }, { describeAct }) => waves.resume({ id, entry: describeAct() }),
    cancelWave: ({ id }, { describeAct }) => waves.cancel({ id, entry: describeAct() }),
  });
}
