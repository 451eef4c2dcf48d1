import { makePose, normalizeVec3, normVec3, quaternionFromRpy, transformPoint, type Vec3 } from '@cellwright/geometry';
import type { CollisionGeometry, Inertia, JointRange, LinkModel, Origin } from '../model/arm-model.ts';
import { zeroOrigin } from '../model/arm-model.ts';
import { findChild, findChildren, type XmlElement } from './xml.ts';

/** An unreadable value; caught by the reader of the document and reported to its author. */
export class UrdfValueError extends Error {}

/** A joint of any kind, as written. */
export interface UrdfJoint {
  readonly name: string;
  readonly type: string;
  readonly parent: string;
  readonly child: string;
  readonly origin: Origin;
  readonly axis: Vec3;
  readonly limits: JointRange;
  /** rad/s² and rad/s³, if the description extends its limits by them. */
  readonly acceleration?: number;
  readonly jerk?: number;
  readonly stopDeceleration?: number;
  /** Joint that this one follows: multiplier · its value + offset. */
  readonly mimic: Mimic | undefined;
  /** True if its velocity limit is written as 0, as exporters do for an unknown one: the default is used instead. */
  readonly hasNoVelocity: boolean;
}

export interface Mimic {
  /** Name of the followed joint; empty if the description names none. */
  readonly joint: string;
  readonly multiplier: number;
  readonly offset: number;
}

/** Default velocity limit of a joint, rad/s. */
const defaultVelocity = Math.PI;

function readName(element: XmlElement): string {
  return requireAttribute(element, 'name');
}

export function readJoint(element: XmlElement): UrdfJoint {
  return withName(element, readNamedJoint);
}

export function readLink(element: XmlElement): LinkModel {
  return withName(element, readNamedLink);
}

/** Reads a joint or a link. @throws UrdfValueError with its name. */
function withName<T>(element: XmlElement, read: (element: XmlElement, name: string) => T): T {
  const name = readName(element);
  try {
    return read(element, name);
  } catch (error) {
    const named = `${element.name} ${name}`;
    if (!(error instanceof UrdfValueError) || error.message.toLowerCase().includes(named.toLowerCase())) throw error;
    throw new UrdfValueError(`${error.message} (${named})`);
  }
}

function readNamedJoint(element: XmlElement, name: string): UrdfJoint {
  const type = requireAttribute(element, 'type');
  const limit = findChild(element, 'limit');
  return {
    name,
    type,
    parent: readLinkReference(element, 'parent'),
    child: readLinkReference(element, 'child'),
    origin: readOrigin(element),
    axis: readAxis(name, type, findChild(element, 'axis')),
    limits: readRange(name, type, limit),
    ...readOptional(limit, 'acceleration'),
    ...readOptional(limit, 'jerk'),
    ...readOptional(limit, 'stopDeceleration'),
    mimic: readMimic(findChild(element, 'mimic')),
    hasNoVelocity: limit !== undefined && readNumber(limit, 'velocity', defaultVelocity) === 0,
  };
}

function readMimic(mimic: XmlElement | undefined): Mimic | undefined {
  if (mimic === undefined) return undefined;
  return {
    joint: mimic.attributes.get('joint') ?? '',
    multiplier: readNumber(mimic, 'multiplier', 1),
    offset: readNumber(mimic, 'offset', 0),
  };
}

/** Returns the axis of a joint. A fixed joint has none, whatever is written: exporters write 0 0 0. */
function readAxis(name: string, type: string, axis: XmlElement | undefined): Vec3 {
  const usual: Vec3 = [1, 0, 0];
  const direction = axis === undefined || type === 'fixed' ? usual : readVector(axis, 'xyz', usual);
  if (normVec3(direction) < 1e-9) throw new UrdfValueError(`The axis of joint ${name} has no direction`);
  return keepUnit(direction);
}

function keepUnit(direction: Vec3): Vec3 {
  return Math.abs(normVec3(direction) - 1) < 1e-15 ? direction : normalizeVec3(direction);
}

function readOptional<Name extends string>(limit: XmlElement | undefined, name: Name): Partial<Record<Name, number>> {
  if (limit === undefined || !limit.attributes.has(name)) return {};
  const value: Partial<Record<Name, number>> = {};
  value[name] = readNumber(limit, name, 0);
  return value;
}

function readLinkReference(element: XmlElement, kind: 'parent' | 'child'): string {
  const reference = findChild(element, kind);
  if (reference === undefined) throw new UrdfValueError(`Joint ${readName(element)} has no ${kind} link`);
  return requireAttribute(reference, 'link');
}

/**
 * Returns the range of a joint: rad, metres if it slides. A continuous joint gets two turns, ±2π, because planning needs
 * an end. The limits of a sliding joint only place a finger, in any order; without limits it rests at 0.
 */
function readRange(name: string, type: string, limit: XmlElement | undefined): JointRange {
  const turn = 2 * Math.PI;
  const written = limit === undefined ? defaultVelocity : readNumber(limit, 'velocity', defaultVelocity);
  const velocity = written === 0 ? defaultVelocity : written;
  const effort = limit === undefined ? 0 : readNumber(limit, 'effort', 0);
  if (type === 'prismatic' && limit !== undefined) {
    const ends = [readNumber(limit, 'lower', 0), readNumber(limit, 'upper', 0)];
    return { lower: Math.min(...ends), upper: Math.max(...ends), velocity, effort };
  }
  if (type !== 'revolute') return { lower: -turn, upper: turn, velocity, effort };
  if (limit === undefined) throw new UrdfValueError(`Joint ${name} has no limits`);
  const lower = readNumber(limit, 'lower', 0);
  const upper = readNumber(limit, 'upper', 0);
  if (lower > upper) throw new UrdfValueError(`The lower limit of joint ${name} is above its upper limit`);
  if (!(velocity > 0)) throw new UrdfValueError(`The velocity limit of joint ${name} must not be below 0`);
  return { lower, upper, velocity, effort };
}

