// The runner's side: the product's state store on its bus, and a bare NATS publisher.

import { silentLogger, systemClock } from '@cellwright/service-kit';
import { grpcService, startGrpcServer } from '@cellwright/service-kit/grpc';
import { openNatsBus } from '@cellwright/service-kit/nats';
import { anyCaller } from '@cellwright/service-kit/testing/peers';
import { connect } from '@nats-io/transport-node';
import { RunnerServiceService } from '../../../proto/gen/cellwright/runner.ts';
import { createInitialState } from '../../../services/routine-runner/src/domain/state/initial-state.ts';
import { StateStore } from '../../../services/routine-runner/src/domain/state/state-store.ts';
import { createStateEvents } from '../../../services/routine-runner/src/events/state-events.ts';
import { bareSubject, beginning, tell, type WayName } from './links.ts';

const { natsURL } = await beginning();
const log = silentLogger;
const bus = await openNatsBus({ url: natsURL, name: 'bench-runner', log });
const publisher = await connect({ servers: natsURL });
const events = createStateEvents(bus, 'simulated', log);
const store = new StateStore(createInitialState('simulated', false), systemClock, events.publishPatch);
const unused = () => Promise.reject(new Error('not in this benchmark'));
const runner = grpcService(RunnerServiceService, {
  getStateSeq: async () => ({ seq: store.currentSeq() }),
  getSnapshot: async () => ({ snapshotJson: Buffer.from(JSON.stringify(store.snapshot())) }),
  endSession: async () => ({}),
  send: unused,
  commandByLine: unused,
  commandByUpdate: unused,
  holdPlays: unused,
  releasePlays: unused,
  stop: unused,
  listRecording: unused,
  getRecording: unused,
  changeScene: unused,
  getPosition: unused,
  async *followPorts() {},
  setPorts: unused,
  forcePorts: unused,
  reportSpace: unused,
  takeSpace: unused,
  getView: unused,
  getRobotFacts: unused,
});
const { address } = await startGrpcServer({ callers: anyCaller, port: 0, log, services: [runner] });

let value = 0;
const patch = JSON.stringify({
  kind: 'patch',
  seq: 1,
  hash: 4_000_000_000,
  patch: [{ op: 'replace', path: '/speedRestrictionPercentage', value: 0.123 }],
});
const send: Record<WayName, () => void> = {
  product() {
    value = (value + 0.001) % 1;
    store.update((state) => {
      state.speedRestrictionPercentage = value;
    });
  },
  peer: () => publisher.publish(bareSubject, patch),
};
process.on('message', (way: WayName) => {
  const sentAt = process.hrtime.bigint();
  send[way]();
  // Not before the patch has been sent.
  setImmediate(() => tell({ sentAt: String(sentAt) }));
});
tell({ address });
