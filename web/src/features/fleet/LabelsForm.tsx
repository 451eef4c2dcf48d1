import { labelBox } from '@cellwright/calls';
import type { FleetBox } from '@cellwright/domain/fleet';
import { Button, Textarea, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { createDrafts } from '../../api/unsaved/drafts.ts';
import { useDraft } from '../../api/unsaved/use-draft.ts';
import styles from './Fleet.module.css';
import { nameOf, splitTags } from './filter-boxes.ts';
import { useFleetAct } from './use-fleet-act.ts';

type Labels = Readonly<Record<'alias' | 'tags' | 'updateHold' | 'notes', string>>;

/** Changed labels by box. They are kept while another box is shown. */
const labelDrafts = createDrafts<Labels>('labels of a box');

/** Name, tags and notes of a box. */
export function LabelsForm({ box }: { readonly box: FleetBox }) {
  const { t } = useTranslation('fleet');
  const { alias, notes, updateHold } = box;
  const [draft, setDraft] = useDraft(labelDrafts, box.id, nameOf(box));
  const texts = draft ?? { alias, tags: box.tags.join(', '), updateHold, notes };
  const save = useFleetAct(async (labels: Labels) => {
    await cell.call(labelBox, { id: box.id, ...labels, tags: splitTags(labels.tags) });
    // Texts that were typed meanwhile stay unsaved.
    if (labelDrafts.get(box.id) === labels) setDraft(undefined);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(texts);
  };
  const field = (name: keyof Labels) => ({
    size: 'md' as const,
    label: t(name),
    value: texts[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      setDraft({ ...texts, [name]: event.currentTarget.value }),
  });
  return (
    <form onSubmit={submit}>
      <div className={styles.fields}>
        <TextInput {...field('alias')} maxLength={100} />
        <TextInput {...field('tags')} maxLength={800} />
        <TextInput {...field('updateHold')} maxLength={300} />
        <Textarea {...field('notes')} maxLength={2000} autosize />
      </div>
      <div className={styles.buttons}>
        <Button size="md" type="submit" loading={save.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
