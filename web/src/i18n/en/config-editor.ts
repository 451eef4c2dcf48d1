import type { Texts } from '../en.ts';

/** Texts of the editor of the robot's configuration. */
export const configEditorEn = {
  title: 'Configuration',
  help: 'Names and use of the robot of this cell. Every change is in the audit log.',
  failed: 'The configuration could not be loaded',
  saved: 'Configuration saved',
  save: 'Save configuration',
  identity: 'Identity',
  alias: 'Name',
  aliasHelp: 'Shown to other systems',
  robotId: 'Serial name',
  robotIdHelp: 'As programs read it',
  access: 'Access from outside',
  applicationUrl: 'Address of the application',
  applicationUrlHelp: 'http:// or https://',
  tunnelId: 'Tunnel ID',
  use: 'Use',
  mode: 'Operation mode',
  modes: { live: 'Live', assembly: 'Assembly' },
  modeHelp: {
    live: 'The robot can be moved, and programs can connect.',
    assembly: 'For work on the robot: no one can move it, live or simulated, and programs cannot connect.',
  },
  tooLong: 'At most {{maximum}} characters',
  controlCharacters: 'Must not contain control characters',
  notAddress: 'Enter an address that starts with http:// or https://',
} as const;

export type ConfigEditorTexts = Texts<typeof configEditorEn>;
