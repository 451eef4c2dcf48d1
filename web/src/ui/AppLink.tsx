import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { followInPage } from './follow-in-page.ts';

/** Link to a screen by its address, without reloading the page. */
export function AppLink(props: { readonly href: string; readonly className?: string; readonly children: ReactNode }) {
  const { history } = useRouter();
  return (
    <a
      href={props.href}
      className={props.className}
      onClick={(event) => followInPage(event, () => history.push(props.href))}
    >
      {props.children}
    </a>
  );
}
