import type { Failure } from '@cellwright/domain/robot';
import type { TFunction } from 'i18next';

/** Message of a step that reached its time limit. */
const timeLimit = /^timeout of (\d+)ms reached$/;

/**
 * Describes in the language of the page what failed: a device by its name, a step by its time limit, else the kind of
 * failure.
 */
export function failureTitle(
  t: TFunction<'recovery'>,
  { kind, reason, equipmentID }: Pick<Failure, 'kind' | 'reason' | 'equipmentID'>,
  device: string | undefined,
): string {
  const limit = timeLimit.exec(reason)?.[1];
  if (equipmentID !== undefined && device !== undefined) {
    return t(limit === undefined ? 'title.device' : 'title.silentDevice', { name: device });
  }
  if (limit !== undefined) return t('title.lateStep', { seconds: Number(limit) / 1000 });
  return t(`title.${kind}`);
}
