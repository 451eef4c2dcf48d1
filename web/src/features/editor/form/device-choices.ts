import { type Expression, type NetworkSensor, sensorInterfaceSchema } from '@cellwright/domain/routine';
import { findNamed } from '@cellwright/equipment/capabilities';
import type { CellEnvironment } from '@cellwright/steps/contracts';

type Equipment = CellEnvironment['equipment'];

export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface ActionChoices {
  readonly choices: readonly Choice[];
  /** Value of the selected choice; '' for none. */
  readonly chosen: string;
}

/**
 * Returns the actions of a device, and the stored value if the device does not have it. A name selects its action, too.
 */
export function actionChoices(equipment: Equipment, equipmentID: unknown, written: string): ActionChoices {
  const actions = equipment?.find(({ id }) => id === equipmentID)?.descriptions?.actions?.actions ?? [];
  const choices = actions.map(({ id, name }) => ({ value: id, label: name }));
  if (written === '') return { choices, chosen: '' };
  const known = findNamed(actions, written);
  if (known) return { choices, chosen: known.id };
  return { choices: [...choices, { value: written, label: written }], chosen: written };
}

/** Returns the sensors of devices on the network, each as one choice: its value is the JSON of device and sensor. */
export function networkSensorChoices(equipment: Equipment): Choice[] {
  return (equipment ?? []).flatMap(({ id, name, descriptions }) => {
    const actions = descriptions?.actions;
    if (!actions || !isOnNetwork(actions.sensorKind)) return [];
    return actions.sensors.map((sensor) => ({
      value: JSON.stringify([id, sensor.id]),
      label: `${name}: ${sensor.name}`,
    }));
  });
}

/** Returns the expression that reads the sensor of a choice; undefined if the device no longer exists. */
export function readNetworkSensor(equipment: Equipment, choice: string): Expression | undefined {
  const found = networkSensorChoices(equipment).find(({ value }) => value === choice);
  if (!found) return undefined;
  const [equipmentID, sensorID]: unknown[] = JSON.parse(choice);
  const kind = equipment?.find(({ id }) => id === equipmentID)?.descriptions?.actions?.sensorKind;
  return { kind: 'sensor', sensor: sensorInterfaceSchema.parse({ kind, equipmentID, sensorID }) };
}

/** Returns the choice of a stored sensor; a sensor that a file refers to by name is found by that name. */
export function choiceOfSensor(equipment: Equipment, { equipmentID, sensorID }: NetworkSensor): string {
  const sensors = equipment?.find(({ id }) => id === equipmentID)?.descriptions?.actions?.sensors ?? [];
  const id = sensorID === undefined ? undefined : (findNamed(sensors, sensorID)?.id ?? sensorID);
  return JSON.stringify([equipmentID, id]);
}

const isOnNetwork = (kind: string) => kind === 'modbusTCP' || kind === 'haasNGC';
