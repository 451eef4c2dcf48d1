import { join } from 'node:path';
import type { Clock } from '@cellwright/domain/basics';
import type { Logger } from '@cellwright/service-kit';
import type { BoxSoftware } from '../domain/software.ts';
import type { ObservedRobot } from '../rpc/runner-interlock.ts';
import type { SoftwareDatabase } from '../store/database.ts';
import { FactStore } from './fact-store.ts';
import { FleetMember } from './fleet-member.ts';
import { openHubLink } from './hub-link.ts';
import { createMembershipFile } from './membership-file.ts';
import { redeemCode } from './redeem-code.ts';
import { deriveSerial } from './serial.ts';

export interface MemberParts {
  /** Serial number of this box; derived from the machine if undefined. */
  readonly serial: string | undefined;
  /** Folder of the service. */
  readonly folder: string;
  readonly db: SoftwareDatabase['db'];
  readonly software: Pick<BoxSoftware, 'read' | 'request'>;
  readonly readRobots: () => Promise<readonly ObservedRobot[]>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Creates the membership of this box in a fleet. */
export function createMember({ serial = deriveSerial(), folder, db, software, ...rest }: MemberParts): FleetMember {
  const { clock } = rest;
  return new FleetMember({
    ...rest,
    serial,
    file: createMembershipFile(join(folder, 'fleet', 'membership.json')),
    facts: new FactStore(db),
    openLink: openHubLink,
    redeem: (hubURL, code) => redeemCode({ hubURL, code, serial, clock }),
    readSoftware: () => software.read(),
    requestInstall: (targetBuildID) =>
      software.request({ targetBuildID, isStopConfirmed: false, isExpiredConfirmed: false }),
    random: Math.random,
  });
}
