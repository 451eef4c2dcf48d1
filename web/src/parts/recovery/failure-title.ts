import type { Failure } from '@cellwright/domain/robot';
import type { TFunction } from 'i18next';

/** Message of a step that reached its time limit. */
const timeLimit = /^timeout of (\d+)ms reached$/;
/** Part of the reason of a device that sent nothing until the end of its command. */
const silence = '. It did not answer. ';

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
    const isSilent = limit !== undefined || reason.includes(silence);
    return t(isSilent ? 'title.silentDevice' : 'title.device', { name: device });
  }
  if (limit !== undefined) return t('title.lateStep', { seconds: Number(limit) / 1000 });
  return t(`title.${kind}`);
}
