import { type RobotIdentity, robotIdentitySchema } from '@cellwright/domain/robot';

export type IdentityText = 'alias' | 'robotId' | 'applicationUrl' | 'tunnelId';

export type IdentityProblem = 'tooLong' | 'controlCharacters' | 'notAddress';

/** Maximum lengths in the schema. */
export const maxLengths: Readonly<Record<IdentityText, number>> = {
  alias: 100,
  robotId: 128,
  applicationUrl: 500,
  tunnelId: 128,
};

/** Returns why the cell would refuse a text of the identity; undefined if it accepts it. */
export function findIdentityProblem(field: IdentityText, value: string): IdentityProblem | undefined {
  if (robotIdentitySchema.shape[field].safeParse(value).success) return undefined;
  if (value.length > maxLengths[field]) return 'tooLong';
  return field === 'applicationUrl' ? 'notAddress' : 'controlCharacters';
}

/** True if the cell accepts all texts. */
export function isIdentityValid(identity: Pick<RobotIdentity, IdentityText>): boolean {
  return identityTexts.every((field) => findIdentityProblem(field, identity[field]) === undefined);
}

const identityTexts: readonly IdentityText[] = ['alias', 'robotId', 'applicationUrl', 'tunnelId'];
