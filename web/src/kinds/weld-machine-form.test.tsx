import { contractOf } from '@cellwright/equipment/contracts';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { formFields } from '../forms/form-fields.ts';
import { readText, wrapIn } from '../i18n/in-language.fixture.tsx';
import { ui } from './devices/WeldMachineGeneric.tsx';

const english = {
  text: (_path: string, _part: string, text: string) => text,
  choice: (_path: string, choice: string) => choice,
};
const form = { controls: {}, list: { Entry: () => null, AddLabel: () => null, newEntry: () => ({}) } };

/** Returns the text of the form for an interface. */
async function readForm(values: Readonly<Record<string, unknown>>): Promise<string> {
  const { Form } = ui;
  if (!Form) throw new Error('it has no form');
  const fields = formFields(contractOf('WeldMachineGeneric').config, english);
  const shown = <Form fields={fields} values={values} problems={[]} prefix="" form={form} onChange={() => undefined} />;
  return readText(renderToStaticMarkup(await wrapIn('en', shown)));
}

describe('The form of a weld machine', () => {
  it('has ports for a wired machine, and positions for one on a network', async () => {
    const [wired, modbus] = [await readForm({}), await readForm({ interface: 'modbus' })];
    expect(wired).toContain('Output: weld start');
    expect(wired).not.toContain('Positions of the signals');
    expect(modbus).toContain('Positions of the signals');
    expect(modbus).toContain('First register to the machine');
    expect(modbus).not.toContain('Output: weld start');
    expect(modbus).not.toContain('Assemblies');
  });
});
