import '../../i18n/box.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHelpTopic } from '../../connected/help/help-topic.ts';
import { deviceFiles } from '../../kinds/device-ui.ts';
import { tourMark } from '../../parts/tour-mark.ts';
import { Page } from '../../ui/Page.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { EquipmentPart } from './EquipmentPart.tsx';
import { IOPart } from './IOPart.tsx';
import { SafetyPart } from './SafetyPart.tsx';
import { SpeedPart } from './SpeedPart.tsx';

const parts = { equipment: EquipmentPart, io: IOPart, speedProfiles: SpeedPart, safety: SafetyPart } as const;
type Part = keyof typeof parts;
const order = ['equipment', 'io', 'speedProfiles', 'safety'] as const satisfies readonly Part[];

/** The control box: devices, ports, speed profiles and safety settings. */
export default function BoxScreen() {
  const { t } = useTranslation();
  useEffect(deviceFiles.preload, []);
  const [part, setPart] = useState<Part>('equipment');
  useHelpTopic(`box/${part}`);
  const Shown = parts[part];
  const choices = order.map((value) => ({ value, label: t(`box.${value}`) }));
  return (
    <Page
      title={t('box.title')}
      actions={
        <div {...tourMark('devices')}>
          <Segments<Part> label={t('box.parts')} value={part} onChange={setPart} choices={choices} />
        </div>
      }
    >
      <Shown />
    </Page>
  );
}
