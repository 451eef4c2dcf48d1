/** What every device with variables must tell. */
import { variablesLiveStateSchema } from '../capabilities/index.ts';
import { equal, holds } from './expect.ts';
import { type DeviceCase, demand, onAnyDevice } from './rig.ts';

export const variablesCases: readonly DeviceCase[] = [
  onAnyDevice('tells its variables, each once, as it shows them', async ({ driver, pass }) => {
    await pass(1500);
    const { variables } = variablesLiveStateSchema.parse(driver.state());
    equal(demand(driver.capabilities.variables).list(), variables);
    equal(new Set(variables.map(({ name }) => name)).size, variables.length, 'names');
    holds(driver.state().connected, 'it is still connected');
  }),
];
