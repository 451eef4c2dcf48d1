/** German texts of contracts: they load together, apart from the texts of the page. */
import { deSharedDeviceFields } from './contracts/device-fields.ts';
import { deDeviceKinds } from './contracts/device-kinds.ts';
import { deOwnDeviceFields } from './contracts/device-own-fields.ts';
import { deOwnDeviceFieldsMore } from './contracts/device-own-fields-more.ts';
import {
  deActions,
  deChoices,
  deDeviceNames,
  dePorts,
  deRoles,
  deSensors,
  deSpeedProfiles,
} from './contracts/device-words.ts';
import { deSharedStepFields } from './contracts/step-fields.ts';
import { deStepKinds } from './contracts/step-kinds.ts';
import { deOwnStepFields } from './contracts/step-own-fields.ts';
import { deOwnStepFieldsMore } from './contracts/step-own-fields-more.ts';
import { deStepSentences } from './contracts/step-sentences.ts';

/** By place: kind, path of the field, text. */
export const deContracts = {
  stepKinds: deStepKinds,
  stepFields: { ...deOwnStepFields, ...deOwnStepFieldsMore },
  sharedStepFields: deSharedStepFields,
  sentences: deStepSentences,
  deviceKinds: deDeviceKinds,
  deviceFields: { ...deOwnDeviceFields, ...deOwnDeviceFieldsMore },
  sharedDeviceFields: deSharedDeviceFields,
  ports: dePorts,
  actions: deActions,
  sensors: deSensors,
  roles: deRoles,
  choices: deChoices,
  deviceNames: deDeviceNames,
  speedProfiles: deSpeedProfiles,
};
