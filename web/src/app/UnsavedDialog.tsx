import '../i18n/unsaved.ts';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly names: readonly string[];
  onLeave(): void;
  onStay(): void;
}

/** Asks whether unsaved changes may be lost. */
export default function UnsavedDialog({ names, onLeave, onStay }: Props) {
  const { t, i18n } = useTranslation('unsaved');
  const list = new Intl.ListFormat(i18n.language).format(names.map((name) => t('quoted', { name })));
  return (
    <Modal opened onClose={onStay} title={t('title')} centered withCloseButton={false}>
      <Text mb="lg">{t('text', { list })}</Text>
      <Group justify="space-between">
        <Button size="md" onClick={onStay} data-autofocus>
          {t('stay')}
        </Button>
        <Button variant="default" size="md" onClick={onLeave}>
          {t('discard')}
        </Button>
      </Group>
    </Modal>
  );
}
