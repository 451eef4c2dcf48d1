import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

/**
 * Link to a screen by its address, without reloading the page. Modified clicks, such as for a new tab, are left to the
 * browser.
 */
export function AppLink(props: { readonly href: string; readonly className?: string; readonly children: ReactNode }) {
  const { history } = useRouter();
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.push(props.href);
  };
  return (
    <a href={props.href} className={props.className} onClick={follow}>
      {props.children}
    </a>
  );
}
