import { canonicalJSON } from './canonical-json.ts';
import { type PublicKey, type SigningKey, signText } from './keys.ts';

/** Version of the TUF specification that the metadata follows. */
const specVersion = '1.0.31';

export const roleNames = ['root', 'targets', 'snapshot', 'timestamp'] as const;
export type RoleName = (typeof roleNames)[number];

interface Header<Role extends RoleName> {
  readonly _type: Role;
  readonly spec_version: string;
  readonly version: number;
  /** ISO 8601 without fractions of a second. */
  readonly expires: string;
}

/** Keys of a role, and the number of them that must sign. */
export interface RoleKeys {
  readonly keyids: readonly string[];
  readonly threshold: number;
}

export interface RootMetadata extends Header<'root'> {
  readonly consistent_snapshot: boolean;
  readonly keys: Readonly<Record<string, PublicKey>>;
  readonly roles: Readonly<Record<RoleName, RoleKeys>>;
}

export interface FileDescription {
  readonly length: number;
  readonly hashes: { readonly sha256: string };
  readonly custom?: unknown;
}

export interface TargetsMetadata extends Header<'targets'> {
  /** Files by their paths. */
  readonly targets: Readonly<Record<string, FileDescription>>;
}

interface MetaDescription {
  readonly version: number;
  readonly length?: number;
  readonly hashes?: { readonly sha256: string };
}

export interface SnapshotMetadata extends Header<'snapshot'> {
  readonly meta: Readonly<Record<string, MetaDescription>>;
}

export interface TimestampMetadata extends Header<'timestamp'> {
  readonly meta: Readonly<Record<string, MetaDescription>>;
}

export type Metadata = RootMetadata | TargetsMetadata | SnapshotMetadata | TimestampMetadata;

/** Metadata with its signatures, as it is stored and sent. */
export interface Envelope<Signed extends Metadata = Metadata> {
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
  readonly signed: Signed;
}

/** Returns the fields that all metadata begins with. */
export function describeHeader<Role extends RoleName>(role: Role, version: number, expires: Date): Header<Role> {
  return { _type: role, spec_version: specVersion, version, expires: formatTime(expires) };
}

function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

/** Signs metadata with every key. */
export function signMetadata<Signed extends Metadata>(signed: Signed, keys: readonly SigningKey[]): Envelope<Signed> {
  const text = canonicalJSON(signed);
  return { signatures: keys.map((key) => ({ keyid: key.keyID, sig: signText(text, key) })), signed };
}

/** Adds the signatures of further keys, for a role whose keys are in different places. */
export function addSignatures<Signed extends Metadata>(
  envelope: Envelope<Signed>,
  keys: readonly SigningKey[],
): Envelope<Signed> {
  const added = signMetadata(envelope.signed, keys).signatures;
  const isReplaced = (keyid: string) => added.some((signature) => signature.keyid === keyid);
  const kept = envelope.signatures.filter(({ keyid }) => !isReplaced(keyid));
  return { signatures: [...kept, ...added], signed: envelope.signed };
}

/** Returns the text of an envelope as it is stored. */
export function formatEnvelope(envelope: Envelope): string {
  return canonicalJSON(envelope);
}
