import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { followInPage } from './follow-in-page.ts';

/** Link to a screen by its address, without reloading the page. */
export function AppLink(props: {
  readonly href: string;
  readonly className?: string;
  /** -1 for a link that the keyboard reaches elsewhere, too. */
  readonly tabIndex?: number;
  readonly children: ReactNode;
}) {
  const { history } = useRouter();
  return (
    <a
      href={props.href}
      className={props.className}
      tabIndex={props.tabIndex}
      onClick={(event) => followInPage(event, () => history.push(props.href))}
    >
      {props.children}
    </a>
  );
}
