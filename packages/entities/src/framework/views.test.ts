import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { redact } from './access.ts';
import { type AnyEntity, defineEntity, type EntitySpec } from './definition.ts';
import { redactForSelf, redactForView, selfViewOf, viewNamesFor, viewsOf } from './views.ts';

type Person = { id: string; email?: string; salary?: number };
const entityOf = (parts: Partial<EntitySpec<Person>>): AnyEntity =>
  defineEntity<Person>({
    name: 'people',
    noun: 'person',
    description: 'People',
    owner: 'identity',
    schema: z.object({ id: z.string(), email: z.string().optional(), salary: z.number().optional() }),
    history: 'newest',
    may: { find: 'signedIn', get: 'signedIn', create: 'account', patch: 'account', remove: 'account' },
    ...parts,
  });
const ada = { subjectID: 'u1', name: 'Ada', permissions: ['account'] as const };
const bob = { subjectID: 'u2', name: 'Bob', permissions: [] };

describe('viewsOf', () => {
  it('returns one view if all subjects see the same', () => {
    const open = entityOf({});
    expect(viewsOf(open).map(({ name }) => name)).toEqual(['people:all']);
    expect([viewNamesFor(open, ada), viewNamesFor(open, bob)]).toEqual([['people:all'], ['people:all']]);
  });

  it('returns only the view of own documents if no others are visible', () => {
    const own = entityOf({
      may: { find: 'selfOr:account', get: 'selfOr:account', create: 'nobody', patch: 'nobody', remove: 'nobody' },
    });
    expect(viewNamesFor(own, bob)).toEqual(['people:self:u2']);
    expect(viewNamesFor(own, ada)).toEqual(['people:all', 'people:self:u1']);
  });

  it('returns no view if the documents cannot be read', () => {
    const may = { find: 'account', get: 'account', create: 'nobody', patch: 'nobody', remove: 'nobody' } as const;
    expect(viewNamesFor(entityOf({ may }), bob)).toEqual([]);
    expect(viewNamesFor(entityOf({ may: { ...may, get: 'nobody' } }), ada)).toEqual([]);
  });

  it('shows each subject the same as a get', () => {
    const hiding = entityOf({ hide: { email: 'unlessSelfOr:account', salary: 'unlessSelfOr:controlPanel' } });
    const document = { id: 'u2', email: 'b@example.com', salary: 3 };
    const all = (['account', 'controlPanel'] as const).flatMap((one) => [
      [],
      [one],
      ['account', 'controlPanel'] as const,
    ]);
    for (const permissions of all) {
      const subject = { subjectID: 'u3', name: 'Eve', permissions };
      const [name] = viewNamesFor(hiding, subject);
      const view = viewsOf(hiding).find((candidate) => candidate.name === name);
      expect(view && redactForView(hiding, document, view)).toEqual(redact(hiding, document, subject));
    }
    expect(selfViewOf(hiding, 'u2')).toBe('people:self:u2');
    expect(redactForSelf(hiding, document, 'u2')).toEqual(document);
  });
});
