// Measures the delay of the gateway's event loop under client load. Gateway, services and clients are separate
// processes. Prints JSON: for each load the lag, the gateway's CPU time and the results of the requests. Usage: npx tsx
// scripts/bench/door-load.ts
import { type ChildProcess, fork } from 'node:child_process';
import { endWithThisProcess } from '@cellwright/testkit';
import { loads, type Outcome } from './door-load/loads.ts';
import type { Report, ToGateway } from './door-load/messages.ts';

/** Maximum time for which the loop may be blocked. */
const goalMS = 50;

function hear<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve) => child.once('message', (message: T) => resolve(message)));
}

const services = endWithThisProcess(fork(new URL('./door-load/services.ts', import.meta.url)));
const addresses = await hear<Extract<ToGateway, { kind: 'start' }>['addresses']>(services);
const gateway = endWithThisProcess(fork(new URL('./door-load/gateway.ts', import.meta.url)));

/** Effect of the machine itself on a process of the same priority. */
const bare = endWithThisProcess(fork(new URL('./door-load/gateway.ts', import.meta.url)));

async function ask<T>(child: ChildProcess, message: ToGateway): Promise<T> {
  const answer = hear<T>(child);
  child.send(message);
  return answer;
}

interface Result extends Report {
  readonly bareLagMS: Report['lagMS'];
  readonly seconds: number;
  readonly outcome: Outcome;
  readonly met: boolean;
}

const { url } = await ask<{ url: string }>(gateway, { kind: 'start', addresses });
const results: Record<string, Result> = {};
for (const round of ['warm', 'measured']) {
  for (const [name, run] of Object.entries(loads)) {
    await Promise.all([gateway, bare].map((child) => ask(child, { kind: 'measure' })));
    const startedAt = performance.now();
    const outcome = await run(url);
    const report = await ask<Report>(gateway, { kind: 'report' });
    const { lagMS: bareLagMS } = await ask<Report>(bare, { kind: 'report' });
    const seconds = (performance.now() - startedAt) / 1000;
    const met = report.lagMS.max <= goalMS;
    if (round === 'measured') results[name] = { ...report, bareLagMS, seconds, outcome, met };
  }
}
console.log(JSON.stringify({ goalMS, loads: results }, null, 2));
gateway.kill();
bare.kill();
services.kill();
