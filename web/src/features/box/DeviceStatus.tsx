import type { EquipmentRecord, equipmentStatusSchema } from '@cellwright/domain';
import { contractOf, isEquipmentKind } from '@cellwright/equipment/contracts';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { useLiveState } from '../../api/use-live-state.ts';
import { deviceText } from '../../i18n/contract-text.ts';
import type { Tone } from '../../ui/StatusChip.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';

const tones: Record<z.infer<typeof equipmentStatusSchema>, Tone> = {
  initializing: 'neutral',
  idle: 'good',
  busy: 'notice',
  error: 'danger',
};

/** What the kind of a device is called, in the language of the page; undefined when this version does not know it. */
export function labelOfDevice({ config }: Pick<EquipmentRecord, 'config'>): string | undefined {
  return isEquipmentKind(config.kind) ? deviceText(contractOf(config.kind).label) : undefined;
}

/** How a device is, in a word. */
export function DeviceStatus({ device }: { readonly device: EquipmentRecord }) {
  const { t } = useTranslation();
  const { data, error } = useLiveState(device);
  if (!device.isEnabled) return <StatusChip tone="neutral" word={t('box.disabled')} />;
  if (error) return <StatusChip tone="danger" word={t('box.status.unknown')} />;
  if (!data) return <StatusChip tone="neutral" word={t('box.status.initializing')} />;
  if (!data.connected && data.status !== 'initializing') {
    return <StatusChip tone="danger" word={t('box.status.offline')} />;
  }
  return <StatusChip tone={tones[data.status]} word={t(`box.status.${data.status}`)} />;
}
