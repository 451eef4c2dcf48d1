import { Button } from '@mantine/core';
import type { IconProps } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { useEditor } from '../editor-context.ts';

interface Props {
  readonly label: string;
  readonly Icon: ComponentType<IconProps>;
  readonly children: ReactNode;
}

/** A button that shows a form below it, and hides it again. */
export function Disclosure({ label, Icon, children }: Props) {
  const { mayEdit } = useEditor();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="md"
        variant="default"
        aria-expanded={isOpen}
        disabled={!mayEdit}
        leftSection={<Icon size={iconSizes.sm} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      {isOpen && children}
    </>
  );
}
