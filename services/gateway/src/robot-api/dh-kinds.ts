import { clientIDOf } from '../domain/identity.ts';
import type { GripperConfiguration, WireGripperKind } from './gripper-schemas.ts';
import type { RobotCall } from './robot-line.ts';

/** Clients since 2.20260605 refuse an answer with these kinds; earlier ones need them. */
const dhKinds: ReadonlySet<WireGripperKind> = new Set(['dh_ag', 'dh_pgc', 'dh_cgi']);

/**
 * When a DH gripper is described by its own kind: to programs whose token has commanded one, which only a client can that
 * knows the kinds; to all; or to none.
 */
export const dhKindsSettings = ['auto', 'always', 'never'] as const;
export type DHKindsSetting = (typeof dhKindsSettings)[number];

/** Most tokens that are remembered; the oldest is forgotten. */
const maxTokens = 1000;

/** Describes DH grippers in the kinds that the client of a program knows. */
export class DHKinds {
  readonly #setting: DHKindsSetting;
  readonly #knowing = new Set<string>();

  constructor(setting: DHKindsSetting) {
    this.#setting = setting;
  }

  /** Notes that a program has commanded a gripper of a kind. */
  noteCommand({ identity }: RobotCall, kind: WireGripperKind): void {
    if (!dhKinds.has(kind)) return;
    const token = clientIDOf(identity);
    this.#knowing.delete(token);
    this.#knowing.add(token);
    const [oldest] = this.#knowing;
    if (this.#knowing.size > maxTokens && oldest !== undefined) this.#knowing.delete(oldest);
  }

  /** The configuration as the client of the program can read it: without its kind, no gripper is connected. */
  show({ identity }: RobotCall, configuration: GripperConfiguration): GripperConfiguration {
    if (!dhKinds.has(configuration.kind)) return configuration;
    const isKnown = this.#setting === 'auto' && this.#knowing.has(clientIDOf(identity));
    return this.#setting === 'always' || isKnown ? configuration : { kind: 'none_connected' };
  }
}
