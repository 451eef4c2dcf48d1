import type { OpcUARefusal } from '@cellwright/domain/robot';
import type { RobotReadings } from '../../domain/robot-readings.ts';
import type { Attempt } from '../../domain/signed-in-users.ts';
import type { CommandWrite, WriteRefusal } from '../../domain/written-commands.ts';

export interface OpcUAOptions {
  readonly host: string;
  readonly port: number;
  readonly sessionTimeoutMS: number;
  readonly isAnonymousReadAllowed: boolean;
  readonly isUnencryptedAllowed: boolean;
  /** SHA-1 thumbprints of the certificates of clients; empty for every client. */
  readonly trustedClients: readonly string[];
  /** Folder of the certificate, which is created at the first start. */
  readonly folder: string;
  readonly robot: RobotIdentification;
}

/** Names of the robot in its address space. */
export interface RobotIdentification {
  readonly manufacturer: string;
  readonly model: string;
  readonly serialNumber: string;
  readonly softwareRevision: string;
}

/** Values that the server shows. */
export interface CellReadings {
  /** Assembly 100. */
  readonly inputs: Uint8Array;
  /** Assembly 150, as the owner wrote it. */
  readonly commands: Uint8Array;
  /** Value of the variable Owner. */
  readonly owner: number;
  /** Undefined while the controller of the robot is not connected. */
  readonly robot: RobotReadings | undefined;
}

export interface OpenedSession {
  readonly id: string;
  /** Address of its host. */
  readonly peer: string;
  /** Name that the client gave it. */
  readonly name: string;
  readonly isEncrypted: boolean;
}

/** `forbidden`: there is no user, or it may not command. */
export type WriteAnswer = 'accepted' | 'forbidden' | WriteRefusal;

export type ClientRefusal = Pick<OpcUARefusal, 'peer' | 'reason' | 'name' | 'thumbprint'>;

/** The rest of external control, for the server. */
export interface ServerHost {
  /** Signs the user of a session in. Returns false if the name or the password is wrong, or has to wait. */
  signIn(sessionID: string, attempt: Attempt): Promise<boolean>;
  write(sessionID: string, values: CommandWrite): Promise<WriteAnswer>;
  /** A session was activated, also again; without a user if it is anonymous. */
  onSession(session: OpenedSession, isAnonymous: boolean): void;
  onEnd(sessionID: string, isLost: boolean): void;
  onRefusal(refusal: ClientRefusal): void;
}

/** Address and certificate of a server that listens. */
export interface ListeningServer {
  readonly endpoint: string;
  /** SHA-1 of its certificate. */
  readonly thumbprint: string;
}
