import '../../i18n/users.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHelpTopic } from '../../connected/help/help-topic.ts';
import { Page } from '../../ui/Page.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { PeoplePart } from './PeoplePart.tsx';
import { ProfilePart } from './ProfilePart.tsx';
import { TokensPart } from './TokensPart.tsx';

const parts = { people: PeoplePart, profile: ProfilePart, tokens: TokensPart } as const;
type Part = keyof typeof parts;
const order = ['people', 'profile', 'tokens'] as const satisfies readonly Part[];

/** Users and their permissions, the user's own profile, and tokens for programs. */
export default function UsersScreen() {
  const { t } = useTranslation();
  const [part, setPart] = useState<Part>('people');
  useHelpTopic(`users/${part}`);
  const Shown = parts[part];
  const choices = order.map((value) => ({ value, label: t(`users.${value}`) }));
  return (
    <Page
      title={t('users.title')}
      actions={<Segments<Part> label={t('users.parts')} value={part} onChange={setPart} choices={choices} />}
    >
      <Shown />
    </Page>
  );
}
