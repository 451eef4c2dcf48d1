import { createWave } from '@cellwright/calls';
import { Button, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { createDrafts } from '../../api/unsaved/drafts.ts';
import { useDraft } from '../../api/unsaved/use-draft.ts';
import { useTextDraft } from '../../api/unsaved/use-text-draft.ts';
import { NumberInput } from '../../ui/NumberInput.tsx';
import styles from './Fleet.module.css';
import { splitTags } from './filter-boxes.ts';
import { useFleetAct } from './use-fleet-act.ts';

/** Limits of a wave; an empty field has none. */
type Limits = Readonly<Record<Limit, number | ''>>;
const usualLimits: Limits = {
  maxFailedPercent: 0,
  watchMinutes: 30,
  maxFailuresPerHour: 3,
  maxSlowerPercent: 20,
};
const limits = ['maxFailedPercent', 'watchMinutes', 'maxFailuresPerHour', 'maxSlowerPercent'] as const;
type Limit = (typeof limits)[number];
const optionalLimits: Partial<Record<Limit, true>> = { maxFailuresPerHour: true, maxSlowerPercent: true };

const usualTexts = { buildID: '', waveTags: '', groups: '10, 50, 100' };

const waveDrafts = createDrafts<Readonly<Record<keyof typeof usualTexts, string>>>('wave');
const limitDrafts = createDrafts<Limits>('limits of a wave');
const draftKey = 'new';

/** True while a wave is typed that has not begun. */
export const isWaveUnsaved = () => waveDrafts.get(draftKey) !== undefined || limitDrafts.get(draftKey) !== undefined;

/** Begins an update of boxes. */
export function NewWaveForm({ onDone }: { onDone(): void }) {
  const { t } = useTranslation('fleet');
  const { texts, field, discard } = useTextDraft(waveDrafts, draftKey, t('newWave'), usualTexts);
  const [draft, setNumbers] = useDraft(limitDrafts, draftKey, t('newWave'));
  const numbers = draft ?? usualLimits;
  const end = () => {
    discard();
    setNumbers(undefined);
    onDone();
  };
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
    end();
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
            onChange={(value) => setNumbers(withLimit(numbers, name, value))}
          />
        ))}
      </div>
      <div className={styles.buttons}>
        <Button size="md" variant="default" onClick={end}>
          {t('cancel')}
        </Button>
        <Button size="md" type="submit" loading={create.isPending} disabled={texts.buildID.trim() === ''}>
          {t('startWave')}
        </Button>
      </div>
    </form>
  );
}

/** Returns the changed limits; undefined if these are the usual ones, which need no saving. */
function withLimit(numbers: Limits, name: Limit, value: number | ''): Limits | undefined {
  const next = { ...numbers, [name]: value };
  return limits.every((each) => next[each] === usualLimits[each]) ? undefined : next;
}

function emptyToNull(value: number | ''): number | null {
  return value === '' ? null : value;
}
