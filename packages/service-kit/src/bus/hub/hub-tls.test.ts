import { describe, expect, it, onTestFinished } from 'vitest';
import { readInternalTLS } from '../../callers/index.ts';
import { silentLogger } from '../../logger.ts';
import { shareAuthorities, type TestTLS } from '../../testing/certificates.fixture.ts';
import type { EventBus } from '../event-bus.ts';
import { createInProcessBus } from '../in-process-bus.ts';
import { type BusHub, createBusHub, openHubBus } from './index.ts';

const log = silentLogger;
const authorities = shareAuthorities();

async function startHub(tls: TestTLS): Promise<{ hub: BusHub; inner: EventBus }> {
  const inner = createInProcessBus({ log });
  const hub = await createBusHub(inner, { log, tls: readInternalTLS(tls.env, log) });
  onTestFinished(async () => {
    await hub.close();
    await inner.close();
  });
  return { hub, inner };
}

async function open({ url, secret }: BusHub, tls?: TestTLS): Promise<EventBus> {
  const options = { url: tls ? url : url.replace('hubs', 'hub'), secret, name: 'test', log, connectTimeoutMs: 300 };
  const bus = await openHubBus({ ...options, tls: tls && readInternalTLS(tls.env, log) });
  onTestFinished(() => bus.close());
  return bus;
}

describe('A hub with mutual TLS', () => {
  it("carries messages for a service with its certificate, also after the hub's was replaced", async () => {
    const tls = authorities.trusted.issue('bus-hub');
    const { hub, inner } = await startHub(tls);
    expect(hub.url).toMatch(/^hubs:/);
    const heard: string[] = [];
    const listen = async (bus: EventBus, name: string) =>
      bus.subscribe('runner.simulated.patch', (message) => void heard.push(`${name} ${String(message.json())}`));
    await listen(await open(hub, authorities.trusted.issue('gateway')), 'old');
    tls.replaceBy(authorities.foreign.issue('bus-hub'));
    const renewed = authorities.foreign.issue('gateway');
    await expect.poll(() => open(hub, renewed).then((bus) => listen(bus, 'new'))).toBeDefined();
    await inner.publish('runner.simulated.patch', 'moves');
    await expect.poll(() => [...heard].sort()).toEqual(['new moves', 'old moves']);
  });

  it.each<[string, () => TestTLS | undefined]>([
    ['without TLS', () => undefined],
    ['with a certificate of a foreign authority', () => authorities.foreign.issue('gateway')],
    ['with a certificate of no service', () => authorities.trusted.issue('somebody.example')],
  ])('refuses a client %s, even with the secret', async (_, makeTLS) => {
    const { hub } = await startHub(authorities.trusted.issue('bus-hub'));
    const tls = makeTLS();
    tls?.trust(authorities.trusted);
    await expect(open(hub, tls)).rejects.toMatchObject({ code: expect.stringMatching(/unavailable|authorization/) });
  });
});
