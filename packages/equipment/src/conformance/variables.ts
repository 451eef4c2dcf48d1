/** Conformance cases of every device with variables. */
import { variablesLiveStateSchema } from '../capabilities/index.ts';
import { equal, holds } from './expect.ts';
import { type DeviceCase, demand, onAnyDevice } from './rig.ts';

export const variablesCases: readonly DeviceCase[] = [
  onAnyDevice('reports its variables, each once, as in its live state', async ({ driver, pass }) => {
    await pass(1500);
    const { variables } = variablesLiveStateSchema.parse(driver.state());
    equal(demand(driver.capabilities.variables).list(), variables);
    equal(new Set(variables.map(({ name }) => name)).size, variables.length, 'names');
    holds(driver.state().connected, 'it is still connected');
  }),
];
