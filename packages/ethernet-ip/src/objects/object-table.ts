import { type CIPReply, type CIPRequest, generalStatus, refuse, reply, services } from '../cip/message.ts';
import { ByteReader, ByteWriter, noBytes } from '../wire/bytes.ts';

export interface Attribute {
  readonly read: () => Uint8Array;
  /** Returns the general status. Absent for a read-only attribute. */
  readonly write?: (data: Uint8Array) => number;
}

export interface ObjectInstance {
  readonly attributes: ReadonlyMap<number, Attribute>;
  /** Attributes in the answer to GetAttributesAll; absent if the object does not have that service. */
  readonly all?: readonly number[];
  /** Carries out the service Reset; returns the general status. */
  readonly reset?: () => number;
}

/** Instances of a class by number; 0 has the attributes of the class itself. */
export type ObjectClass = ReadonlyMap<number, ObjectInstance>;

export function defineClass(revision: number, instances: ReadonlyMap<number, ObjectInstance>): ObjectClass {
  const u16 = (value: number): Attribute => ({ read: () => new ByteWriter().u16(value).finish() });
  const attributes = new Map([
    [1, u16(revision)],
    [2, u16(Math.max(0, ...instances.keys()))],
    [3, u16(instances.size)],
  ]);
  return new Map([[0, { attributes }], ...instances]);
}

/** Answers the common services of an object. */
export function answerObject(classes: ReadonlyMap<number, ObjectClass>, { service, path, data }: CIPRequest): CIPReply {
  if (path === undefined) return refuse(generalStatus.pathSegmentError);
  const { classID = -1, instanceID = path.connectionPoints[0] ?? 0, attributeID } = path;
  const instance = classes.get(classID)?.get(instanceID);
  if (!instance) return refuse(generalStatus.pathUnknown);
  switch (service) {
    case services.getAttributesAll:
      return readAll(instance);
    case services.getAttributeList:
      return readList(instance, data);
    case services.getAttributeSingle:
      return readSingle(instance, attributeID);
    case services.setAttributeSingle:
      return writeSingle(instance, attributeID, data);
    case services.reset:
      return resetInstance(instance, data);
    default:
      return refuse(generalStatus.serviceNotSupported);
  }
}

function readAll({ attributes, all }: ObjectInstance): CIPReply {
  if (!all) return refuse(generalStatus.serviceNotSupported);
  const writer = new ByteWriter();
  for (const id of all) writer.raw(attributes.get(id)?.read() ?? noBytes);
  return reply(writer.finish());
}

function readList({ attributes }: ObjectInstance, data: Uint8Array): CIPReply {
  const reader = new ByteReader(data);
  const count = reader.u16();
  if (data.length < 2 + count * 2) return refuse(generalStatus.tooLittleData);
  if (data.length > 2 + count * 2) return refuse(generalStatus.tooMuchData);
  const writer = new ByteWriter().u16(count);
  let status: number = generalStatus.ok;
  for (let index = 0; index < count; index += 1) {
    const id = reader.u16();
    const attribute = attributes.get(id);
    if (!attribute) status = generalStatus.attributeListError;
    writer.u16(id).u16(attribute ? generalStatus.ok : generalStatus.attributeNotSupported);
    writer.raw(attribute?.read() ?? noBytes);
  }
  return { status, data: writer.finish() };
}

function readSingle({ attributes }: ObjectInstance, id: number | undefined): CIPReply {
  const attribute = id === undefined ? undefined : attributes.get(id);
  return attribute ? reply(attribute.read()) : refuse(generalStatus.attributeNotSupported);
}

function writeSingle({ attributes }: ObjectInstance, id: number | undefined, data: Uint8Array): CIPReply {
  const attribute = id === undefined ? undefined : attributes.get(id);
  if (!attribute) return refuse(generalStatus.attributeNotSupported);
  return refuse(attribute.write ? attribute.write(data) : generalStatus.notSettable);
}

function resetInstance({ reset }: ObjectInstance, data: Uint8Array): CIPReply {
  if (!reset) return refuse(generalStatus.serviceNotSupported);
  if (data.length > 1) return refuse(generalStatus.tooMuchData);
  return refuse(reset());
}
