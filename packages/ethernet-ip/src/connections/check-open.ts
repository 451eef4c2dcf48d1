import { type CIPReply, extendedStatus, refuseConnection } from '../cip/message.ts';
import type { CIPPath } from '../cip/path.ts';
import { classIDs, type DeviceIdentity, findKeyMismatch } from '../objects/device.ts';
import { connectionTypes, type ForwardOpen } from './forward-open.ts';

/** Kinds of connections: three of class 1, and connected explicit messages of class 3. */
export type ConnectionKind = 'exclusiveOwner' | 'inputOnly' | 'listenOnly' | 'explicit';

/** Instances and sizes of the assemblies, and the limits of intervals. */
export interface AdapterLayout {
  /** From the cell to the scanner. */
  readonly produced: { readonly instance: number; readonly size: number };
  /** From the scanner to the cell. */
  readonly consumed: { readonly instance: number; readonly size: number };
  readonly configuration: { readonly instance: number; readonly size: number };
  readonly inputOnlyInstance: number;
  readonly listenOnlyInstance: number;
  readonly minRPIMS: number;
  readonly maxRPIMS: number;
}

/** The convention of the field: 100, 150, 151, heartbeats 152 and 153; 32, 32 and 10 bytes. */
export const usualLayout: AdapterLayout = {
  produced: { instance: 100, size: 32 },
  consumed: { instance: 150, size: 32 },
  configuration: { instance: 151, size: 10 },
  inputOnlyInstance: 152,
  listenOnlyInstance: 153,
  minRPIMS: 8,
  maxRPIMS: 1000,
};

export type OpenCheck =
  | { readonly ok: true; readonly kind: ConnectionKind; readonly configuration: Uint8Array | undefined }
  | { readonly ok: false; readonly reply: CIPReply };

/** Bytes of the sequence number and of the run/idle header. */
const sequenceBytes = 2;
export const headerBytes = 4;
/** Server, application-triggered or change of state, class 3. */
const explicitTransport = { mask: 0x0f, value: 3 };
const cyclicClass1 = 0x01;

/** Checks a forward open against device and layout, regardless of other connections. */
export function checkOpen(open: ForwardOpen, device: DeviceIdentity, layout: AdapterLayout): OpenCheck {
  const { path, transport } = open;
  if (!path) return deny(refuseConnection(extendedStatus.segment));
  const mismatch = path.key && findKeyMismatch(device, path.key);
  if (mismatch) return deny(refuseConnection(extendedStatus[mismatch]));
  if (open.multiplierCode > 7) return deny(refuseConnection(extendedStatus.rpi));
  if (path.classID === classIDs.messageRouter) return checkExplicit(open);
  if (path.classID !== classIDs.assembly) return deny(refuseConnection(extendedStatus.path));
  // The direction bit is the originator's: 0 for a client. Cyclic is the only trigger.
  if (transport !== cyclicClass1) return deny(refuseConnection(extendedStatus.transport));
  const kind = findKind(path, layout);
  if (!kind) return deny(refuseConnection(extendedStatus.path));
  return checkCyclic(open, path, kind, layout);
}

function checkExplicit({ transport, consumed, produced }: ForwardOpen): OpenCheck {
  if ((transport & explicitTransport.mask) !== explicitTransport.value)
    return deny(refuseConnection(extendedStatus.transport));
  if (consumed.type !== connectionTypes.pointToPoint) return deny(refuseConnection(extendedStatus.consumedType));
  if (produced.type !== connectionTypes.pointToPoint) return deny(refuseConnection(extendedStatus.producedType));
  return { ok: true, kind: 'explicit', configuration: undefined };
}

function findKind({ instanceID, connectionPoints }: CIPPath, layout: AdapterLayout): ConnectionKind | undefined {
  const [consumedPoint, producedPoint, ...more] = connectionPoints;
  const isConfigured = instanceID === undefined || instanceID === layout.configuration.instance;
  if (!isConfigured || producedPoint !== layout.produced.instance || more.length > 0) return undefined;
  if (consumedPoint === layout.consumed.instance) return 'exclusiveOwner';
  if (consumedPoint === layout.inputOnlyInstance) return 'inputOnly';
  return consumedPoint === layout.listenOnlyInstance ? 'listenOnly' : undefined;
}

function checkCyclic(open: ForwardOpen, path: CIPPath, kind: ConnectionKind, layout: AdapterLayout): OpenCheck {
  const { consumed, produced } = open;
  if (consumed.type !== connectionTypes.pointToPoint) return deny(refuseConnection(extendedStatus.consumedType));
  if (produced.type !== connectionTypes.pointToPoint) return deny(refuseConnection(extendedStatus.producedType));
  const withHeader = sequenceBytes + headerBytes;
  const sizes = kind === 'exclusiveOwner' ? [withHeader + layout.consumed.size] : [sequenceBytes, withHeader, 0];
  if (!sizes.includes(consumed.size)) return deny(refuseConnection(extendedStatus.consumedSize));
  if (produced.size !== sequenceBytes + layout.produced.size)
    return deny(refuseConnection(extendedStatus.producedSize));
  const { configuration } = path;
  if (configuration && configuration.length > 0 && configuration.length !== layout.configuration.size)
    return deny(refuseConnection(extendedStatus.configurationSize));
  const outside = [consumed, produced].some(({ rpiUS }) => !isAcceptable(rpiUS, layout));
  if (outside) return deny(refuseIntervals(open, layout));
  return { ok: true, kind, configuration: configuration?.length ? configuration : undefined };
}

function isAcceptable(rpiUS: number, { minRPIMS, maxRPIMS }: AdapterLayout): boolean {
  return rpiUS >= minRPIMS * 1000 && rpiUS <= maxRPIMS * 1000;
}

/** Names the nearest acceptable intervals behind the status. */
function refuseIntervals({ consumed, produced }: ForwardOpen, { minRPIMS, maxRPIMS }: AdapterLayout): CIPReply {
  const nearest = ({ rpiUS }: { readonly rpiUS: number }) =>
    Math.min(Math.max(rpiUS, minRPIMS * 1000), maxRPIMS * 1000);
  const words = [consumed, produced].flatMap((direction) => {
    const value = nearest(direction);
    return [value % 0x1_0000, Math.floor(value / 0x1_0000)];
  });
  return refuseConnection(extendedStatus.rpiRange, 0, ...words);
}

/** Returns the actual packet interval for a requested one: the nearest multiple of 8 ms, µs. */
export function actualInterval(rpiUS: number): number {
  return Math.max(1, Math.round(rpiUS / 8000)) * 8000;
}

const deny = (reply: CIPReply): OpenCheck => ({ ok: false, reply });
