// Runs inside a container on the stack's network: sends a number of requests per second, some of which store a document
// with a unique name, and reports their results and the outage time of the port. Bounded in count and time.
import { Resolver } from 'node:dns/promises';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const { DOOR, TOKEN, PER_SECOND, SECONDS, PREFIX } = process.env;
const everyMS = 1000 / Number(PER_SECOND);
const count = Number(PER_SECOND) * Number(SECONDS);
const stored = [];
const outcome = { answered: 0, refused: 0, broken: 0, failed: {} };
/** The connection was refused: there was no process at the address, or no address. */
const refusals = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ESERVFAIL',
  'ETIMEOUT',
]);

// While the gateway's container is away its name does not resolve, and the system resolver would wait for seconds.
const resolver = new Resolver({ timeout: 200, tries: 1 });
const lookup = (host, { all }, done) =>
  resolver.resolve4(host).then(
    ([address]) => (all ? done(null, [{ address, family: 4 }]) : done(null, address, 4)),
    (error) => done(error),
  );
const agent = new Agent({ keepAlive: true });

/** @returns {Promise<{ status: number, text: string }>} rejects with the error of the connection */
function send(path, { body, ...options }) {
  return new Promise((resolve, reject) => {
    const sent = request(`${DOOR}${path}`, { lookup, ...options }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.once('end', () => resolve({ status: response.statusCode, text }));
      response.once('error', reject);
    });
    sent.once('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Every fourth request stores a document: the accepted ones must be stored. The others read. */
async function ask(index) {
  const name = index % 4 === 0 ? `${PREFIX}_${index}` : undefined;
  const headers = { authorization: `Bearer ${TOKEN}`, ...(name && { 'content-type': 'application/json' }) };
  const store = name ? { method: 'POST', body: JSON.stringify({ name, initialValue: index }) } : {};
  try {
    const path = `/api/v1/cell/${name ? 'variables' : 'equipment'}`;
    const response = await send(path, { agent, headers, timeout: 20_000, ...store });
    if (response.status !== 200) {
      const what = `${response.status} ${response.text.slice(0, 200)}`;
      outcome.failed[what] = (outcome.failed[what] ?? 0) + 1;
      return;
    }
    outcome.answered++;
    if (name) stored.push(name);
  } catch (error) {
    if (refusals.has(error.code)) outcome.refused++;
    else outcome.broken++;
  }
}

/**
 * Resolves with whether the port answers now, on a separate connection: one that waits for a process gives up and
 * retries.
 */
function probe() {
  return send('/health/live', { agent: false, timeout: 500 }).then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** Returns the longest time between two responses until it is stopped, ms. */
async function watchPort(isOver) {
  let longest = 0;
  let lastAt = performance.now();
  while (!isOver()) {
    if (await probe()) {
      longest = Math.max(longest, performance.now() - lastAt);
      lastAt = performance.now();
    }
    await sleep(50);
  }
  return Math.max(longest, performance.now() - lastAt);
}

const asked = [];
let isOver = false;
const watched = watchPort(() => isOver);
const startedAt = performance.now();
while (asked.length < count) {
  const due = Math.min(count, Math.floor((performance.now() - startedAt) / everyMS));
  while (asked.length < due) asked.push(ask(asked.length));
  await sleep(5);
}
await Promise.all(asked);
isOver = true;
console.log(JSON.stringify({ asked: asked.length, stored, awayMS: Math.round(await watched), ...outcome }));
