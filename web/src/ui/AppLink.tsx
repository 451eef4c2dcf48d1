import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

/** A link to a screen by its address, without loading the page anew. A new tab and the like stay the browser's. */
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
