import { createWave } from '@cellwright/calls';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { useTextFields } from '../../ui/use-text-fields.ts';
import styles from './Fleet.module.css';
import { splitTags } from './filter-boxes.ts';
import { useFleetAct } from './use-fleet-act.ts';

/** Limits of a wave; an empty field has none. */
const usualLimits: Readonly<Record<Limit, number | ''>> = {
  maxFailedPercent: 0,
  watchMinutes: 30,
  maxFailuresPerHour: 3,
  maxSlowerPercent: 20,
};
const limits = ['maxFailedPercent', 'watchMinutes', 'maxFailuresPerHour', 'maxSlowerPercent'] as const;
type Limit = (typeof limits)[number];
const optionalLimits: Partial<Record<Limit, true>> = { maxFailuresPerHour: true, maxSlowerPercent: true };

/** Begins an update of boxes. */
export function NewWaveForm({ onDone }: { onDone(): void }) {
  const { t } = useTranslation('fleet');
  const { texts, field } = useTextFields({ buildID: '', waveTags: '', groups: '10, 50, 100' });
  const [numbers, setNumbers] = useState(usualLimits);
  const create = useFleetAct(async () => {
    await cell.call(createWave, {
      buildID: texts.buildID.trim(),
      tags: splitTags(texts.waveTags),
      groups: splitTags(texts.groups).map(Number),
      maxFailedPercent: numbers.maxFailedPercent || 0,
      watchMinutes: numbers.watchMinutes || 0,
      maxFailuresPerHour: emptyToNull(numbers.maxFailuresPerHour),
      maxSlowerPercent: emptyToNull(numbers.maxSlowerPercent),
    });
    onDone();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <div className={styles.fields}>
        <TextInput {...field('buildID')} label={t('buildID')} />
        <TextInput {...field('waveTags')} label={t('waveTags')} />
        <TextInput {...field('groups')} label={t('groups')} />
        {limits.map((name) => (
          <NumberInput
            key={name}
            size="md"
            label={t(name)}
            min={0}
            placeholder={name in optionalLimits ? t('anyValue') : '0'}
            value={numbers[name]}
            onChange={(value) => setNumbers((before) => ({ ...before, [name]: value }))}
          />
        ))}
      </div>
      <div className={styles.buttons}>
        <Button size="md" variant="default" onClick={onDone}>
          {t('cancel')}
        </Button>
        <Button size="md" type="submit" loading={create.isPending} disabled={texts.buildID.trim() === ''}>
          {t('startWave')}
        </Button>
      </div>
    </form>
  );
}

function emptyToNull(value: number | ''): number | null {
  return value === '' ? null : value;
}