function readNamedLink(element: XmlElement, name: string): LinkModel {
  const collision = findChildren(element, 'collision').map((each) => readCollision(each, name));
  const inertial = findChild(element, 'inertial');
  return { name, collision, ...(inertial ? { inertia: readInertia(inertial) } : {}) };
}

function readInertia(element: XmlElement): Inertia {
  const mass = findChild(element, 'mass');
  const tensor = findChild(element, 'inertia');
  const moment = (name: string): number => (tensor === undefined ? 0 : readNumber(tensor, name, 0));
  return {
    mass: mass === undefined ? 0 : readNumber(mass, 'value', 0),
    origin: readOrigin(element),
    ixx: moment('ixx'),
    ixy: moment('ixy'),
    ixz: moment('ixz'),
    iyy: moment('iyy'),
    iyz: moment('iyz'),
    izz: moment('izz'),
  };
}

function readCollision(element: XmlElement, link: string): CollisionGeometry {
  const origin = readOrigin(element);
  const shape = findChild(element, 'geometry')?.children[0];
  if (shape === undefined) throw new UrdfValueError(`A collision element of link ${link} has no geometry`);
  requireExtent(shape, link);
  switch (shape.name) {
    case 'sphere':
      return { kind: 'sphere', center: origin.xyz, radius: readSize(shape, 'radius') };
    case 'box':
      return { kind: 'box', origin, size: readVector(shape, 'size') };
    case 'cylinder':
      return { kind: 'cylinder', origin, radius: readSize(shape, 'radius'), length: readSize(shape, 'length') };
    case 'capsule':
      return readCapsule(origin, readSize(shape, 'radius'), readSize(shape, 'length'));
    case 'mesh':
      return {
        kind: 'mesh',
        origin,
        uri: requireAttribute(shape, 'filename'),
        scale: readVector(shape, 'scale', [1, 1, 1]),
      };
    default:
      throw new UrdfValueError(`Geometry of kind ${shape.name}, of link ${link}, is not known`);
  }
}

/**
 * Attributes that must be positive, by kind of shape; a capsule without length is a sphere, and a mesh may be mirrored.
 */
const extents: Readonly<Record<string, readonly string[]>> = {
  sphere: ['radius'],
  box: ['size'],
  cylinder: ['radius', 'length'],
  capsule: ['radius'],
  mesh: ['scale'],
};

/**
 * Checks the size of a shape.
 * @throws UrdfValueError for a shape of size zero, as written by some exporters for missing shapes.
 */
function requireExtent(shape: XmlElement, link: string): void {
  for (const attribute of extents[shape.name] ?? []) {
    const text = shape.attributes.get(attribute);
    const values = text?.trim().split(/\s+/).map(Number) ?? [];
    const isEmpty = values.some((value) => (shape.name === 'mesh' ? value === 0 : value <= 0));
    if (!isEmpty) continue;
    const problem = `The ${shape.name} of link ${link} has no size (${attribute} ${shorten(text ?? '')})`;
    throw new UrdfValueError(`${problem}: give it one, or leave out its collision element`);
  }
}

/** Converts a URDF capsule, which lies along z; `length` is the part between the caps. */
function readCapsule(origin: Origin, radius: number, length: number): CollisionGeometry {
  const frame = makePose(origin.xyz, quaternionFromRpy(origin.rpy));
  const from = transformPoint(frame, [0, 0, -length / 2]);
  const to = transformPoint(frame, [0, 0, length / 2]);
  return { kind: 'capsule', from, to, radius };
}

function readOrigin(element: XmlElement): Origin {
  const origin = findChild(element, 'origin');
  if (origin === undefined) return zeroOrigin;
  return { xyz: readVector(origin, 'xyz', [0, 0, 0]), rpy: readVector(origin, 'rpy', [0, 0, 0]) };
}

function readVector(element: XmlElement, name: string, fallback?: Vec3): Vec3 {
  const text = fallback === undefined ? requireAttribute(element, name) : element.attributes.get(name);
  if (text === undefined) return fallback ?? [0, 0, 0];
  const [x, y, z, ...rest] = text.trim().split(/\s+/).map(parseNumber);
  if (x === undefined || y === undefined || z === undefined || rest.length > 0) {
    throw new UrdfValueError(`${element.name} ${name} must be three numbers, not '${shorten(text)}'`);
  }
  return [x, y, z];
}

function readSize(element: XmlElement, name: string): number {
  const size = parseNumber(requireAttribute(element, name));
  if (size === undefined || size < 0) throw new UrdfValueError(`${element.name} ${name} must be a length`);
  return size;
}

function readNumber(element: XmlElement, name: string, fallback: number): number {
  const text = element.attributes.get(name);
  if (text === undefined) return fallback;
  const value = parseNumber(text);
  if (value === undefined) throw new UrdfValueError(`${element.name} ${name} must be a number, not '${shorten(text)}'`);
  return value;
}

function parseNumber(text: string): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

function requireAttribute(element: XmlElement, name: string): string {
  const value = element.attributes.get(name);
  if (value === undefined || value === '') throw new UrdfValueError(`A ${element.name} element has no ${name}`);
  return value;
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
