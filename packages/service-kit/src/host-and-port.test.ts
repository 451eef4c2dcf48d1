import { networkInterfaces } from 'node:os';
import { anyCaller } from '@cellwright/service-kit/testing/peers';
import { describe, expect, it } from 'vitest';
import { echoDefinition, echoRequest } from './grpc/echo-service.fixture.ts';
import { createGrpcClient, grpcService, startGrpcServer } from './grpc/index.ts';
import { joinHostAndPort, splitHostAndPort } from './host-and-port.ts';
import { silentLogger } from './logger.ts';

describe('joinHostAndPort', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1:4000'],
    ['library', 'library:4000'],
    ['::', '[::]:4000'],
    ['fd00::1', '[fd00::1]:4000'],
    ['[::1]', '[::1]:4000'],
  ])('joins %s', (host, joined) => {
    expect(joinHostAndPort(host, 4000)).toBe(joined);
  });
});

describe('splitHostAndPort', () => {
  it.each([
    ['library:4000', 'library'],
    ['[fd00::1]:4000', 'fd00::1'],
  ])('splits %s', (address, host) => {
    expect(splitHostAndPort(address)).toEqual({ host, port: 4000 });
  });
});

describe('A gRPC server', () => {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const hasIPv6 = addresses.some(({ address }) => address === '::1');

  it('listens on all addresses, with :: on those of both families', async () => {
    const services = [
      grpcService(echoDefinition, { echo: async ({ text }) => ({ text }), repeat: async function* () {} }),
    ];
    const host = hasIPv6 ? '::' : '0.0.0.0';
    const server = await startGrpcServer({ callers: anyCaller, services, host, port: 0, log: silentLogger });
    expect(server.address).toBe(joinHostAndPort(host, server.port));
    for (const host of hasIPv6 ? ['[::1]', '127.0.0.1'] : ['127.0.0.1']) {
      const client = createGrpcClient(echoDefinition, `${host}:${server.port}`);
      expect(await client.echo(echoRequest('hello'))).toEqual({ text: 'hello' });
      client.channel.close();
    }
    await server.close();
  });
});
