import * as z from 'zod';
import type { Envelope, RootMetadata, SnapshotMetadata, TargetsMetadata, TimestampMetadata } from './metadata.ts';

const header = { spec_version: z.string(), version: z.number().int().min(1), expires: z.string() };
const signatures = z.array(z.object({ keyid: z.string(), sig: z.string() }));
const hashes = z.object({ sha256: z.string() });
const keyids = z.object({ keyids: z.array(z.string()), threshold: z.number().int().min(1) });
const publicKey = z.object({
  keytype: z.literal('ed25519'),
  scheme: z.literal('ed25519'),
  keyval: z.object({ public: z.string() }),
});
const meta = z.record(
  z.string(),
  z.object({ version: z.number().int(), length: z.number().int().optional(), hashes: hashes.optional() }),
);

const rootSchema = z.object({
  signatures,
  signed: z.object({
    ...header,
    _type: z.literal('root'),
    consistent_snapshot: z.boolean(),
    keys: z.record(z.string(), publicKey),
    roles: z.object({ root: keyids, targets: keyids, snapshot: keyids, timestamp: keyids }),
  }),
});
const targetsSchema = z.object({
  signatures,
  signed: z.object({
    ...header,
    _type: z.literal('targets'),
    targets: z.record(z.string(), z.object({ length: z.number().int(), hashes, custom: z.unknown().optional() })),
  }),
});
const snapshotSchema = z.object({ signatures, signed: z.object({ ...header, _type: z.literal('snapshot'), meta }) });
const timestampSchema = z.object({ signatures, signed: z.object({ ...header, _type: z.literal('timestamp'), meta }) });

/** Reads root metadata. @throws ZodError when it has another form. */
export function parseRoot(value: unknown): Envelope<RootMetadata> {
  return rootSchema.parse(value);
}

/** Reads targets metadata. @throws ZodError when it has another form. */
export function parseTargets(value: unknown): Envelope<TargetsMetadata> {
  return targetsSchema.parse(value);
}

/** Reads snapshot metadata. @throws ZodError when it has another form. */
export function parseSnapshot(value: unknown): Envelope<SnapshotMetadata> {
  return snapshotSchema.parse(value);
}

/** Reads timestamp metadata. @throws ZodError when it has another form. */
export function parseTimestamp(value: unknown): Envelope<TimestampMetadata> {
  return timestampSchema.parse(value);
}
