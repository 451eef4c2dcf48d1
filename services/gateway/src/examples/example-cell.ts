import { freeName, ProductError } from '@cellwright/domain/basics';
import { type ExampleRecord, type ExampleThing, exampleRecordSchema, type FlagName } from '@cellwright/domain/cell';
import { type CameraCalibration, type EquipmentRecord, equipmentRecordSchema } from '@cellwright/domain/equipment';
import type { RobotKind } from '@cellwright/domain/robot';
import type { ContactSurface, LoosePart } from '@cellwright/domain/space';
import { anyEntity, type EntityName, leaveOf, type Subject } from '@cellwright/entities';
import { capabilitiesOfKind } from '@cellwright/equipment/contracts';
import type { CallScope } from '@cellwright/service-kit/calls';
import { subjectOfAuthor } from '../calls/subject-of-author.ts';
import type { EntityAccess, ShownDocument } from '../domain/entity-access.ts';
import type { Identity } from '../domain/identity.ts';

export type Author = CallScope['author'];
/** Objects that are documents of the cell. */
export type DocumentThing = Extract<ExampleThing, EntityName>;

/** Surfaces that the tools of the simulated robot and of a twin can press on. */
export interface Surfaces {
  /** Returns the surfaces that all of these robots have. */
  read(identity: Identity): Promise<readonly ContactSurface[]>;
  /** Adds surfaces, replacing those with the same names. */
  put(identity: Identity, surfaces: readonly ContactSurface[]): Promise<void>;
  /**
   * Removes a surface if it equals the given one. Returns false if a robot has a different surface with its name, which
   * is not removed.
   */
  remove(identity: Identity, surface: ContactSurface): Promise<boolean>;
}

/** Loose parts around the simulated robot. */
export interface LooseParts {
  /** True if all of these parts are there, unchanged. */
  hasAll(author: Author, parts: readonly LoosePart[]): Promise<boolean>;
  /** Adds parts, replacing those with the same names. */
  put(author: Author, parts: readonly LoosePart[]): Promise<void>;
  /** Removes parts by their names, wherever they lie by now. */
  remove(author: Author, parts: readonly LoosePart[]): Promise<void>;
}

/** Devices on the flange of a robot; null for none. */
export interface Carried {
  /** The device on the flange: for example a changer. */
  readonly chosenID: string | null;
  /** The device whose TCP the arm moves. */
  readonly movedID: string | null;
}

/** Flanges of the simulated robot and of a twin. */
export interface Flanges {
  read(): Promise<ReadonlyMap<RobotKind, Carried>>;
  /** Mounts a device, or none. @throws ProductError if the robot is busy or another client controls it */
  mount(identity: Identity, robotKind: RobotKind, equipmentID: string | null): Promise<void>;
}

/** Calls of the library for examples. */
export interface ExampleLibrary {
  importRoutine(text: string, author: Author, key: string): Promise<{ routineID: string; version: number }>;
  /** Names of the routines that need devices and features, by the id of each. */
  listDependents(
    things: { equipment: string[]; flags: FlagName[] },
    author: Author,
  ): Promise<ReadonlyMap<string, readonly string[]>>;
}

export interface ExampleCellDeps {
  readonly access: EntityAccess;
  readonly surfaces: Surfaces;
  readonly flanges: Flanges;
  readonly looseParts: LooseParts;
}

/** The cell from the view of an example, with the permissions of the caller. */
export class ExampleCell {
  private readonly deps: ExampleCellDeps;
  private readonly author: Author;
  readonly subject: Subject;

  constructor(deps: ExampleCellDeps, author: Author) {
    this.deps = deps;
    this.author = author;
    this.subject = subjectOfAuthor(author);
  }

  /** Returns the capabilities of the enabled devices, by id. */
  async listDevices(): Promise<ReadonlyMap<string, readonly string[]>> {
    const enabled = (await this.findDevices()).filter(({ isEnabled }) => isEnabled);
    return new Map(enabled.map(({ id, config }) => [id, capabilitiesOfKind(config.kind)]));
  }

