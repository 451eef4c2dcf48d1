import { equipmentLiveStateSchema } from '@cellwright/domain/equipment';
import * as z from 'zod';
import { defineContract } from '../../framework/contract.ts';
import { hostField, millisecondsField, nameField, portField, secretField } from '../../framework/fields.ts';

/** An FTP command is one line, so it must not contain a line end. */
const onOneLine = /^\P{Cc}*$/u;
/** A folder starts at the server's root, and no part of it leads up or looks like an option. */
const folderPattern = /^\/(?:[^\p{Cc}|;&$`<>*?"'\\{}!/.-][^\p{Cc}|;&$`<>*?"'\\{}!/]*(?:\/(?!$)|$))*$/u;

/** Port and time of the specification. */
const configSchema = z.object({
  kind: z.literal('FTPServer'),
  name: nameField('FTP server'),
  host: hostField('192.168.1.10'),
  port: portField(21),
  user: z
    .string()
    .min(1)
    .max(200)
    .regex(onOneLine, 'Enter a user on one line')
    .default('anonymous')
    .meta({ label: 'User', help: 'anonymous where the server asks for none' }),
  password: secretField('Password', 'Sent unencrypted: FTP has no encryption'),
  folder: z
    .string()
    .max(500)
    .regex(folderPattern, 'Enter an absolute folder, for example /programs')
    .default('/')
    .meta({ label: 'Folder', help: 'Files are listed, sent and deleted only below it' }),
  connectTimeoutMS: millisecondsField('Time to connect', 5000),
  timeoutMS: millisecondsField('Time to answer', 30_000, 'For one file or one list, to its end'),
});
export type FTPServerConfig = z.infer<typeof configSchema>;

export const ftpServerLiveStateSchema = equipmentLiveStateSchema;

export const ftpServerContract = defineContract({
  kind: 'FTPServer',
  label: 'FTP server',
  description:
    'A machine control or computer with files. Lists, reads, sends and deletes programs and records in one of its folders.',
  catalogue: { group: 'signals' },
  config: configSchema,
  liveState: ftpServerLiveStateSchema,
  capabilities: { files: ({ folder }) => ({ folder }) },
  secrets: ['password'],
  address: ({ host, port }) => ({ host, port }),
  examples: [
    {
      title: 'The program memory of a milling machine',
      config: configSchema.parse({ kind: 'FTPServer', name: 'Mill programs', user: 'cell', folder: '/USER/PROGRAMS' }),
    },
  ],
  sources: [
    'RFC 959 (FTP, passive mode), RFC 2428 (EPSV, over IPv6 only) and RFC 3659 (MLSD). Port 21 and 30 s are the specification’s.',
    'Nothing is encrypted: FTP over TLS is not offered. Keep the server in the network of the cell.',
    'A data connection goes to the address of the server itself: a host that it names in its answer to PASV is not looked at.',
  ],
});
