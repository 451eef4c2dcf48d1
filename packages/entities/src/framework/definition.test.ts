import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { allEntities } from '../entities.ts';
import { isAbout, leaveOf, redact, requireLeave, requireVisibleFields, type Subject } from './access.ts';
import { defineEntity, operations } from './definition.ts';
import { prepareDraft } from './prepare.ts';
import { httpQuerySchema, queryOfHttp, sortOf } from './query.ts';

const toolSchema = z.object({
  id: z.string(),
  name: z.string().min(1, 'A tool needs a name'),
  massKg: z.number().default(1),
  owner: z.object({ id: z.string() }).default({ id: 'nobody' }),
  phone: z.string().optional(),
});
const tools = defineEntity({
  name: 'handTools',
  noun: 'hand tool',
  description: 'Tools of people',
  owner: 'library',
  schema: toolSchema,
  idPrefix: 'equipment',
  history: 'newest',
  may: { find: 'signedIn', get: 'selfOr:account', create: 'account', patch: 'selfOr:account', remove: 'nobody' },
  hide: { phone: 'unlessSelfOr:account' },
  filters: { 'owner.id': 'string', massKg: 'number' },
  search: ['name'],
  sort: ['name', 'massKg'],
});

const person = (subjectID: string, ...permissions: Subject['permissions']): Subject => ({
  subjectID,
  name: 'Ada',
  permissions,
});

describe('defineEntity', () => {
  it('keeps the migrations in the schemas derived from a document', () => {
    const rename = (value: unknown) =>
      typeof value === 'object' && value !== null && 'title' in value ? { name: value.title, ...value } : value;
    const { answer, create } = defineEntity({ ...tools, create: undefined, schema: z.preprocess(rename, toolSchema) });
    expect(create.parse({ title: 'Hammer' })).toMatchObject({ name: 'Hammer' });
    expect(z.toJSONSchema(answer, { unrepresentable: 'any' })).toMatchObject({
      properties: { version: {}, name: {}, massKg: {} },
    });
  });

  it('fills in what follows from the name', () => {
    expect([tools.path, tools.key, tools.order, tools.pageLimit]).toEqual(['hand-tools', 'id', ['-createdAt'], 200]);
  });

  it('derives a create schema with an optional id and a patch schema with optional fields', () => {
    expect(tools.create.safeParse({ name: 'Wrench' }).success).toBe(true);
    expect(tools.create.safeParse({}).success).toBe(false);
    expect(tools.patch.safeParse({ massKg: null }).success).toBe(true);
    expect(tools.patch.safeParse({ massKg: 'heavy' }).success).toBe(false);
  });
});

describe.each(allEntities.map((entity) => [entity.name, entity] as const))('%s', (_name, entity) => {
  it('has a JSON schema for every body and response', () => {
    for (const schema of [entity.create, entity.patch, entity.answer, entity.listed])
      expect(Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).length).toBeGreaterThan(1);
  });

  it('sorts by every field of its default order and declares the access for every operation', () => {
    expect(sortOf(entity, entity.order)).toEqual(entity.order);
    for (const operation of operations) expect(entity.may[operation]).toBeTruthy();
  });
});

describe('access to an entity', () => {
  it('resolves signedIn, permission, selfOr and nobody', () => {
    expect(leaveOf(tools, 'find', person('u1'))).toBe('yes');
    expect(leaveOf(tools, 'create', person('u1'))).toBe('no');
    expect(leaveOf(tools, 'create', person('u1', 'account'))).toBe('yes');
    expect(leaveOf(tools, 'get', person('u1'))).toBe('self');
    expect(leaveOf(tools, 'remove', person('u1', 'account'))).toBe('no');
  });

  it('names the missing permission and who can grant it when refused', () => {
    expect(() => requireLeave(tools, 'create', person('u1', 'connectToRobot'))).toThrow(
      "This needs the permission 'Account', which Ada does not have. A user with the permission 'Account' can grant it",
    );
    expect(() => requireLeave(tools, 'remove', person('u1', 'account'))).toThrow('cannot be changed this way');
  });

  it('omits fields that the subject must not see', () => {
    const document = { id: 'u2', name: 'Bob', phone: '1' };
    expect(isAbout(tools, document, person('u2'))).toBe(true);
    expect(redact(tools, document, person('u1'))).toEqual({ id: 'u2', name: 'Bob' });
    expect(redact(tools, document, person('u2'))).toEqual(document);
    expect(redact(tools, document, person('u1', 'account'))).toEqual(document);
  });

  it('refuses filters and sorts by fields that the subject must not see', () => {
    const ask = (query: { where?: Record<string, unknown>; sort?: string[] }, subject: Subject) => () =>
      requireVisibleFields(tools, { where: {}, sort: [], ...query }, subject);
    expect(ask({ where: { phone: ['1'] } }, person('u1'))).toThrow("by 'phone' needs the permission 'Account'");
    expect(ask({ sort: ['-phone'] }, person('u1'))).toThrow("by 'phone' needs the permission 'Account'");
    expect(ask({ where: { phone: ['1'] } }, person('u1', 'account'))).not.toThrow();
    expect(ask({ where: { massKg: [1] }, sort: ['name'] }, person('u1'))).not.toThrow();
  });
});