  private async readDeviceNames(): Promise<ReadonlySet<string>> {
    return new Set((await this.findDevices()).map(({ config }) => config.name));
  }

  private async findDevices(): Promise<EquipmentRecord[]> {
    const query = { where: {}, search: '', sort: [], limit: 1000, offset: 0 };
    const { items } = await this.deps.access.find(anyEntity('equipment'), query, this.subject);
    return items.map(({ json }) => equipmentRecordSchema.parse(parse(json)));
  }

  /** Returns what the simulated robot and a twin carry. */
  readFlanges(): Promise<ReadonlyMap<RobotKind, Carried>> {
    return this.deps.flanges.read();
  }

  /** Mounts a tool with the capability on every robot that carries another. Returns what these carried before. */
  async mountTool(capability: string): Promise<NonNullable<ExampleRecord['toolsBefore']>> {
    const devices = await this.listDevices();
    const [toolID] = [...devices].find(([, capabilities]) => capabilities.includes(capability)) ?? [];
    const before: NonNullable<ExampleRecord['toolsBefore']> = {};
    for (const [robotKind, { chosenID, movedID }] of await this.readFlanges()) {
      if (toolID === undefined || devices.get(movedID ?? '')?.includes(capability)) continue;
      await this.deps.flanges.mount(this.identity, robotKind, toolID);
      before[robotKind] = chosenID;
    }
    return before;
  }

  /** Mounts the earlier tools again on robots that still carry a tool with the capability. */
  async mountEarlierTools(capability: string, before: NonNullable<ExampleRecord['toolsBefore']>): Promise<void> {
    const devices = await this.listDevices();
    for (const [robotKind, { movedID }] of await this.readFlanges()) {
      const earlierID = before[robotKind];
      if (earlierID === undefined || !devices.get(movedID ?? '')?.includes(capability)) continue;
      const isThere = earlierID !== null && (await this.findVersion('equipment', earlierID)) !== undefined;
      await this.deps.flanges.mount(this.identity, robotKind, isThere ? earlierID : null);
    }
  }

  /** Returns the names of the features that are on. */
  async listFlagsOn(): Promise<ReadonlySet<string>> {
    const entity = anyEntity('featureFlags');
    const { json } = await this.deps.access.get(entity, entity.singleton ?? '', undefined, this.subject);
    return new Set(Object.entries(Object(parse(json))).flatMap(([name, value]) => (value === true ? [name] : [])));
  }

  /** Returns the ids for which the cell has documents. */
  async findPresent(thing: DocumentThing, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const query = { where: { id: ids }, search: '', sort: [], limit: ids.length, offset: 0 };
    const { items } = await this.deps.access.find(anyEntity(thing), query, this.subject);
    return new Set(items.map(({ id }) => id));
  }

  /** Returns the version of a document; undefined if there is none. */
  async findVersion(thing: DocumentThing, id: string): Promise<number | undefined> {
    return (await this.findDocument(thing, id))?.version;
  }

  /** Adds a device with a configuration, which may contain only its kind. A name that is taken gets a number. */
  async addDevice(
    config: { readonly kind: string; readonly name?: unknown },
    key: string,
  ): Promise<ShownDocument & { readonly name: string }> {
    const { name } = config;
    const named = typeof name === 'string' ? { ...config, name: freeName(name, await this.readDeviceNames()) } : config;
    const json = Buffer.from(JSON.stringify({ config: named, isEnabled: true }));
    const made = await this.deps.access.create(anyEntity('equipment'), json, this.subject, key);
    return { ...made, name: equipmentRecordSchema.parse(parse(made.json)).config.name };
  }

