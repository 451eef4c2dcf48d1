import type { Attempt } from '../../domain/signed-in-users.ts';
import type { CommandWrite } from '../../domain/written-commands.ts';
import type {
  CellReadings,
  ClientRefusal,
  ListeningServer,
  OpcUAOptions,
  OpenedSession,
  WriteAnswer,
} from './server-host.ts';

/** From external control to the process of the server. */
export type ToServer =
  | { readonly kind: 'open'; readonly options: OpcUAOptions }
  | { readonly kind: 'show'; readonly readings: CellReadings }
  | { readonly kind: 'endSession'; readonly sessionID: string }
  | { readonly kind: 'signedIn'; readonly id: number; readonly isSignedIn: boolean }
  | { readonly kind: 'written'; readonly id: number; readonly answer: WriteAnswer }
  | { readonly kind: 'close' };

/** From the process of the server to external control. */
export type FromServer =
  | { readonly kind: 'listening'; readonly server: ListeningServer }
  | { readonly kind: 'failed'; readonly code: string | undefined; readonly message: string }
  | { readonly kind: 'signIn'; readonly id: number; readonly sessionID: string; readonly attempt: Attempt }
  | { readonly kind: 'write'; readonly id: number; readonly sessionID: string; readonly values: CommandWrite }
  | { readonly kind: 'session'; readonly session: OpenedSession; readonly isAnonymous: boolean }
  | { readonly kind: 'end'; readonly sessionID: string; readonly isLost: boolean }
  | { readonly kind: 'refusal'; readonly refusal: ClientRefusal };
