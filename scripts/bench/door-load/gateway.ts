// The gateway in a separate process, which reports the delay of its event loop. One that is never started shows the
// effect of the machine on an idle process.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { raisePriority } from '@cellwright/service-kit/priority';
import { startGatewayBench } from '../../../services/gateway/src/testing/gateway-bench.fixture.ts';
import type { ToGateway } from './messages.ts';

// As in a build: tsx maps the stack of every created error.
process.setSourceMapsEnabled(false);
// Like every process of a cell.
raisePriority('cell');
const lag = monitorEventLoopDelay({ resolution: 1 });
const cpu = { at: process.cpuUsage() };
process.on('message', async (message: ToGateway) => {
  if (message.kind === 'start') {
    const { url, metrics } = await startGatewayBench({ addresses: message.addresses });
    // The maximum number of series on a page.
    for (let index = 0; index < 1000; index++)
      metrics.observeRequest('grpc_client', `an.Operation/${index}`, 'OK', 0.01);
    process.send?.({ url });
  } else if (message.kind === 'measure') {
    lag.reset();
    lag.enable();
    cpu.at = process.cpuUsage();
    process.send?.({});
  } else {
    lag.disable();
    const { user, system } = process.cpuUsage(cpu.at);
    process.send?.({
      lagMS: { p99: lag.percentile(99) / 1e6, max: lag.max / 1e6 },
      cpuMS: (user + system) / 1000,
      memoryMB: process.memoryUsage().rss / 2 ** 20,
    });
  }
});