  /** @throws ProductError forbidden without the control-panel PIN */
  async switchFlag(name: string, isOn: boolean, key: string): Promise<void> {
    const entity = anyEntity('featureFlags');
    const change = { json: Buffer.from(JSON.stringify({ [name]: isOn })), isMerge: true };
    await this.deps.access.save(entity, entity.singleton ?? '', change, this.subject, key);
  }

  async remove(thing: DocumentThing, id: string, version: number, key: string): Promise<void> {
    await this.deps.access.remove(anyEntity(thing), id, version, this.subject, key);
  }

  /** Returns the surfaces to press on; none for a caller without permission to read them. */
  async readSurfaces(): Promise<readonly ContactSurface[]> {
    return this.mayOperate ? this.deps.surfaces.read(this.identity) : [];
  }

  async putSurfaces(surfaces: readonly ContactSurface[]): Promise<void> {
    await this.deps.surfaces.put(this.identity, surfaces);
  }

  /** Returns false if the surface was changed and stays. */
  async removeSurface(surface: ContactSurface): Promise<boolean> {
    return this.deps.surfaces.remove(this.identity, surface);
  }

  /** Adds the calibration of a camera. */
  async addCalibration(calibration: CameraCalibration, key: string): Promise<ShownDocument> {
    const json = Buffer.from(JSON.stringify(calibration));
    return this.deps.access.create(anyEntity('cameraCalibrations'), json, this.subject, key);
  }

  hasLooseParts(parts: readonly LoosePart[]): Promise<boolean> {
    return this.deps.looseParts.hasAll(this.author, parts);
  }

  putLooseParts(parts: readonly LoosePart[]): Promise<void> {
    return this.deps.looseParts.put(this.author, parts);
  }

  removeLooseParts(parts: readonly LoosePart[]): Promise<void> {
    return this.deps.looseParts.remove(this.author, parts);
  }

  /** Returns all records, by the name of the example. */
  async listRecords(): Promise<ReadonlyMap<string, ExampleRecord & { readonly version: number }>> {
    const query = { where: {}, search: '', sort: [], limit: 1000, offset: 0 };
    const { items } = await this.deps.access.find(anyEntity('exampleRecords'), query, this.subject);
    return new Map(
      items.map(({ id, version, json }) => [id, { ...exampleRecordSchema.parse(parse(json)), version }] as const),
    );
  }

  async saveRecord(record: ExampleRecord, version: number | undefined, key: string): Promise<number> {
    const entity = anyEntity('exampleRecords');
    const json = Buffer.from(JSON.stringify(record));
    const saved =
      version === undefined
        ? await this.deps.access.create(entity, json, this.subject, key)
        : await this.deps.access.save(
            entity,
            record.id,
            { json, isMerge: false, expectedVersion: version },
            this.subject,
            key,
          );
    return saved.version;
  }

  /** True if the caller may set up an object of this kind. */
  mayAdd(thing: ExampleThing): boolean {
    if (thing === 'contactSurfaces' || thing === 'mountedTools' || thing === 'looseParts') return this.mayOperate;
    const entity = anyEntity(thing);
    return leaveOf(entity, thing === 'featureFlags' ? 'patch' : 'create', this.subject) === 'yes';
  }

  private get mayOperate(): boolean {
    return this.subject.permissions.includes('connectToRobot');
  }

  private get identity(): Identity {
    const { accessId } = this.author;
    return { ...this.subject, ...(accessId !== '' && { accessID: accessId }) };
  }

  private async findDocument(thing: DocumentThing, id: string): Promise<ShownDocument | undefined> {
    try {
      return await this.deps.access.get(anyEntity(thing), id, undefined, this.subject);
    } catch (error) {
      if (error instanceof ProductError && absent.has(error.code)) return undefined;
      throw error;
    }
  }
}

const absent: ReadonlySet<string> = new Set(['not_found', 'routine_does_not_exist']);

function parse(json: Uint8Array): unknown {
  return JSON.parse(Buffer.from(json).toString('utf8'));
}
