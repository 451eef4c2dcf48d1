// Runs inside a container on the stack's network: sends so many requests a second, of which some store something of a name of
// their own, and says what became of them, and for how long the port did not answer. Bounded in count and time.
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const { DOOR, TOKEN, PER_SECOND, SECONDS, PREFIX } = process.env;
const everyMS = 1000 / Number(PER_SECOND);
const count = Number(PER_SECOND) * Number(SECONDS);
const stored = [];
const outcome = { answered: 0, refused: 0, broken: 0, failed: {} };
/** Nobody accepted it: there was no process at the address, or no address. */
const refusals = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Every fourth stores something: what was accepted of those is what is stored. The others read. */
async function ask(index) {
  const name = index % 4 === 0 ? `${PREFIX}_${index}` : undefined;
  const store = { method: 'POST', body: JSON.stringify({ name, initialValue: index }) };
  try {
    const response = await fetch(`${DOOR}/api/v1/cell/${name ? 'variables' : 'equipment'}`, {
      ...(name ? store : {}),
      headers: { authorization: `Bearer ${TOKEN}`, ...(name && { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    if (response.status !== 200) {
      const what = `${response.status} ${text.slice(0, 200)}`;
      outcome.failed[what] = (outcome.failed[what] ?? 0) + 1;
      return;
    }
    outcome.answered++;
    if (name) stored.push(name);
  } catch (error) {
    const code = error.cause?.code ?? error.name;
    if (refusals.has(code)) outcome.refused++;
    else outcome.broken++;
  }
}

/** Whether the port answers now, on a connection of its own: one that waits for a process gives up and asks again. */
function probe() {
  return new Promise((resolve) => {
    const request = get(`${DOOR}/health/live`, { agent: false, timeout: 500 }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200));
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
    request.once('close', () => resolve(false));
  });
}

/** Until told to stop: the longest time between two answers, ms. */
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
