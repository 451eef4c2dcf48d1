import { parseOwnService } from '@cellwright/service-kit/egress';
import { expect, it } from 'vitest';
import { ownServicesOf } from './own-services.ts';

it("ownServicesOf returns the addresses of the cell's parts, their admin ports, and added ones", () => {
  const { OWN_SERVICES } = ownServicesOf(
    {
      LIBRARY_ADDRESS: '127.0.0.1:4100',
      LIVE_CONTROLLER: '[::1]:2',
      DATABASE_URL: 'postgresql://user:secret@db.example:5433/cell',
      NATS_URL: 'nats://nats.example',
      BUS_SECRET: 'secret',
    },
    [4101, 4102],
    '10.42.0.0/16',
  );
  const entries = OWN_SERVICES.split(',');
  expect(entries).toEqual([
    ...['127.0.0.1:4100', '[::1]:2', 'db.example:5433', 'nats.example'],
    ...['127.0.0.1:4101', '127.0.0.1:4102', '10.42.0.0/16'],
  ]);
  for (const entry of entries) expect(parseOwnService(entry)).toBeDefined();
  expect(ownServicesOf({}, [], undefined)).toEqual({ OWN_SERVICES: '' });
});
