// @vitest-environment happy-dom
import { field } from '@cellwright/fields';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { wrapIn } from '../i18n/in-language.fixture.tsx';
import { FieldList } from './FieldList.tsx';
import type { EntryProps, FieldListProps, FieldProps, FormSetup, Values } from './field-props.ts';
import { formFields } from './form-fields.ts';
import { FormLookContext, gridLook } from './form-look.ts';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

const limits = z.object({
  low: field(z.number().default(1), { label: 'Low', unit: 'ms' }),
  high: field(z.number().default(2), { label: 'High', unit: 'ms' }),
});
const port = z.object({ id: z.string().meta({ label: 'Id' }), name: field(z.string(), { label: 'Port name' }) });
const schema = z.object({
  kind: z.literal('X'),
  name: field(z.string().default('Left'), { label: 'Name' }),
  variable: field(z.string(), { label: 'Variable', control: 'variable' }),
  token: field(z.string(), { label: 'Token', isSecret: true }),
  side: field(z.enum(['left', 'right']), { label: 'Side' }),
  limits: field(limits, { label: 'Limits', help: 'Times of a pulse' }),
  ports: field(z.array(port).max(2), { label: 'Ports' }),
});
const fields = formFields(schema, {
  text: (_path, _part, english) => english,
  choice: (_path, choice) => choice.toUpperCase(),
});

const Variable = ({ field: { label } }: FieldProps) => <p>{label} from a list</p>;
const Secret = ({ field: { label } }: FieldProps) => <p>{label} hidden</p>;
const Entry = ({ place, problem, children, onRemove }: EntryProps) => (
  <section>
    {children}
    <i>{problem}</i>
    <button type="button" onClick={onRemove}>{`Remove ${place}`}</button>
  </section>
);
const AddLabel = () => 'Add';
const Together = ({ prefix }: FieldListProps) => `Compound of ${prefix}`;
const form: FormSetup = {
  controls: { variable: Variable },
  Secret,
  list: { Entry, AddLabel, newEntry: (_list, place) => ({ name: `New ${place}` }) },
};

/** Shows a form and collects its changes. */
async function showForm(values: Values, others: Partial<FieldListProps> = {}, around = (shown: ReactNode) => shown) {
  const changes: Values[] = [];
  const page = document.createElement('div');
  const root = createRoot(page);
  const shared = { fields, values, problems: [], prefix: '', form, ...others };
  const list = <FieldList {...shared} onChange={(changed) => changes.push(changed)} />;
  const wrapped = await wrapIn('en', around(list));
  await act(async () => root.render(wrapped));
  const press = (name: string) => act(async () => buttonOf(page, name)?.click());
  return { page, changes, press };
}

function buttonOf(page: HTMLElement, name: string): HTMLButtonElement | undefined {
  return [...page.querySelectorAll('button')].find(({ textContent }) => textContent === name);
}

function inputValues(page: HTMLElement): string[] {
  return [...page.querySelectorAll('input')].map(({ value }) => value);
}

describe('FieldList', () => {
  it('shows the fields that have a label, with their values or defaults', async () => {
    const { page } = await showForm({ limits: { low: 500 } });
    expect(inputValues(page)).toEqual(['Left', '0.5 s', '0.002 s']);
    expect(page.textContent).not.toContain('Id');
  });

  it('shows the help of a group', async () => {
    const { page } = await showForm({});
    expect(page.textContent).toContain('Times of a pulse');
  });

  it('uses the control that a field names, and the control of secrets', async () => {
    const { page } = await showForm({});
    expect(page.textContent).toContain('Variable from a list');
    expect(page.textContent).toContain('Token hidden');
  });

  it('changes a choice by its value and shows its text', async () => {
    const { changes, press } = await showForm({});
    await press('RIGHT');
    expect(changes).toEqual([{ side: 'right' }]);
  });

  it('adds entries up to the maximum, and removes them', async () => {
    const one = await showForm({ ports: [{ id: 'a', name: 'A' }] });
    await one.press('Add');
    await one.press('Remove 1');
    expect(one.changes).toEqual([{ ports: [{ id: 'a', name: 'A' }, { name: 'New 2' }] }, { ports: [] }]);
    const full = await showForm({ ports: [{ name: 'A' }, { name: 'B' }] });
    expect(buttonOf(full.page, 'Add')?.disabled).toBe(true);
  });

  it('shows problems at a field, a list and an entry', async () => {
    const problems = [
      { fieldId: 'name', message: 'Name is taken' },
      { fieldId: 'ports', message: 'Add a port' },
      { fieldId: 'ports.0', message: 'Same port twice' },
      { fieldId: 'ports.0.name', message: 'Enter a name' },
    ];
    const { page } = await showForm({ ports: [{ name: '' }] }, { problems });
    for (const { message } of problems) expect(page.textContent).toContain(message);
  });

  it('shows numbers in the units of the schema in a grid', async () => {
    const { page } = await showForm({ limits: { low: 500 } }, {}, (shown) => (
      <FormLookContext value={gridLook}>{shown}</FormLookContext>
    ));
    expect(inputValues(page)).toEqual(['Left', '500 ms', '2 ms']);
  });

  it('shows the fields of a compound with its control', async () => {
    const compound: FormSetup['compound'] = {
      isIn: (shown) => shown.some(({ name }) => name === 'low'),
      has: (name) => name === 'low',
      Control: Together,
    };
    const { page } = await showForm({ limits: { low: 500 } }, { form: { ...form, compound } });
    expect(page.textContent).toContain('Compound of limits.');
    expect(inputValues(page)).toEqual(['Left', '0.002 s']);
  });
});
