import { createToken, type MadeToken } from '@cellwright/calls';
import { type Permission, tokenLifeDays } from '@cellwright/domain/cell';
import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell, useInvalidate } from '../../api/cell.ts';
import { createDrafts } from '../../api/unsaved/drafts.ts';
import { useDraft } from '../../api/unsaved/use-draft.ts';
import { Section } from '../../ui/Page.tsx';
import { expiryChoices, grantableToToken } from './describe-user.ts';
import { ShownOnce } from './ShownOnce.tsx';
import styles from './Users.module.css';

/** Creates a token, and shows its secret once. */
export function MakeToken({ held, onDone }: { readonly held: readonly Permission[]; onDone(): void }) {
  const { t } = useTranslation();
  const [made, setMade] = useState<MadeToken>();
  if (!made) return <TokenForm grantable={grantableToToken(held)} onMade={setMade} onCancel={onDone} />;
  return (
    <ShownOnce
      title={t('users.tokenTitle', { name: made.token.name })}
      help={t('users.tokenHelp')}
      label={t('users.tokenSecret')}
      secret={made.secret}
      onDone={onDone}
    />
  );
}

/** Name of a token that is not created yet. */
const tokenDrafts = createDrafts<string>('token name');

interface TokenFormProps {
  readonly grantable: readonly Permission[];
  onMade(made: MadeToken): void;
  onCancel(): void;
}

function TokenForm({ grantable, onMade, onCancel }: TokenFormProps) {
  const { t } = useTranslation();
  const note = useInvalidate();
  const [draft, setName] = useDraft(tokenDrafts, 'new', t('users.newToken'));
  const name = draft ?? '';
  const [expiresInDays, setExpiry] = useState<number>(tokenLifeDays);
  const [permissions, setPermissions] = useState(grantable);
  const make = useMutation({
    mutationFn: () => cell.call(createToken, { name: name.trim(), expiresInDays, permissions: [...permissions] }),
    onSuccess(made) {
      setName(undefined);
      onMade(made);
    },
    onSettled: () => note('tokens'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <Section title={t('users.newToken')}>
      <form onSubmit={submit} className={styles.stack}>
        <p className={styles.note}>{t('users.tokensHelp')}</p>
        <div className={styles.fields}>
          <TextInput
            size="md"
            label={t('users.tokenName')}
            description={t('users.tokenNameHelp')}
            inputWrapperOrder={['label', 'input', 'description']}
            value={name}
            maxLength={100}
            autoComplete="off"
            onChange={({ currentTarget: { value } }) => setName(value === '' ? undefined : value)}
          />
          <NativeSelect
            size="md"
            label={t('users.expiry')}
            value={String(expiresInDays)}
            data={expiryChoices.map((days) => ({
              value: String(days),
              label: days === 0 ? t('users.never') : t('users.expiryDays', { days }),
            }))}
            onChange={(event) => setExpiry(Number(event.currentTarget.value))}
          />
        </div>
        <TokenPermissions grantable={grantable} chosen={permissions} onChange={setPermissions} />
        {make.error && (
          <p className={styles.problem} role="alert">
            {make.error.message}
          </p>
        )}
        <div className={styles.actions}>
          <Button
            size="md"
            variant="default"
            onClick={() => {
              setName(undefined);
              onCancel();
            }}
          >
            {t('users.cancel')}
          </Button>
          <Button size="md" type="submit" loading={make.isPending} disabled={name.trim() === ''}>
            {t('users.makeToken')}
          </Button>
        </div>
      </form>
    </Section>
  );
}

function TokenPermissions(props: {
  readonly grantable: readonly Permission[];
  readonly chosen: readonly Permission[];
  onChange(chosen: readonly Permission[]): void;
}) {
  const { t } = useTranslation();
  const { grantable, chosen, onChange } = props;
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.label}>{t('users.tokenMay')}</legend>
      {grantable.map((permission) => (
        <Switch
          key={permission}
          size="md"
          label={t(`users.permission.${permission}`)}
          description={t(`users.permissionHelp.${permission}`)}
          checked={chosen.includes(permission)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...chosen, permission] : chosen.filter((other) => other !== permission))
          }
        />
      ))}
      <p className={styles.muted}>{t('users.readsOnly')}</p>
    </fieldset>
  );
}
