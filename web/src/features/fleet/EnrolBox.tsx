import { enrolBox } from '@cellwright/calls';
import { serialSchema } from '@cellwright/domain/fleet';
import { Button, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { createDrafts } from '../../api/unsaved/drafts.ts';
import { useTextDraft } from '../../api/unsaved/use-text-draft.ts';
import { translateIssue } from '../../i18n/cell-words.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { formatMoment } from '../../ui/format-time.ts';
import { Section } from '../../ui/Page.tsx';
import styles from './Fleet.module.css';
import { useFleetAct } from './use-fleet-act.ts';

/** Boxes that are not enrolled yet: a new one, and ones that join again, by their serial number. */
const enrolmentDrafts = createDrafts<Readonly<Record<'serial' | 'alias', string>>>('enrolment');
const newBox = 'new';

/** True while a new box is typed. */
export const isEnrolmentUnsaved = () => enrolmentDrafts.get(newBox) !== undefined;

interface EnrolBoxProps {
  /** Box that joins again; undefined for a new one. */
  readonly serial?: string;
  onDone(): void;
}

/** Creates the one-time code of a box, and shows it once. */
export function EnrolBox({ serial: known = '', onDone }: EnrolBoxProps) {
  const { t, i18n } = useTranslation('fleet');
  const initial = { serial: known, alias: '' };
  const { texts, field, discard } = useTextDraft(enrolmentDrafts, known || newBox, t('enrolTitle'), initial);
  const serial = texts.serial.trim();
  const enrol = useFleetAct(async () => {
    const enrolment = await cell.call(enrolBox, { serial, alias: texts.alias.trim() });
    discard();
    return enrolment;
  });
  const problem = serial === '' ? undefined : translateIssue(serialSchema.safeParse(serial).error);
  if (enrol.data)
    return (
      <Section title={t('enrolTitle')}>
        <CopyField label={t('code')} value={enrol.data.code} />
        <p className={styles.muted}>{t('codeHelp', { time: formatMoment(enrol.data.expiresAt, i18n.language) })}</p>
        <div className={styles.buttons}>
          <Button size="md" onClick={onDone}>
            {t('done')}
          </Button>
        </div>
      </Section>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    enrol.mutate(undefined);
  };
  return (
    <Section title={t('enrolTitle')}>
      <form onSubmit={submit}>
        <p className={styles.muted}>{t('enrolHelp')}</p>
        <div className={styles.fields}>
          <TextInput
            {...field('serial')}
            label={t('serial')}
            error={problem}
            readOnly={known !== ''}
            autoComplete="off"
            autoCapitalize="none"
          />
          {known === '' && <TextInput {...field('alias')} label={t('alias')} maxLength={100} autoComplete="off" />}
        </div>
        <div className={styles.buttons}>
          <Button
            size="md"
            variant="default"
            onClick={() => {
              discard();
              onDone();
            }}
          >
            {t('cancel')}
          </Button>
          <Button size="md" type="submit" loading={enrol.isPending} disabled={serial === '' || problem !== undefined}>
            {t('createCode')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