describe('prepareDraft', () => {
  const prepare = (mode: 'create' | 'replace' | 'patch', document: unknown, previous?: object) =>
    prepareDraft(tools, {
      mode,
      text: JSON.stringify(document),
      id: mode === 'create' ? undefined : 'tool_1',
      previous: previous && JSON.stringify(previous),
    });

  it('completes a draft with defaults and an id and describes it for finds', () => {
    const prepared = prepare('create', { name: 'Wrench', owner: { id: 'u1' } });
    expect(prepared).toMatchObject({ ok: true, document: { id: expect.stringMatching(/^equipment_/) } });
    expect(prepared.ok && prepared.document.fields).toMatchObject({ name: 'Wrench', massKg: 1, 'owner.id': 'u1' });
  });

  it('keeps the id and drops the stamps of a response', () => {
    const sent = { id: 'tool_2', name: 'Wrench', version: 7, updatedByName: 'Mallory' };
    for (const mode of ['replace', 'patch'] as const) {
      const prepared = prepare(mode, sent, { id: 'tool_1', name: 'Old' });
      expect(prepared.ok && JSON.parse(prepared.document.body)).toMatchObject({ id: 'tool_1', name: 'Wrench' });
      expect(prepared.ok && prepared.document.body).not.toContain('Mallory');
    }
  });

  it('refuses unknown fields by their names', () => {
    const stored = { id: 'tool_1', name: 'Old', colour: 'red', owner: { id: 'u1' } };
    expect(prepare('create', { name: 'Wrench', masKg: 2 })).toMatchObject({
      problems: [{ fieldId: 'masKg', message: "There is no field 'masKg' here. Did you mean 'massKg'?" }],
    });
    expect(prepare('patch', { owner: { name: 'Ada' } }, stored)).toMatchObject({
      problems: [{ fieldId: 'owner.name' }],
    });
    expect(prepare('patch', { massKg: 2, phone: null }, stored)).toMatchObject({ ok: true });
  });

  it('refuses a value that cannot be stored, with its path', () => {
    const draft = { mode: 'create', text: '{"name":"Wrench","massKg":1e999}' } as const;
    expect(prepareDraft(tools, draft)).toMatchObject({
      problems: [{ fieldId: 'massKg', message: "'massKg' has a number that is not finite" }],
    });
    expect(prepare('create', { name: 'a\u202eb' })).toMatchObject({ problems: [{ fieldId: 'name' }] });
  });

  it('refuses a field that an object has twice, because only one would be stored', () => {
    const draft = { mode: 'create', text: '{"name":"Wrench","owner":{"id":"u1","id":"u2"}}' } as const;
    expect(prepareDraft(tools, draft)).toMatchObject({
      problems: [{ message: "The field 'id' is in one object twice. Remove one" }],
    });
  });

  it('reports every problem at its field', () => {
    expect(prepare('create', { name: '', massKg: 'x' })).toEqual({
      ok: false,
      problems: [
        { kind: 'invalidConfiguration', message: 'A tool needs a name', fieldId: 'name' },
        { kind: 'invalidConfiguration', message: 'This must be a number', fieldId: 'massKg' },
      ],
    });
    expect(prepare('create', [1])).toMatchObject({ ok: false });
  });
});

describe('httpQuerySchema', () => {
  const read = (address: string) => {
    const entries = [...new URLSearchParams(address)];
    const grouped = Object.fromEntries(
      entries.map(([name]) => {
        const values = entries.filter(([other]) => other === name).map(([, value]) => value);
        return [name, values.length === 1 ? values[0] : values];
      }),
    );
    return queryOfHttp(tools, { ...httpQuerySchema(tools).parse(grouped) });
  };

  it('reads typed filters, alternatives, words, order and page', () => {
    expect(read('massKg=2&massKg=3&owner.id=u1&search=wrench&sort=-name,massKg&limit=5&offset=10')).toEqual({
      where: { massKg: [2, 3], 'owner.id': ['u1'] },
      search: 'wrench',
      sort: ['-name', 'massKg'],
      limit: 5,
      offset: 10,
    });
  });

  it('refuses a filter of the wrong type, an unknown one by name, and an unsupported sort', () => {
    expect(() => read('massKg=heavy')).toThrow();
    expect(() => read('masskg=2')).toThrow('masskg');
    expect(() => read('sort=phone')).toThrow("A hand tool cannot be sorted by 'phone'. Choose from name, massKg");
  });
});
