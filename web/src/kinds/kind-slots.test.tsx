// @vitest-environment happy-dom

import { isCapabilityName } from '@cellwright/equipment/capabilities';
import { type AnyContract, equipmentKinds } from '@cellwright/equipment/contracts';
import { field } from '@cellwright/fields';
import { findStepContract } from '@cellwright/steps/contracts';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { formFields } from '../forms/form-fields.ts';
import { readText, wrapIn } from '../i18n/in-language.fixture.tsx';
import { DeviceFields } from './DeviceFields.tsx';
import { capabilityUIs, type DeviceUI, deviceFiles } from './device-ui.ts';
import { createKindFiles, type KindFile, type KindFiles } from './kind-files.ts';
import { StepFields } from './StepFields.tsx';
import { type StepUI, stepFiles } from './step-ui.ts';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

const polishArgs = z.object({
  passes: field(z.number().int().default(3), { label: 'Passes' }),
  force: field(z.number().default(20), { label: 'Force', unit: 'N' }),
});
const gantryConfig: AnyContract['config'] = z.object({
  kind: z.string(),
  name: field(z.string().default('Gantry'), { label: 'Name' }),
});
const english = {
  text: (_path: string, _part: string, text: string) => text,
  choice: (_path: string, choice: string) => choice,
};
const shared = {
  problems: [],
  prefix: '',
  form: { controls: {}, list: { Entry: () => null, AddLabel: () => null, newEntry: () => ({}) } },
  onChange: () => undefined,
} as const;
const cell = { globalVariables: [], spaceItems: [], equipment: [], safetyOutputs: [], codeBlocks: [] };

/** Returns the text on the page after the files have loaded. */
async function textOf(shown: ReactNode, files?: KindFiles<unknown>): Promise<string> {
  const page = document.createElement('div');
  const root = createRoot(page);
  const wrapped = await wrapIn('en', shown);
  await act(async () => root.render(wrapped));
  await act(async () => files?.loadAll());
  const text = readText(page.innerHTML);
  await act(async () => root.unmount());
  return text;
}

const stepForm = (kind: string, files?: KindFiles<StepUI>) => (
  <StepFields
    {...shared}
    kind={kind}
    fields={formFields(polishArgs, english)}
    values={{}}
    cell={cell}
    {...(files && { files })}
  />
);
const deviceForm = (kind: string, files?: KindFiles<DeviceUI>) => (
  <DeviceFields
    {...shared}
    kind={kind}
    fields={formFields(gantryConfig, english)}
    values={{ name: 'Left' }}
    {...(files && { files })}
  />
);

const testSteps = createKindFiles(import.meta.glob<KindFile<StepUI>>('./testing/Polish.fixture.tsx'));
const testDevices = createKindFiles(import.meta.glob<KindFile<DeviceUI>>('./testing/Gantry.fixture.tsx'));

describe('The form of a step', () => {
  it('comes from the file of its kind, with the generated fields that the file keeps', async () => {
    expect(testSteps.kinds).toEqual(['Polish']);
    expect(await textOf(stepForm('Polish', testSteps), testSteps)).toBe('Passes Path on the part');
  });

  it('comes from the contract for a kind without a file', async () => {
    expect(await textOf(stepForm('Polish'))).toBe('Passes Force');
    expect(await textOf(stepForm('Wait', testSteps))).toBe('Passes Force');
  });
});

describe('The configuration of a device', () => {
  it('comes from the file of its kind', async () => {
    expect(await textOf(deviceForm('Gantry', testDevices), testDevices)).toBe('Rail of Left');
  });

  it('comes from the contract for a kind without a file', async () => {
    expect(await textOf(deviceForm('Gantry'))).toBe('Name');
  });
});

const Polished = () => 'Polished';
const polished: StepUI = { Form: Polished };

describe('createKindFiles', () => {
  it('loads a file on first use only, and again after a failure', async () => {
    const loads: string[] = [];
    const files = createKindFiles<StepUI>(
      {
        './steps/Polish.tsx': async () => {
          loads.push('Polish');
          if (loads.length === 1) throw new Error('offline');
          return { ui: polished };
        },
      },
      (load) => load(),
    );
    expect(loads).toEqual([]);
    expect(await textOf(stepForm('Wait', files))).toBe('Passes Force');
    expect(loads).toEqual([]);
    expect(await textOf(stepForm('Polish', files))).toBe('Polished');
    expect(await textOf(stepForm('Polish', files))).toBe('Polished');
    expect(loads).toEqual(['Polish', 'Polish']);
  });
});

describe('Every file of the slot', () => {
  it('has the name of a kind or a capability', () => {
    expect(stepFiles.kinds.filter((kind) => !findStepContract(kind))).toEqual([]);
    expect(deviceFiles.kinds.filter((kind) => !equipmentKinds.some((known) => known === kind))).toEqual([]);
    expect([...capabilityUIs.keys()].filter((name) => !isCapabilityName(name))).toEqual([]);
  });

  it('exports its UI', async () => {
    const loaders = {
      ...import.meta.glob('./steps/*.tsx', { import: 'ui' }),
      ...import.meta.glob('./devices/*.tsx', { import: 'ui' }),
      ...import.meta.glob('./capabilities/*.tsx', { import: 'ui' }),
    };
    expect(Object.keys(loaders)).toContain('./steps/Waypoint.tsx');
    for (const [path, load] of Object.entries(loaders)) expect(await load(), path).toBeTypeOf('object');
  });
});
